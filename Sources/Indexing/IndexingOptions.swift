package import Catalogue
package import PhotoModel
package import PredicateFormat

/// The options of an indexer: the folders to index, and the way to do it.
package struct IndexingOptions: Sendable {
    package var catalogue: String
    /// Folders to add to the library's roots, absolute and without symbolic links.
    package var roots: [[UInt8]]
    /// Globs of names to ignore in addition to the built-in ones.
    package var ignored: [String] = []
    /// The time zone of photos that give none; nil for the known one, or that of the machine if the library is new.
    package var zone: LibraryZone?
    /// The times at which everything is re-checked.
    package var rescan = RescanPlan.every(seconds: 3_600)
    /// How long history and tombstones are kept, in seconds.
    package var historySeconds: Int64 = 30 * 86_400
    /// Whether to stop when the catalogue is in sync with the disk.
    package var endsWhenSynced = false
    /// The roots for which the first walk accepts a directory other than the known one.
    package var acceptedRoots = AcceptedRoots.none
    /// Whether to check the whole catalogue before it is used.
    package var checksCatalogue = false
    /// How long an extractor may work on a file without answering, in seconds; a second attempt gets twice as long.
    package var extractionSeconds = 15.0
    package var policies = DerivationPolicies()
    /// Whether programs are kept from adding files to the roots and from deleting files.
    package var isReadOnly = false
    /// The user's own smart albums; nil to keep the existing ones.
    package var smartAlbums: [SmartAlbumDefinition]?
    package var workers = 2
    /// The maximum number of inotify watches; 0 for 80 % of the system's limit.
    package var watchBudget: UInt32 = 0
    /// Seconds between two polls of directories without a watch.
    package var pollSeconds: UInt32 = 60
    /// The reason for the first walk.
    package var startReason = StateReason.start
    /// The maximum number of seconds between two progress reports; nil if nobody needs them.
    package var heartbeatSeconds: Double?
    /// The absolute path of the configuration file, if it is not the usual one.
    package var configuration: String?
    /// Whether the indexer runs as a service of the user's service manager.
    package var isServiceOfUser = false

    package init(catalogue: String, roots: [[UInt8]]) {
        self.catalogue = catalogue
        self.roots = roots
    }
}

/// The progress of indexing.
package struct IndexingProgress: Sendable {
    /// The number of files seen by the walk in progress.
    package var seen: Int64 = 0
    /// The number of files read and committed since the start.
    package var indexed: Int64 = 0
    /// The number of files waiting for the extractors.
    package var backlog: Int64 = 0
    package var isSynced = false
    /// Whether the watcher is running, so that every later change will be noticed.
    package var isFollowing = false
    /// Whether the indexer is waiting for free space on the catalogue's disk.
    package var isPaused = false
    package var roots = 0
    /// The paths of the offline roots, in the order of the roots.
    package var offline: [[UInt8]] = []
    /// The number of directories that cannot be listed.
    package var unlisted = 0

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
        /// The trash contains files that would no longer be known.
        package static let inTrash = Code(name: "inTrash")
        /// The watcher cannot be started, or exits repeatedly.
        package static let watcherUnavailable = Code(name: "watcherUnavailable")
        /// The process may not open enough files at once.
        package static let tooFewDescriptors = Code(name: "tooFewDescriptors")
    }

    package let code: Code
    /// A description of the problem, its place and its solution.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}
