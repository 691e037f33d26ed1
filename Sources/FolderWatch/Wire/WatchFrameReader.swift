internal import Kernel

/// Splits a stream of bytes into frames.
package struct WatchFrameReader: Sendable {
    private var buffer: [UInt8] = []
    private var position = 0

    package init() {}

    /// Adds bytes as they arrived through the pipe.
    package mutating func feed(_ bytes: UnsafeRawBufferPointer) {
        if position > 0 {
            buffer.removeSubrange(0..<position)
            position = 0
        }
        unsafe buffer.append(contentsOf: bytes)
    }

    /// The next complete frame; nil until more bytes arrive.
    ///
    /// - Throws: ``WatchFrameError`` when the bytes are not a frame; the stream is unusable then.
    package mutating func next() throws(WatchFrameError) -> WatchFrame? {
        guard buffer.count - position >= 4 else { return nil }
        var fields = FrameFields(buffer, from: position, to: buffer.count)
        let length = Int(try fields.integer(UInt32.self))
        guard length >= 1, length <= 1 << 20 else { throw WatchFrameError() }
        guard buffer.count - position - 4 >= length else { return nil }
        fields.end = position + 4 + length
        position += 4 + length
        return try WatchFrame(&fields)
    }
}

/// Bytes that are not a frame of this version.
package struct WatchFrameError: Error, Hashable, Sendable {
    package init() {}
}

struct FrameFields {
    private let bytes: [UInt8]
    private var position: Int
    var end: Int

    init(_ bytes: [UInt8], from start: Int, to end: Int) {
        self.bytes = bytes
        position = start
        self.end = end
    }

    mutating func integer<Integer: FixedWidthInteger>(
        _: Integer.Type
    ) throws(WatchFrameError) -> Integer {
        let size = MemoryLayout<Integer>.size
        guard end - position >= size else { throw WatchFrameError() }
        defer { position += size }
        return unsafe bytes.withUnsafeBytes {
            unsafe Integer(
                littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Integer.self)
            )
        }
    }

    mutating func bytes(_ count: Int) throws(WatchFrameError) -> [UInt8] {
        guard count <= end - position else { throw WatchFrameError() }
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    mutating func rest() -> [UInt8] {
        defer { position = end }
        return Array(bytes[position..<end])
    }

    mutating func directory() throws(WatchFrameError) -> DirectoryStat {
        DirectoryStat(
            device: try integer(UInt64.self),
            inode: try integer(UInt64.self),
            born: try integer(Int64.self),
            volume: try integer(UInt64.self),
            fileSystem: try integer(Int64.self)
        )
    }

    mutating func stat() throws(WatchFrameError) -> FileStat {
        FileStat(
            device: try integer(UInt64.self),
            inode: try integer(UInt64.self),
            size: try integer(UInt64.self),
            modified: try integer(Int64.self),
            changed: try integer(Int64.self),
            born: try integer(Int64.self),
            mode: try integer(UInt32.self),
            links: try integer(UInt32.self)
        )
    }
}

extension WatchFrame {
    fileprivate init(_ fields: inout FrameFields) throws(WatchFrameError) {
        guard let tag = Tag(rawValue: try fields.integer(UInt8.self)) else {
            throw WatchFrameError()
        }
        if tag == .walkBegan {
            guard let reason = WalkReason(rawValue: try fields.integer(UInt8.self)) else {
                throw WatchFrameError()
            }
            self = .walkBegan(reason: reason)
            return
        }
        let first = try fields.integer(UInt32.self)
        switch tag {
        case .hello: self = .hello(version: first)
        case .rootOnline:
            let node = try fields.integer(UInt32.self)
            self = .rootOnline(root: first, node: node, directory: try fields.directory())
        case .rootOffline: self = .rootOffline(root: first, error: try fields.integer(Int32.self))
        case .directory:
            let parent = try fields.integer(UInt32.self)
            let stat = try fields.directory()
            self = .directory(node: first, parent: parent, directory: stat, name: fields.rest())
        case .directoryMoved:
            let parent = try fields.integer(UInt32.self)
            self = .directoryMoved(node: first, parent: parent, name: fields.rest())
        case .directoryGone: self = .directoryGone(node: first)
        case .listingBegan: self = .listingBegan(node: first)
        case .entry:
            let stat = try fields.stat()
            self = .entry(node: first, stat: stat, name: fields.rest())
        case .gone: self = .gone(node: first, name: fields.rest())
        case .renamed:
            let toNode = try fields.integer(UInt32.self)
            let name = try fields.bytes(Int(try fields.integer(UInt32.self)))
            self = .renamed(node: first, name: name, toNode: toNode, toName: fields.rest())
        case .listingEnded: self = .listingEnded(node: first, error: try fields.integer(Int32.self))
        case .settled: self = .settled(walks: first, flushes: try fields.integer(UInt32.self))
        case .watchLimit:
            let used = try fields.integer(UInt32.self)
            let limit = try fields.integer(UInt32.self)
            self = .watchLimit(
                needed: first,
                used: used,
                limit: limit,
                isOfNamespace: try fields.integer(UInt8.self) != 0
            )
        case .unsupported: self = .unsupported(count: first, list: fields.rest())
        case .walkBegan: throw WatchFrameError()
        }
    }
}
