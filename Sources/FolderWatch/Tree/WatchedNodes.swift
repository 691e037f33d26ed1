/// The directories that have a watch, by the watch.
///
/// The kernel counts watches from 1 on, and anew after a reset, which comes before many are dead: so they are
/// positions of an array.
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
