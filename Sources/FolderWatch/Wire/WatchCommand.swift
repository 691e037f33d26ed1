/// A message from the indexer to the watcher, framed like a ``WatchFrame``.
package enum WatchCommand: Equatable, Sendable {
    /// The configuration; sent once, first.
    case configure(WatchConfiguration)
    /// Walk over all directories again.
    case walk
    /// Walk over all directories again while nobody else needs the disks.
    case walkInBackground
    /// Check all directories while nobody else needs the disks, and list those again that may have changed since they
    /// were listed.
    case recheck
    /// Report when everything that has happened so far has been emitted.
    case flush
}

/// The watcher's configuration.
package struct WatchConfiguration: Equatable, Sendable {
    /// Absolute paths of the roots.
    package var roots: [[UInt8]]
    /// Globs of names to ignore in addition to the built-in ones.
    package var ignored: [String]
    /// Extensions of media files, in lower case.
    package var extensions: [String]
    /// Extensions of media files that are only counted, in lower case.
    package var unsupported: [String]
    /// The maximum number of watches; 0 for 80 % of the system's limit.
    package var watchBudget: UInt32
    /// Seconds between polls of directories without a watch.
    package var pollSeconds: UInt32

    package init(
        roots: [[UInt8]],
        ignored: [String],
        extensions: [String],
        unsupported: [String] = [],
        watchBudget: UInt32 = 0,
        pollSeconds: UInt32 = 60
    ) {
        self.roots = roots
        self.ignored = ignored
        self.extensions = extensions
        self.unsupported = unsupported
        self.watchBudget = watchBudget
        self.pollSeconds = pollSeconds
    }
}

extension WatchCommand {
    /// Appends the command, prefixed by its length, to `output`.
    package func append(to output: inout [UInt8]) {
        let start = output.count
        output.append(integer: UInt32(0))
        switch self {
        case .configure(let configuration):
            output.append(1)
            output.append(integer: WatchFrame.version)
            output.append(integer: configuration.watchBudget)
            output.append(integer: configuration.pollSeconds)
            for list in [
                configuration.roots, configuration.ignored.map { Array($0.utf8) },
                configuration.extensions.map { Array($0.utf8) },
                configuration.unsupported.map { Array($0.utf8) },
            ] {
                output.append(integer: UInt32(list.count))
                for item in list {
                    output.append(integer: UInt32(item.count))
                    output.append(contentsOf: item)
                }
            }
        case .walk:
            output.append(2)
        case .flush:
            output.append(3)
        case .recheck:
            output.append(4)
        case .walkInBackground:
            output.append(5)
        }
        output.finishFrame(from: start)
    }

    /// Removes the first complete command from `input`; nil if it does not hold a complete one yet.
    package static func take(from input: inout [UInt8]) throws(WatchFrameError) -> WatchCommand? {
        guard input.count >= 4 else { return nil }
        var fields = FrameFields(input, from: 0, to: input.count)
        let length = Int(try fields.integer(UInt32.self))
        guard input.count >= 4 + length else { return nil }
        defer { input.removeSubrange(0..<4 + length) }
        switch try fields.integer(UInt8.self) {
        case 1:
            guard try fields.integer(UInt32.self) == WatchFrame.version else {
                throw WatchFrameError()
            }
            let budget = try fields.integer(UInt32.self)
            let poll = try fields.integer(UInt32.self)
            let roots = try fields.list()
            let ignored = try fields.list().map { String(decoding: $0, as: UTF8.self) }
            let extensions = try fields.list().map { String(decoding: $0, as: UTF8.self) }
            let unsupported = try fields.list().map { String(decoding: $0, as: UTF8.self) }
            return .configure(
                WatchConfiguration(
                    roots: roots,
                    ignored: ignored,
                    extensions: extensions,
                    unsupported: unsupported,
                    watchBudget: budget,
                    pollSeconds: poll
                )
            )
        case 2: return .walk
        case 3: return .flush
        case 4: return .recheck
        case 5: return .walkInBackground
        default: throw WatchFrameError()
        }
    }
}

extension FrameFields {
    fileprivate mutating func list() throws(WatchFrameError) -> [[UInt8]] {
        var items: [[UInt8]] = []
        for _ in 0..<(try integer(UInt32.self)) {
            let count = Int(try integer(UInt32.self))
            var item: [UInt8] = []
            for _ in 0..<count { item.append(try integer(UInt8.self)) }
            items.append(item)
        }
        return items
    }
}
