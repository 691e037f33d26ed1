internal import PhotoModel

/// A position in the changes of one library, as an opaque string.
///
/// A token names the library, an epoch and a sequence number. Sequence numbers only grow, and a
/// commit is on disk (`synchronous=FULL`) before anyone is told its number, so a crash cannot take
/// back a number that was given. For what no program can prevent — a disk that lied about writing,
/// a catalogue copied back from a backup — there are epochs: every time the catalogue is opened for
/// writing a new epoch with a random number begins, and the number at which it begins is recorded. Epochs
/// follow one another as they were recorded, whatever the clock said.
/// A token counts only if its epoch is recorded and its sequence number lies within what that epoch
/// reached. A number lost with a power cut and given again is given in another epoch, so the old
/// token is answered with ``Expiry/future``, never with somebody else's position.
///
/// In the middle of a replay that names each object once, one number is not enough: the reader has
/// seen only the objects whose last change lies at or before the position. Such a token also holds
/// where the replay began and where it will end. One that began with nothing names the objects in the
/// order in which they came to be (`h2` in place of `h1`: earlier versions went by their last change).
package struct ChangeToken: Equatable, Sendable {
    package var library: UInt32
    package var epoch: UInt32
    package var sequence: Int64
    package var replay: Replay?

    /// The bounds of a replay that is under way.
    package struct Replay: Equatable, Sendable {
        /// What the reader knew before it.
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

        /// Up to where the history is not needed to go on.
        var floor: Int64 { base == 0 ? earlier.first?.end ?? end : base }
    }

    /// How far a replay that was cut short had come.
    package struct Stage: Equatable, Sendable {
        package var position: Int64
        package var end: Int64

        package init(position: Int64, end: Int64) {
            self.position = position
            self.end = end
        }

        /// How many bytes it takes in a token.
        var length: Int {
            [position, end].reduce(0) { $0 + 1 + String($1, radix: 16).utf8.count }
        }
    }

    /// Why a token cannot be honoured.
    package enum Expiry: String, Error, Sendable {
        case pruned, otherLibrary, future, malformed
    }

    package init(library: UInt32, epoch: UInt32, sequence: Int64, replay: Replay? = nil) {
        self.library = library
        self.epoch = epoch
        self.sequence = sequence
        self.replay = replay
    }

    /// Reads the text form.
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

    /// A short sum, so that a token cut in a copy is refused and not taken for an earlier one.
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
    /// What tokens keep of a library's identifier.
    var tokenPart: UInt32 { UInt32(truncatingIfNeeded: high ^ high >> 32 ^ low ^ low >> 32) }
}
