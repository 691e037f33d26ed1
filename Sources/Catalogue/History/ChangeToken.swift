internal import PhotoModel

/// A position in the changes of one library, as an opaque string.
///
/// A token names the library, an epoch and a sequence number. Sequence numbers only grow, and a commit is on disk
/// (`synchronous=FULL`) before its number is reported to anyone, so a crash cannot take back a number that was given.
/// Epochs cover the failures that no program can prevent, such as a disk that lied about writing or a catalogue copied
/// back from a backup: every time the catalogue is opened for writing, a new epoch with a random number begins, and the
/// sequence number at which it begins is recorded. Epochs follow one another as they were recorded, whatever the clock
/// said.
///
/// A token counts only if its epoch is recorded and its sequence number lies within the numbers that this epoch
/// reached. If a number is lost with a power cut and assigned again, it is assigned in another epoch, so the old token
/// is answered with ``Expiry/future``, never with a position that means something else.
///
/// In the middle of a replay that reports each object once, one number is not enough: the reader has seen only the
/// objects whose last change lies at or before the position. Such a token also holds where the replay began and where
/// it will end. A replay that began with nothing reports the objects in the order of their creation (`h2` in place of
/// `h1`: earlier versions used the order of their last changes).
package struct ChangeToken: Equatable, Sendable {
    package var library: UInt32
    package var epoch: UInt32
    package var sequence: Int64
    package var replay: Replay?

    /// The bounds of a replay that is under way.
    package struct Replay: Equatable, Sendable {
        /// The position that the reader knew before it.
        package var base: Int64
        /// The position where it ends; its objects are reported in their state there.
        package var end: Int64
        /// Interrupted replays from the same base: each object was reported in its state at the end of the
        /// latest one whose position had passed the object's last change.
        package var earlier: [Stage] = []

        package init(base: Int64, end: Int64, earlier: [Stage] = []) {
            self.base = base
            self.end = end
            self.earlier = earlier
        }

        /// The position up to which the history is not needed to continue.
        var floor: Int64 { base == 0 ? earlier.first?.end ?? end : base }
    }

    /// The progress of a replay that was interrupted.
    package struct Stage: Equatable, Sendable {
        package var position: Int64
        package var end: Int64

        package init(position: Int64, end: Int64) {
            self.position = position
            self.end = end
        }

        /// The number of bytes that it takes in a token.
        var length: Int {
            [position, end].reduce(0) { $0 + 1 + String($1, radix: 16).utf8.count }
        }
    }

    /// The reason why a token cannot be honoured.
    package enum Expiry: String, Error, Sendable {
        case pruned, otherLibrary, future, malformed
    }

    package init(library: UInt32, epoch: UInt32, sequence: Int64, replay: Replay? = nil) {
        self.library = library
        self.epoch = epoch
        self.sequence = sequence
        self.replay = replay
    }

    /// Parses the text form of a token.
    package init(_ text: String) throws(Expiry) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 5, parts.count % 2 == 1, parts[0] == "h1" || parts[0] == "h2",
            let library = UInt32(parts[1], radix: 16), let epoch = UInt32(parts[2], radix: 16),
            let check = parts.last,
            check == Self.check(parts.dropLast().joined(separator: "-"))
        else { throw .malformed }
        let numbers = parts[3..<parts.count - 1].map { Int64($0, radix: 16) ?? -1 }
        guard numbers.allSatisfy({ $0 >= 0 }) else { throw .malformed }
        self.init(library: library, epoch: epoch, sequence: numbers[0])
        guard numbers.count >= 3 else { return }
        guard numbers[1] <= numbers[0], numbers[0] <= numbers[2] else { throw .malformed }
        guard (numbers[1] == 0) == (parts[0] == "h2") else { throw .pruned }
        let earlier = stride(from: 3, to: numbers.count, by: 2).map {
            Stage(position: numbers[$0], end: numbers[$0 + 1])
        }
        replay = Replay(base: numbers[1], end: numbers[2], earlier: earlier)
    }

    /// Returns a short checksum, so that a token cut off in a copy is refused instead of taken for an earlier one.
    private static func check(_ text: String) -> String {
        String(
            text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 },
            radix: 36
        )
    }
}

extension ChangeToken: CustomStringConvertible {
    package var description: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the text form, in ASCII.
    package func append(to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(contentsOf: [0x68, replay?.base == 0 ? 0x32 : 0x31])
        bytes.append(dash: UInt64(library), radix: 16)
        bytes.append(dash: UInt64(epoch), radix: 16)
        bytes.append(dash: UInt64(sequence), radix: 16)
        if let replay {
            bytes.append(dash: UInt64(replay.base), radix: 16)
            bytes.append(dash: UInt64(replay.end), radix: 16)
            for stage in replay.earlier {
                bytes.append(dash: UInt64(stage.position), radix: 16)
                bytes.append(dash: UInt64(stage.end), radix: 16)
            }
        }
        let sum = unsafe bytes[start...].withUnsafeBufferPointer {
            unsafe $0.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        }
        bytes.append(dash: UInt64(sum), radix: 36)
    }
}

extension [UInt8] {
    @inline(__always)
    fileprivate mutating func append(dash value: UInt64, radix: UInt64) {
        // A dash and the digits of the largest number in base 16.
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 17) { text in
            var (first, rest) = (text.count, value)
            repeat {
                let digit = UInt8(truncatingIfNeeded: rest % radix)
                first -= 1
                unsafe text[first] = digit < 10 ? 0x30 + digit : 0x57 + digit
                rest /= radix
            } while rest > 0
            unsafe text[first - 1] = 0x2D
            unsafe append(contentsOf: text[(first - 1)...])
        }
    }
}

extension ObjectUUID {
    /// The part of a library's identifier that tokens contain.
    var tokenPart: UInt32 { UInt32(truncatingIfNeeded: high ^ high >> 32 ^ low ^ low >> 32) }
}
