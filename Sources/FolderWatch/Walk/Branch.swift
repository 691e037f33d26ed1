internal import Kernel

/// The subdirectories that a listing named, to be visited in their turn.
struct Branch {
    let node: DirectoryNode
    var names: NameList
}

/// The branch whose turn it is, with its directory open until its last name was visited.
final class OpenBranch {
    let node: DirectoryNode
    var names: NameList
    let directory: OpenDirectory

    init(_ branch: Branch, _ directory: consuming OpenDirectory) {
        (node, names) = (branch.node, branch.names)
        self.directory = directory
    }
}
