internal import Catalogue
internal import CSystem
internal import Extraction
internal import FolderWatch
internal import Glibc
internal import Kernel
internal import Logging
internal import MediaMetadata
internal import PhotoModel

extension Indexer {
    func listingBegan(_ number: UInt32) throws {
        guard var node = tree.directory(inFrame: number), !node.isHeld else { return }
        var table = NameTable()
        node.sawAnything = false
        tree.update(node)
        if !isBulk || writer.mayHaveFiles(in: node.directory) {
            try writer.query { try writer.files(in: node.directory) { table.insert($0) } }
        }
        table.index()
        noteInFlight(node.directory, in: &table)
        tree.setListing(DirectoryContents(table), of: node)
    }

    /// What is on its way into the catalogue counts as known: if the listing does not name it, it
    /// has gone since.
    private func noteInFlight(_ directory: Int64, in table: inout NameTable) {
        guard inFlightDirectories[directory] != nil else { return }
        for observation in stream
        where observation.place.directory == directory && observation.stat != nil {
            table.insert(name: observation.place.name.bytes)
        }
    }

    /// The same for what comes onto its way while its directory is being listed, and not because the listing named it.
    func noteInListing(_ place: Place, _ node: WatchedDirectory) {
        tree.listing(of: node)?.table.insert(name: place.name.bytes)
    }

    func listingEnded(_ number: UInt32, _ error: Int32) throws {
        guard let node = tree.directory(inFrame: number), !node.isHeld else { return }
        guard error == 0, let table = tree.listing(of: node)?.table else {
            (unlisted[node.directory], unlistedIsNew) = (error, true)
            let path = writer.absolutePath(node.directory) ?? []
            logger.warning(
                "a directory could not be listed; what is known of it is kept",
                metadata: ["error": "\(unsafe String(cString: strerror(error)))"]
            )
            logger.debug(
                "directory not listed",
                metadata: ["directory.path": "\(String(decoding: path, as: UTF8.self))"]
            )
            return
        }
        tree.setListing(nil, of: node)
        if unlisted.removeValue(forKey: node.directory) != nil {
            // What was below it before and is not any more nobody has met.
            (unlistedIsNew, hasReturned) = (true, true)
        }
        if try isEmptyRoot(node) { return }
        for name in table.unseen { gone(number, name) }
    }

    /// Lets `status` and others tell which directories could not be listed.
    func noteUnlisted() throws {
        unlistedIsNew = false
        unlisted = unlisted.filter { tree[$0.key] != nil }
        try writer.write { try writer.setUnlisted(unlisted) }
    }

    /// A root that is found empty while assets are known may be a mount point without its disk.
    private func isEmptyRoot(_ node: WatchedDirectory) throws -> Bool {
        guard let directory = writer.directories[node.directory], directory.parent == nil,
            directory.isFilled, !node.sawAnything, isFirstWalk, !options.acceptsReplacedRoots,
            try isEmptyOnDisk(node.directory)
        else { return false }
        var held = node
        held.isHeld = true
        tree.update(held)
        emptyRoots.insert(node.root)
        try writer.write {
            try hold(
                node.root,
                .unmounted,
                "the folder is empty; everything known is kept. If it is meant to be empty, "
                    + "start once with --accept-root"
            )
        }
        return true
    }

    /// Somebody has put something into a folder that was found empty: it is in use, and what is not in it is gone.
    func takeUpEmptyRoot(_ root: Int64) throws {
        guard emptyRoots.remove(root) != nil, let record = writer.roots[root],
            var node = tree[record.directory]
        else { return }
        node.isHeld = false
        tree.update(node)
        logger.notice(
            "the folder that was empty is in use again; looking at it",
            metadata: ["root.path": "\(PrintableText.line(record.path))"]
        )
        hasReturned = true
        requestWalk(.timer)
        try writer.write { try writer.setState(root, .rescanning, .timer) }
    }

    private func isEmptyOnDisk(_ directory: Int64) throws -> Bool {
        guard let path = writer.absolutePath(directory),
            let opened = try? OpenDirectory(path: path, for: .listing, system.files)
        else { return false }
        return (try? opened.isEmpty) ?? false
    }

    /// There is no file under a name any more.
    func gone(_ number: UInt32, _ name: [UInt8]) {
        guard let node = tree.directory(inFrame: number), !node.isHeld else { return }
        let place = Place(node.directory, name)
        (retries[place], parked[place], held[place]) = (nil, nil, nil)
        append(Observation(place: place, in: node, stat: nil))
    }

    func append(_ observation: Observation) {
        stream.append(observation)
        inFlight[observation.place, default: 0] += 1
        inFlightDirectories[observation.place.directory, default: 0] += 1
    }

    /// A file as it is now; opened and read unless it is known to be just so.
    func entry(_ number: UInt32, _ stat: FileStat, _ name: [UInt8]) throws {
        guard let node = tree.directory(inFrame: number) else { return }
        guard !node.isHeld else { return try takeUpEmptyRoot(node.root) }
        if !openRoots.isEmpty, openRoots.contains(node.root) { try establish(node.root) }
        tree.noteAnything(in: node)
        progress.seen += 1
        let place = Place(node.directory, name)
        // Looked up even when something newer is on its way: the listing takes note of the name.
        let known = try known(node, place)
        let isInFlight = !inFlight.isEmpty && inFlight[place] != nil
        if !isInFlight, let known, known.changed == stat.changed,
            known.identity == identity(stat, node)
        {
            if !vanished.isEmpty { try unvanish(place) }
            if !retries.isEmpty { retries[place] = nil }
            return
        }
        if stat.links > 1 { try noteOtherNames(of: stat, node) }
        try open(place, node, stat, isVacant: !isInFlight && known == nil, tries: 0)
    }

    /// A name of a linked file tells about the others, even should it be gone when it is opened.
    private func noteOtherNames(of stat: FileStat, _ node: WatchedDirectory) throws {
        let found = identity(stat, node)
        try writer.query {
            for other in try writer.files(inode: found.inode)
            where other.identity.volume == found.volume && other.identity != found {
                lookAgain(at: other)
            }
        }
    }

    private func identity(_ stat: FileStat, _ node: WatchedDirectory) -> FileIdentity {
        FileIdentity(
            volume: stat.device == node.stat.device ? node.volume : 0,
            inode: Int64(bitPattern: stat.inode),
            size: Int64(stat.size),
            modified: stat.modified,
            born: stat.born
        )
    }

    private func known(
        _ node: WatchedDirectory,
        _ place: Place
    ) throws -> (identity: FileIdentity, changed: Int64)? {
        if let listing = tree.listing(of: node) {
            let known = listing.table.find(place.name.bytes)
            // Seen once more before the listing ends, it may be in the catalogue by then.
            if known == nil { listing.table.insertSeen(place.name.bytes) }
            return known
        }
        return try writer.query {
            try writer.file(place.directory, place.name.bytes).map { ($0.identity, $0.changed) }
        }
    }

    /// A file is at its place after all.
    private func unvanish(_ place: Place) throws {
        let file = try writer.query { try writer.file(place.directory, place.name.bytes) }
        if let file { vanished[file.id] = nil }
    }

    /// `isVacant`: Nothing is known at the place, and nothing is on its way there.
    func open(
        _ place: Place,
        _ node: WatchedDirectory,
        _ stat: FileStat,
        isVacant: Bool = false,
        tries: Int
    ) throws {
        let observation = Observation(place: place, in: node, stat: stat)
        if isVacant { observation.vacantSince = writer.unseenArrivals }
        if tries > 0 { noteInListing(place, node) }
        switch opener.open(place, node, writer, expecting: stat, isLastTry: tries >= 20) {
        case .opened(let descriptor, let found):
            observation.stat = found
            if !retries.isEmpty { retries[place] = nil }
            if !held.isEmpty { held[place] = nil }
            append(observation)
            lastTicket += 1
            tickets[lastTicket] = observation
            let request = ExtractionMessage.Request(
                ticket: lastTicket,
                name: place.name.bytes,
                size: found.size
            )
            try extractors.submit(request, descriptor)
        case .elsewhere:
            retries[place] = Retry(stat: stat, next: system.time.milliseconds + 50, tries: tries)
        case .absent:
            retries[place] = nil
            debug("nothing is there any more", place)
            // Who looked for it without an event is told by none.
            append(Observation(place: place, in: node, stat: nil))
        case .held: try waitFor(observation, tries: tries)
        case .failed(let code):
            retries[place] = nil
            var metadata = FileMetadata()
            metadata.unreadableReason =
                "cannot be opened: \(unsafe String(cString: strerror(code)))"
            observation.metadata = metadata
            append(observation)
        }
    }

    /// Tells those who look for a fault what became of a file that was seen.
    func debug(_ what: @autoclosure () -> Logger.Message, _ place: Place) {
        logger.debug(
            what(),
            metadata: [
                "directory": "\(place.directory)",
                "file": "\(String(decoding: place.name.bytes, as: UTF8.self))",
            ]
        )
    }

    /// The extractors have read a file.
    func extracted(_ ticket: UInt64, _ metadata: consuming FileMetadata) {
        if metadata.isPartial, let observation = tickets[ticket] {
            films.append(
                ExtractionMessage.Request(ticket: ticket, name: observation.place.name.bytes)
            )
            return
        }
        take(metadata, for: ticket)
    }

    /// The extractor for films has read one; there is nobody to leave it to.
    func extractedFilm(_ ticket: UInt64, _ metadata: consuming FileMetadata) {
        if metadata.isPartial {
            metadata = FileMetadata()
            metadata.unreadableReason = "reading its metadata ended without a result"
        }
        take(metadata, for: ticket)
    }

    private func take(_ metadata: consuming FileMetadata, for ticket: UInt64) {
        guard let observation = tickets.removeValue(forKey: ticket) else { return }
        if observation.isAside { guard takeUp(observation) else { return } }
        // The range is what programs read of the file later.
        if let film = metadata.film, let stat = observation.stat, film.upperBound > stat.size {
            metadata.film = nil
        }
        metadata.apply(options.policies)
        observation.metadata = metadata
    }

    /// Hands the films that were only recognised to the extractor that reads them.
    func submitFilms() throws {
        let waiting = films
        films = []
        for request in waiting {
            let descriptor = reopen(request)
            if descriptor >= 0 { try filmExtractor.submit(request, descriptor) }
        }
        if !waiting.isEmpty { filmExtractor.flush() }
    }
}
