internal import Kernel

/// The subdirectories found by a listing, to be visited later.
struct Branch {
    let node: DirectoryNode
    var names: NameList
}

/// The branch being visited; its directory stays open until its last name was visited.
final class OpenBranch {
    let node: DirectoryNode
    var names: NameList
    let directory: OpenDirectory

    init(_ branch: Branch, _ directory: consuming OpenDirectory) {
        (node, names) = (branch.node, branch.names)
        self.directory = directory
    }
}
