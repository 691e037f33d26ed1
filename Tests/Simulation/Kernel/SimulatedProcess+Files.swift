internal import Glibc
package import Kernel

extension SimulatedProcess: FileSystemCalls {
    package func open(
        _ path: UnsafePointer<CChar>,
        in directory: Int32,
        for use: FileUse
    ) -> Int32 {
        kernel.onCall?()
        if let error = faults.next(EIO, EMFILE, EACCES, ENOMEM, EINTR) { return -error }
        let bytes = Array(UnsafeBufferPointer(start: path, count: strlen(path))).map(UInt8.init)
        guard let (inode, entry, mount) = find(bytes, in: directory) else { return -ENOENT }
        switch use {
        case .directory, .listing:
            guard inode.kind == .directory else { return -ENOTDIR }
        case .file, .sharedFile:
            guard inode.kind != .other || use == .file else { return -EMEDIUMTYPE }
        }
        guard use == .directory || inode.isReadable else { return -EACCES }
        return add(SimulatedFile(inode, entry, by: mount, for: use, kernel))
    }

    private func find(
        _ path: [UInt8],
        in directory: Int32
    ) -> (inode: SimulatedInode, entry: SimulatedEntry?, mount: UInt64)? {
        guard path.first != 0x2F else { return kernel.entry(path, below: nil) }
        guard let file = handles[directory] as? SimulatedFile else { return nil }
        return kernel.entry(path, below: file.inode, by: file.mount)
    }

    package func duplicate(_ descriptor: Int32) -> Int32 {
        handles[descriptor].map(add) ?? -EBADF
    }

    package func stat(
        _ name: UnsafePointer<CChar>?,
        in directory: Int32,
        _ found: inout FileStat
    ) -> Int32 {
        guard let name else {
            guard let file = handles[directory] as? SimulatedFile else { return -EBADF }
            found = file.inode.stat
            return 0
        }
        kernel.onCall?()
        if let error = faults.next(EIO) { return -error }
        let bytes = Array(UnsafeBufferPointer(start: name, count: strlen(name))).map(UInt8.init)
        guard let (inode, _, _) = find(bytes, in: directory) else { return -ENOENT }
        found = inode.stat
        if kernel.faults.shows(.staleStat, oneIn: 40), let last = lastStat { found = last }
        lastStat = inode.kind == .file ? inode.stat : lastStat
        return 0
    }

    package func contains(_ name: UnsafePointer<CChar>, in directory: Int32) -> Bool {
        kernel.onCall?()
        let bytes = Array(UnsafeBufferPointer(start: name, count: strlen(name))).map(UInt8.init)
        return find(bytes, in: directory) != nil
    }

    package func list(_ directory: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        kernel.onCall?()
        if let error = faults.next(EIO) { return -Int(error) }
        guard let file = handles[directory] as? SimulatedFile else { return -Int(EBADF) }
        let waiting = file.waiting
        var written = 0
        // A piece at a time, so that names come and go between two pieces.
        let isShort = waiting.count < 8 && kernel.faults.shows(.shortListing, oneIn: 20)
        for entry in isShort ? waiting.dropLast() : waiting.prefix(8) {
            let type = file.inode.disk.kind.tellsTypes ? Self.type(of: entry.inode) : DT_UNKNOWN
            let length = (19 + entry.name.bytes.count + 1 + 7) & ~7
            guard written + length <= buffer.count else { break }
            let record = UnsafeMutableRawBufferPointer(rebasing: buffer[written..<written + length])
            record.storeBytes(of: entry.inode.number, as: UInt64.self)
            record.storeBytes(of: entry.position, toByteOffset: 8, as: UInt64.self)
            record.storeBytes(of: UInt16(length), toByteOffset: 16, as: UInt16.self)
            record.storeBytes(of: UInt8(type), toByteOffset: 18, as: UInt8.self)
            UnsafeMutableRawBufferPointer(rebasing: record[19...]).copyBytes(from: entry.name.bytes)
            record[19 + entry.name.bytes.count] = 0
            written += length
            file.position = entry.position
        }
        return written
    }

    package func rewind(_ directory: Int32) {
        kernel.onCall?()
        (handles[directory] as? SimulatedFile)?.rewind()
    }

    private static func type(of inode: SimulatedInode) -> Int {
        switch inode.kind {
        case .directory: DT_DIR
        case .file: DT_REG
        case .other: DT_FIFO
        }
    }

    package func identity(_ descriptor: Int32) -> FileSystemIdentity? {
        guard let file = handles[descriptor] as? SimulatedFile else { return nil }
        return FileSystemIdentity(
            number: file.inode.disk.identity,
            type: file.inode.disk.kind.type
        )
    }

    package func mount(_ descriptor: Int32) -> UInt64 {
        // That of the system's own disk is 1.
        (handles[descriptor] as? SimulatedFile).map { max($0.mount, 1) } ?? 0
    }

    package func isReadOnlySnapshot(_ directory: Int32) -> Bool { false }

    package func setUrgency(_ urgency: DiskUrgency) {}
}
