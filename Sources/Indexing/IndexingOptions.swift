package import PhotoModel
package import PredicateFormat

/// What to index, and how.
package struct IndexingOptions: Sendable {
    package var catalogue: String
    /// Folders to add to the library's roots, absolute and without symbolic links.
    package var roots: [[UInt8]]
    /// Globs of names to ignore besides the built-in ones.
    package var ignored: [String] = []
    /// Seconds between slow re-checks of everything; nil for none.
    package var rescanSeconds: Double? = 3_600
    /// How long history and tombstones are kept.
    package var historySeconds: Int64 = 30 * 86_400
    /// End when the catalogue has caught up with the disk.
    package var endsWhenSynced = false
    /// Take a root's folder for the library's even if it is another directory than before.
    package var acceptsReplacedRoots = false
    /// Seconds an extractor may be silent over a file; it gets twice as many in a second try.
    package var extractionSeconds = 15.0
    package var policies = DerivationPolicies()
    /// Whether programs may neither add files to the roots nor delete any.
    package var isReadOnly = false
    /// The user's own smart albums; nil to leave those there are.
    package var smartAlbums: [SmartAlbumDefinition]?
    package var workers = 2
    /// 0 stands for 80 % of what the system allows.
    package var watchBudget: UInt32 = 0
    /// Seconds between looks at directories that could not be watched.
    package var pollSeconds: UInt32 = 60
    /// At most so many seconds lie between two reports of progress; nil when nobody waits for them.
    package var heartbeatSeconds: Double?

    package init(catalogue: String, roots: [[UInt8]]) {
        self.catalogue = catalogue
        self.roots = roots
    }
}

/// How far indexing has come.
package struct IndexingProgress: Sendable {
    /// Files seen by the walk under way.
    package var seen: Int64 = 0
    /// Files whose metadata was read and committed since the start.
    package var indexed: Int64 = 0
    /// Files waiting for the extractors.
    package var backlog: Int64 = 0
    package var isSynced = false
    /// Whether the watcher runs, so that whatever changes from now on is going to be told.
    package var isFollowing = false
    /// Whether it waits for room on the disk of the catalogue.
    package var isPaused = false
    package var roots = 0
    /// The folders that cannot be read now, in the roots' order.
    package var offline: [[UInt8]] = []

    package init() {}
}

/// Why indexing had to end.
package struct IndexingError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure; open-ended.
    package struct Code: Hashable, Sendable {
        let name: String
        package static let folderMissing = Code(name: "folderMissing")
        package static let noPermission = Code(name: "noPermission")
        package static let overlappingRoots = Code(name: "overlappingRoots")
        package static let noRoots = Code(name: "noRoots")
        /// The watcher cannot be started, or ends again and again.
        package static let watcherUnavailable = Code(name: "watcherUnavailable")
    }

    package let code: Code
    /// What happened, where, and the cure.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
