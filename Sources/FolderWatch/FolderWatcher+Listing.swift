internal import Glibc
internal import Kernel

extension FolderWatcher {
    /// Puts a directory on the list of those to be listed.
    func enqueue(_ node: DirectoryNode) {
        node.walk = walk
        guard !node.isQueued else { return }
        node.isQueued = true
        isSettled = false
        listings.append(node)
    }

    /// Lists a piece of the current directory, or goes on with the next thing that waits; false when nothing does.
    func continueListing() -> Bool {
        if current == nil {
            guard beginListing() else { return visitNext() || listingPosition < listings.count }
        }
        guard let listing = current else { return true }
        do {
            let isMore = try unsafe listing.readPiece { (name, type) throws(SystemError) in
                try unsafe listed(name, type, listing)
            }
            if !isMore { endListing(listing, error: 0) }
        } catch {
            endListing(listing, error: error.code)
        }
        return true
    }

    private func beginListing() -> Bool {
        guard listingPosition < listings.count else {
            listings.removeAll()
            listingPosition = 0
            return false
        }
        let node = listings[listingPosition]
        listingPosition += 1
        node.isQueued = false
        guard !node.isForgotten else { return false }
        do {
            let directory = try open(node, for: .listing)
            let stat = try directory.stat
            beginListing(node, directory, modified: stat.modified)
            return current != nil
        } catch {
            notListed(node, error)
            return false
        }
    }

    /// Begins to list an open directory, as the current one.
    ///
    /// - `modified`: Its modification time from before.
    func beginListing(_ node: DirectoryNode, _ directory: consuming OpenDirectory, modified: Int64)
    {
        for child in node.children.all { child.isNamed = false }
        if node.isPolled { polledTimes[node.id] = modified }
        let listing = DirectoryListing(
            node: node,
            directory: directory,
            buffer: buffer,
            files: files
        )
        current = listing
        say(.listingBegan(node: node.id))
        do {
            node.isMuted = try listing.isMuted()
            if node.isMuted { endListing(listing, error: 0) }
        } catch {
            endListing(listing, error: error.code)
        }
    }

    /// Lists what could not be found before, wherever it is now.
    func retryListings() {
        let again = deferredListings
        deferredListings = []
        for node in again where !node.isForgotten {
            if node.isHooked { enqueue(node) } else { deferredListings.append(node) }
        }
    }

    /// A directory could not be opened in order to be listed.
    func notListed(_ node: DirectoryNode, _ error: SystemError) {
        if let root = node.root {
            checkRoot(Int(root))
        } else if [ENOENT, ESTALE, ENOTDIR].contains(error.code) {
            deferredListings.append(node)
            doubt(node)
            return
        }
        say(.listingBegan(node: node.id))
        say(.listingEnded(node: node.id, error: error.code))
    }

    private func listed(
        _ name: UnsafeBufferPointer<UInt8>,
        _ type: UInt8,
        _ listing: DirectoryListing
    ) throws(SystemError) {
        guard unsafe !filter.ignores(name), let base = name.baseAddress else { return }
        guard type != UInt8(DT_DIR) else { return unsafe noteSubdirectory(name, listing) }
        let isMedia = unsafe filter.isMedia(name)
        guard isMedia || type == UInt8(DT_UNKNOWN) else { return }
        let found: FileStat
        do {
            found = try unsafe base.withMemoryRebound(to: CChar.self, capacity: name.count) {
                text throws(SystemError) in
                try unsafe files.stat(text, in: listing.descriptor)
            }
        } catch {
            // Gone since it was listed: an event says so, or a later listing does.
            guard error.code != ENOENT else { return }
            throw error
        }
        if found.isDirectory {
            unsafe noteSubdirectory(name, listing)
        } else if found.isRegularFile, isMedia {
            isSettled = false
            unsafe output.sendEntry(node: listing.node.id, stat: found, name: name)
        }
    }

    /// Takes note of a directory that is to be visited when this listing is over.
    private func noteSubdirectory(_ name: UnsafeBufferPointer<UInt8>, _ listing: DirectoryListing) {
        unsafe listing.subdirectories.append(name)
        guard !listing.node.children.isEmpty else { return }
        unsafe listing.node.children[FileName(Array(name))]?.isNamed = true
    }

    private func endListing(_ listing: DirectoryListing, error: Int32) {
        let node = listing.node
        current = nil
        say(.listingEnded(node: node.id, error: error))
        branch(node, listing.subdirectories)
        guard error == 0 else { return }
        for child in node.children.all where !child.isNamed {
            if node.isMuted {
                unhook(child)
            } else {
                looks.append(Look(node: node, name: FileName(child.name.bytes)))
            }
        }
    }
}
