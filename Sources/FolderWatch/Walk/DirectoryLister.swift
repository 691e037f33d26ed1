internal import Glibc
internal import Kernel

/// Lists one open directory at a time, in pieces, and emits its media files.
final class DirectoryLister<Queue: WatchQueue> {
    private var current: DirectoryListing?
    private let buffer = ListingBuffer()
    private let listings: ListingQueue
    private let pending: PendingNames
    private let updater: TreeUpdater<Queue>
    private let watches: WatchAllocator<Queue>
    private let filter: NameFilter
    private let unsupported: UnsupportedFiles
    private let emitter: FrameEmitter
    private let files: any FileSystemCalls
    private let time: any TimeSource

    init(
        listings: ListingQueue,
        pending: PendingNames,
        updater: TreeUpdater<Queue>,
        watches: WatchAllocator<Queue>,
        filter: NameFilter,
        unsupported: UnsupportedFiles,
        emitter: FrameEmitter,
        files: any FileSystemCalls,
        time: any TimeSource
    ) {
        (self.listings, self.pending) = (listings, pending)
        (self.updater, self.watches) = (updater, watches)
        (self.filter, self.unsupported, self.emitter) = (filter, unsupported, emitter)
        (self.files, self.time) = (files, time)
    }

    var isListing: Bool { current != nil }

    /// Starts listing an open directory.
    ///
    /// - Parameters:
    ///   - node: The directory.
    ///   - directory: The same directory, open for listing.
    ///   - found: Its attributes before it is listed.
    func begin(_ node: DirectoryNode, _ directory: consuming OpenDirectory, _ found: FileStat) {
        node.isUnlisted = false
        for child in node.children.all { child.isNamed = false }
        watches.willList(node, modified: found.modified)
        node.forgetListing()
        let listing = DirectoryListing(
            node: node,
            directory: directory,
            found: found,
            date: time.date,
            buffer: buffer,
            files: files
        )
        current = listing
        emitter.emit(.listingBegan(node: node.id))
        do {
            node.isExcluded = try listing.isExcluded(by: filter)
            if node.isExcluded { end(listing, error: 0) }
        } catch {
            end(listing, error: error.code)
        }
    }

    /// Lists the next piece of the current directory; false if no directory is being listed.
    func readPiece() -> Bool {
        guard let listing = current else { return false }
        do {
            let isMore = try unsafe listing.readPiece { (name, type) throws(SystemError) in
                try unsafe emit(name, type, listing)
            }
            if !isMore { end(listing, error: 0) }
        } catch {
            end(listing, error: error.code)
        }
        return true
    }

    /// Ends the current listing with an error; the state of entries it did not name is unknown.
    func cancel(error: Int32) {
        guard let listing = current else { return }
        current = nil
        emitter.emit(.listingEnded(node: listing.node.id, error: error))
    }

    /// Ends the current listing if it is of a root or of a directory below it.
    func cancel(below root: DirectoryNode, error: Int32) {
        guard let node = current?.node, node.isAttached, root.contains(node) else { return }
        cancel(error: error)
    }

    private func emit(
        _ name: UnsafeBufferPointer<UInt8>,
        _ type: UInt8,
        _ listing: DirectoryListing
    ) throws(SystemError) {
        guard unsafe !filter.ignores(name), let base = name.baseAddress else { return }
        guard type != UInt8(DT_DIR) else { return unsafe addSubdirectory(name, listing) }
        let isMedia = unsafe filter.isMedia(name)
        guard isMedia || type == UInt8(DT_UNKNOWN) else {
            if type == UInt8(DT_REG) { unsafe countUnsupported(name, listing) }
            return
        }
        let found: FileStat
        do {
            found = try unsafe base.withMemoryRebound(to: CChar.self, capacity: name.count) {
                text throws(SystemError) in
                try unsafe files.stat(text, in: listing.descriptor)
            }
        } catch {
            // It was removed after it was listed: an event or a later listing reports that.
            guard error.code != ENOENT else { return }
            throw error
        }
        if found.isDirectory {
            unsafe addSubdirectory(name, listing)
        } else if found.isRegularFile, isMedia {
            // A write through another link to the file is reported in the directory of that link.
            if found.links > 1 { listing.hasLinkedFiles = true }
            unsafe emitter.emitEntry(listing.node, found, name)
        } else if found.isRegularFile {
            unsafe countUnsupported(name, listing)
        }
    }

    private func countUnsupported(
        _ name: UnsafeBufferPointer<UInt8>,
        _ listing: DirectoryListing
    ) {
        if let found = unsafe filter.unsupported(name) { listing.unsupported.count(found) }
    }

    /// Adds a directory to be visited after this listing.
    private func addSubdirectory(_ name: UnsafeBufferPointer<UInt8>, _ listing: DirectoryListing) {
        unsafe listing.subdirectories.append(name)
        guard !listing.node.children.isEmpty else { return }
        unsafe listing.node.children[FileName(Array(name))]?.isNamed = true
    }

    private func end(_ listing: DirectoryListing, error: Int32) {
        let node = listing.node
        current = nil
        node.isUnlisted = error != 0
        emitter.emit(.listingEnded(node: node.id, error: error))
        if !listing.subdirectories.isEmpty, !node.isExcluded {
            listings.addBranch(Branch(node: node, names: listing.subdirectories))
        }
        guard error == 0 else { return }
        unsupported.set(listing.unsupported, in: node)
        if !listing.hasLinkedFiles { node.recordListing(asOf: listing.found, date: listing.date) }
        for child in node.children.all where !child.isNamed {
            if node.isExcluded {
                updater.detach(child)
            } else if let name = PendingName(of: child) {
                pending.add(name)
            }
        }
    }
}
