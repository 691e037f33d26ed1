import FolderWatch
import Glibc

extension WatchFrame {
    /// A line of a scenario.
    var text: String {
        switch self {
        case .hello(let version): "hello \(version)"
        case .rootOnline(let root, let node, _): "root \(root) online: #\(node)"
        case .rootOffline(let root, 0): "root \(root) left"
        case .rootOffline(let root, let error): "root \(root) offline\(Self.text(error))"
        case .directory(let node, let parent, _, let name):
            "new #\(node) = \(Self.text(parent, name))"
        case .directoryMoved(let node, let parent, let name):
            "moved #\(node) = \(Self.text(parent, name))"
        case .directoryGone(let node): "forgotten #\(node)"
        case .listingBegan(let node): "list #\(node)"
        case .entry(let node, _, let name): "entry \(Self.text(node, name))"
        case .gone(let node, let name) where name.isEmpty: "removed #\(node)"
        case .gone(let node, let name): "gone \(Self.text(node, name))"
        case .renamed(let node, let name, let toNode, let toName):
            "renamed \(Self.text(node, name)) = \(Self.text(toNode, toName))"
        case .listingEnded(let node, let error): "end #\(node)\(Self.text(error))"
        case .settled(let walks, let flushes): "idle, walks \(walks), flushes \(flushes)"
        case .walkBegan(let reason): "walk, \(reason)"
        case .watchLimit(let needed, let used, _, _): "watches \(used) of \(needed)"
        case .unsupported(let count, let list):
            "unsupported \(count): "
                + String(decoding: list, as: UTF8.self).replacing("\n", with: ", ")
        }
    }

    private static func text(_ node: UInt32, _ name: [UInt8]) -> String {
        "#\(node)/\(String(decoding: name, as: UTF8.self))"
    }

    private static func text(_ error: Int32) -> String {
        let names = [
            ENOENT: "ENOENT", ESTALE: "ESTALE", EACCES: "EACCES", EINTR: "EINTR", EIO: "EIO",
        ]
        return error == 0 ? "" : ", \(names[error] ?? "error \(error)")"
    }
}
