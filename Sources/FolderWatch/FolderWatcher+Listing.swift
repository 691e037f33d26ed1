internal import CSystem
internal import Glibc

/// A directory being read, a piece at a time.
final class DirectoryListing {
    let node: DirectoryNode
    let descriptor: Int32
    let number: UInt32
    private var buffer: UnsafeMutableRawBufferPointer

    init(node: DirectoryNode, directory: consuming OpenDirectory, number: UInt32)
        throws(SystemError)
    {
        self.node = node
        self.number = number
        let copy = fcntl(directory.descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw SystemError(code: errno) }
        descriptor = copy
        buffer = .allocate(byteCount: 64 << 10, alignment: 8)
    }

    deinit {
        close(descriptor)
        buffer.deallocate()
    }

    /// Reads the next piece and hands over each name with its `d_type`.
    ///
    /// - Returns: False at the end of the directory.
    func readPiece(
        _ body: (UnsafeBufferPointer<UInt8>, UInt8) throws(SystemError) -> Void
    ) throws(SystemError) -> Bool {
        guard let base = buffer.baseAddress else { return false }
        let count = heliograph_read_directory(descriptor, base, buffer.count)
        guard count >= 0 else { throw SystemError(code: Int32(-count)) }
        var position = 0
        while position < count {
            // struct linux_dirent64: d_ino 8, d_off 8, d_reclen 2, d_type 1, d_name
            let record = base + position
            let length = Int(record.loadUnaligned(fromByteOffset: 16, as: UInt16.self))
            let type = record.load(fromByteOffset: 18, as: UInt8.self)
            let name = (record + 19).assumingMemoryBound(to: UInt8.self)
            try body(UnsafeBufferPointer(start: name, count: strlen(record + 19)), type)
            position += length
        }
        return count > 0
    }
}

extension FolderWatcher {
    /// Puts a directory on the list of those to be listed.
    func enqueue(_ node: DirectoryNode) {
        node.walk = walk
        guard !node.isQueued else { return }
        node.isQueued = true
        isSettled = false
        listings.append(node)
    }

    /// Lists a piece of the current directory, or begins with the next; false when none waits.
    func continueListing() -> Bool {
        if current == nil, !beginListing() { return listingPosition < listings.count }
        guard let listing = current else { return false }
        do {
            let isMore = try listing.readPiece { (name, type) throws(SystemError) in
                try listed(name, type, listing)
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
            let directory = try open(node, readable: true)
            listingNumber += 1
            let stat = try FileStat.of(descriptor: directory.descriptor)
            node.polledTime = stat.modified
            node.isMuted =
                faccessat(directory.descriptor, ".nomedia", F_OK, AT_SYMLINK_NOFOLLOW) == 0
            current = try DirectoryListing(node: node, directory: directory, number: listingNumber)
            say(.listingBegan(node: node.id))
            if node.isMuted, let listing = current { endListing(listing, error: 0) }
            return current != nil
        } catch {
            notListed(node, error)
            return false
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

    private func notListed(_ node: DirectoryNode, _ error: SystemError) {
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
        guard !filter.ignores(name), let base = name.baseAddress else { return }
        let isMedia = type != UInt8(DT_DIR) && filter.isMedia(name)
        guard isMedia || type == UInt8(DT_DIR) || type == UInt8(DT_UNKNOWN) else { return }
        let found: FileStat
        do {
            found = try base.withMemoryRebound(to: CChar.self, capacity: name.count) {
                text throws(SystemError) in
                try FileStat.of(text, in: listing.descriptor)
            }
        } catch {
            // Gone since it was listed: an event says so, or a later listing does.
            guard error.code != ENOENT else { return }
            throw error
        }
        if found.isDirectory {
            let name = FileName(Array(name))
            do {
                try reconcile(found, name, in: listing.node, listing.descriptor)
            } catch {
                deferred.append(Look(node: listing.node, name: name))
            }
        } else if found.isRegularFile, isMedia {
            isSettled = false
            output.sendEntry(node: listing.node.id, stat: found, name: name)
        }
    }

    private func endListing(_ listing: DirectoryListing, error: Int32) {
        let node = listing.node
        current = nil
        say(.listingEnded(node: node.id, error: error))
        guard error == 0 else { return }
        for (name, child) in node.children where child.namedIn < listing.number {
            if node.isMuted {
                unhook(child)
            } else {
                looks.append(Look(node: node, name: name))
            }
        }
    }
}
