import FolderWatch

/// What a reader of the frames knows.
struct FrameReplica {
    private struct Directory {
        var parent: UInt32?
        var name: String
        var files: Set<String> = []
    }

    private let roots: [String]
    private var directories: [UInt32: Directory] = [:]
    private var online: [UInt32: UInt32] = [:]
    /// The directory that is being listed, and what was named until now.
    private var listing: (node: UInt32, files: Set<String>)?
    /// Frames that speak of a directory nobody was told of.
    private(set) var unknown: [WatchFrame] = []

    init(roots: [String]) {
        self.roots = roots
    }

    /// The media files of all roots.
    var media: Set<String> {
        var found: Set<String> = []
        for (node, directory) in directories {
            guard let path = path(of: node) else { continue }
            found.formUnion(directory.files.map { "\(path)/\($0)" })
        }
        return found
    }

    private func path(of node: UInt32) -> String? {
        guard let directory = directories[node] else { return nil }
        guard let parent = directory.parent else { return directory.name }
        return path(of: parent).map { "\($0)/\(directory.name)" }
    }

    mutating func take(_ frame: WatchFrame) {
        switch frame {
        case .rootOnline(let root, let node, _):
            online[root] = node
            directories[node] = Directory(parent: nil, name: roots[Int(root)])
        case .rootOffline(let root, _): if let node = online[root] { remove(node) }
        case .directory(let node, let parent, _, let name):
            check(parent, frame)
            directories[node] = Directory(parent: parent, name: Self.text(name))
        case .directoryMoved(let node, let parent, let name):
            check(node, frame)
            check(parent, frame)
            directories[node]?.parent = parent
            directories[node]?.name = Self.text(name)
        case .directoryGone(let node): directories[node] = nil
        default: takeFile(frame)
        }
    }

    private mutating func takeFile(_ frame: WatchFrame) {
        switch frame {
        case .listingBegan(let node):
            check(node, frame)
            listing = (node, [])
        case .listingEnded(let node, let error):
            if error == 0, let listing, listing.node == node {
                directories[node]?.files = listing.files
            }
            listing = nil
        case .entry(let node, _, let name):
            check(node, frame)
            directories[node]?.files.insert(Self.text(name))
            if listing?.node == node { listing?.files.insert(Self.text(name)) }
        case .gone(let node, let name) where name.isEmpty:
            directories[node]?.files = []
        case .gone(let node, let name):
            directories[node]?.files.remove(Self.text(name))
            if listing?.node == node { listing?.files.remove(Self.text(name)) }
        default: break
        }
    }

    private mutating func check(_ node: UInt32, _ frame: WatchFrame) {
        if directories[node] == nil { unknown.append(frame) }
    }

    private mutating func remove(_ node: UInt32) {
        let children = directories.filter { $0.value.parent == node }.keys
        directories[node] = nil
        for child in children { remove(child) }
    }

    private static func text(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self) }
}
