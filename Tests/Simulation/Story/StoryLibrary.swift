internal import Catalogue
internal import Kernel
internal import PhotoModel

/// What the catalogue of a ``StoryMachine`` says, in the words of a story.
final class StoryLibrary {
    private let machine: StoryMachine
    private let listener = FeedListener()
    /// What each asset is called.
    private var names: [Int64: String] = [:]
    private var reader: CatalogueReader?

    init(_ machine: StoryMachine) {
        self.machine = machine
    }

    /// From here on each asset is called by its path.
    func name() throws {
        names = [:]
        try read { names[$1.id] = $0 }
    }

    /// Each file that is known, and which asset it is.
    func files() throws -> [String] {
        var found: [String] = []
        try read { path, file in
            let who = names[file.id] ?? "new"
            let stale = isStale(path, file) ? " as it was" : ""
            found.append(who == path ? path + stale : "\(path) is \(who)\(stale)")
        }
        return found.sorted()
    }

    /// Whether a file on disk is another than the catalogue has.
    private func isStale(_ path: String, _ file: FileRecord) -> Bool {
        guard let inode = try? machine.disk.find(path), inode.kind == .file else { return false }
        return UInt64(bitPattern: file.fingerprint) != inode.content.number
            || UInt64(bitPattern: file.identity.inode) != inode.number
            || file.identity.modified != inode.modified
    }

    /// The state of a root.
    func state(_ root: String) throws -> String {
        let reader = try openReader()
        return try reader.snapshot {
            reader.allRoots.first { $0.path.elementsEqual(root.utf8) }?.state.name ?? "unknown"
        }
    }

    private func read(_ body: (String, FileRecord) -> Void) throws {
        let reader = try openReader()
        try reader.snapshot {
            for root in reader.allRoots {
                try reader.forEachFile(ofRoot: root.id) { path, file in
                    body(String(decoding: root.path + [0x2F] + path, as: UTF8.self), file)
                }
            }
        }
    }

    private func openReader() throws -> CatalogueReader {
        if let reader { return reader }
        let opened = try CatalogueReader(path: machine.catalogue, time: machine.kernel)
        reader = opened
        return opened
    }

    /// Whoever follows the feed reads on and has to hold what the catalogue does.
    func checkFeed() throws {
        if let difference = try listener.difference(openReader()) {
            throw SimulationFault(difference)
        }
    }

    /// The catalogue does not contradict itself.
    func checkConsistency() throws {
        let reader = try openReader()
        let contradictions = try reader.snapshot { try reader.contradictions() }
        if let first = contradictions.first {
            throw SimulationFault("the catalogue contradicts itself: \(first)")
        }
    }
}
