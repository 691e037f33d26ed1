/// The directories with a watch, by watch descriptor.
///
/// The kernel numbers watches from 1, and from 1 again after a reset, which happens before many of them are dead. They
/// can therefore serve as indices of an array.
struct WatchedNodes {
    private var nodes: [DirectoryNode?] = []
    private(set) var count = 0

    subscript(watch: Int32) -> DirectoryNode? {
        get { nodes.indices.contains(Int(watch)) ? nodes[Int(watch)] : nil }
        set {
            guard watch >= 0 else { return }
            let position = Int(watch)
            while newValue != nil, nodes.count <= position { nodes.append(nil) }
            guard position < nodes.count else { return }
            count += (newValue == nil ? 0 : 1) - (nodes[position] == nil ? 0 : 1)
            nodes[position] = newValue
        }
    }
}
