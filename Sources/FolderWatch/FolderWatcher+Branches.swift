internal import Glibc
internal import Kernel

/// Subdirectories that a listing named, to be visited in their turn.
struct Branch {
    let node: DirectoryNode
    var names: NameList
}

/// The branch whose turn it is, with its directory open for as long as that takes.
final class OpenBranch {
    let node: DirectoryNode
    var names: NameList
    let directory: OpenDirectory

    init(_ branch: Branch, _ directory: consuming OpenDirectory) {
        (node, names) = (branch.node, branch.names)
        self.directory = directory
    }
}

/// Below a directory that was listed.
///
/// A subdirectory is opened once: it is watched, then listed, and what lies below it waits for its turn. So the
/// upper levels have their watches first, and a directory without subdirectories costs one descriptor.
extension FolderWatcher {
    var hasBranches: Bool { currentBranch != nil || branchPosition < branches.count }

    /// Puts the subdirectories of a directory on the list of those to be visited.
    func branch(_ node: DirectoryNode, _ names: NameList) {
        guard !names.isEmpty, !node.isMuted else { return }
        branches.append(Branch(node: node, names: names))
    }

    func forgetBranches() {
        (branches, branchPosition, currentBranch) = ([], 0, nil)
    }

    /// Visits the next subdirectory; false when none waits.
    func visitNext() -> Bool {
        guard let branch = currentBranch ?? nextBranch() else { return hasBranches }
        guard !branch.node.isForgotten, let name = branch.names.popFirst() else {
            currentBranch = nil
            return hasBranches
        }
        currentBranch = branch
        visit(name, branch)
        return true
    }

    private func nextBranch() -> OpenBranch? {
        guard branchPosition < branches.count else {
            branches.removeAll()
            branchPosition = 0
            return nil
        }
        let branch = branches[branchPosition]
        branchPosition += 1
        guard !branch.node.isForgotten else { return nil }
        do {
            return OpenBranch(branch, try open(branch.node))
        } catch {
            notListed(branch.node, error)
            return nil
        }
    }

    private func visit(_ name: FileName, _ branch: OpenBranch) {
        let node = branch.node
        let look = Look(node: node, name: name)
        if let known = node.children[name], !isWalking || known.walk == walk {
            looks.append(look)
            return
        }
        guard let child = open(look, branch) else { return }
        guard let stat = try? child.stat else {
            deferred.append(look)
            return
        }
        do {
            try reconcile(child.descriptor, stat, name, in: node)
        } catch {
            deferred.append(look)
            return
        }
        // What was put on the list last is this one, and open.
        guard let last = listings.last, last.parent === node, last.isSame(stat) else { return }
        listings.removeLast()
        last.isQueued = false
        beginListing(last, child, modified: stat.modified)
    }

    private func open(_ look: Look, _ branch: OpenBranch) -> OpenDirectory? {
        do {
            return try unsafe look.name.withCString { text throws(SystemError) in
                try unsafe OpenDirectory(
                    text,
                    in: branch.directory.descriptor,
                    for: .listing,
                    files
                )
            }
        } catch {
            notOpened(look, branch)
            return nil
        }
    }

    /// A subdirectory could not be opened for reading: it may be one that can only be watched or known of, or
    /// nothing by now.
    private func notOpened(_ look: Look, _ branch: OpenBranch) {
        let descriptor = branch.directory.descriptor
        let found: FileStat
        do {
            found = try unsafe look.name.withCString { text throws(SystemError) in
                try unsafe files.stat(text, in: descriptor)
            }
        } catch {
            if error.code == ENOENT {
                if branch.node.children[look.name] != nil { looks.append(look) }
                return
            }
            // None of them can be looked at, so the listing has named what nobody knows.
            currentBranch = nil
            say(.listingBegan(node: branch.node.id))
            say(.listingEnded(node: branch.node.id, error: error.code))
            return
        }
        guard found.isDirectory else { return looks.append(look) }
        do {
            try reconcile(found, look.name, in: branch.node, descriptor)
        } catch {
            deferred.append(look)
        }
    }
}
