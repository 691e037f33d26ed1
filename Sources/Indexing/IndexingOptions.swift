package import Catalogue
package import PhotoModel
package import PredicateFormat

/// What to index, and how.
package struct IndexingOptions: Sendable {
    package var catalogue: String
    /// Folders to add to the library's roots, absolute and without symbolic links.
    package var roots: [[UInt8]]
    /// Globs of names to ignore besides the built-in ones.
    package var ignored: [String] = []
    /// When everything is re-checked.
    package var rescan = RescanPlan.every(seconds: 3_600)
    /// Seconds that history and tombstones are kept.
    package var historySeconds: Int64 = 30 * 86_400
    /// Whether to stop when the catalogue is in sync with the disk.
    package var endsWhenSynced = false
    /// The roots for which the first walk accepts another directory than the known one.
    package var acceptedRoots = AcceptedRoots.none
    /// Whether to check all of the catalogue before it is used.
    package var checksCatalogue = false
    /// Seconds an extractor may spend on a file without answering; a second attempt gets twice as many.
    package var extractionSeconds = 15.0
    package var policies = DerivationPolicies()
    /// Whether programs are kept from adding files to the roots and deleting any.
    package var isReadOnly = false
    /// The user's own smart albums; nil to keep the existing ones.
    package var smartAlbums: [SmartAlbumDefinition]?
    package var workers = 2
    /// Maximum number of inotify watches; 0 for 80 % of the system's limit.
    package var watchBudget: UInt32 = 0
    /// Seconds between two polls of directories without a watch.
    package var pollSeconds: UInt32 = 60
    /// Why the first walk is made.
    package var startReason = StateReason.start
    /// Maximum number of seconds between two progress reports; nil if nobody needs them.
    package var heartbeatSeconds: Double?
    /// The configuration file, absolute, if another than the usual one is read.
    package var configuration: String?
    /// Whether it runs as a service of the user's service manager.
    package var isServiceOfUser = false

    package init(catalogue: String, roots: [[UInt8]]) {
        self.catalogue = catalogue
        self.roots = roots
    }
}

/// The progress of indexing.
package struct IndexingProgress: Sendable {
    /// Files seen by the walk in progress.
    package var seen: Int64 = 0
    /// Files read and committed since the start.
    package var indexed: Int64 = 0
    /// Files waiting for the extractors.
    package var backlog: Int64 = 0
    package var isSynced = false
    /// Whether the watcher is running, so that every later change will be noticed.
    package var isFollowing = false
    /// Whether it waits for free space on the catalogue's disk.
    package var isPaused = false
    package var roots = 0
    /// Paths of the roots that are offline, in the order of the roots.
    package var offline: [[UInt8]] = []

    package init() {}
}

/// An error that ends indexing.
package struct IndexingError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure; open-ended.
    package struct Code: Hashable, Sendable {
        let name: String
        package static let folderMissing = Code(name: "folderMissing")
        package static let noPermission = Code(name: "noPermission")
        package static let overlappingRoots = Code(name: "overlappingRoots")
        package static let noRoots = Code(name: "noRoots")
        /// Something lies in the trash that would not be known any more.
        package static let inTrash = Code(name: "inTrash")
        /// The watcher cannot be started, or exits repeatedly.
        package static let watcherUnavailable = Code(name: "watcherUnavailable")
        /// The process may open too few files at once.
        package static let tooFewDescriptors = Code(name: "tooFewDescriptors")
    }

    package let code: Code
    /// What happened, where, and how to resolve it.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
