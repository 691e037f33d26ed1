internal import Glibc

/// The system's random numbers, taken from it by the block: a call of the kernel for each would cost a first
/// index more than all else about an identifier.
struct RandomBlock: RandomNumberGenerator {
    /// 256 bytes, the most that getentropy(3) gives at once.
    private static let size = 32
    private var words: [UInt64] = []

    mutating func next() -> UInt64 {
        if words.isEmpty { fill() }
        return words.removeLast()
    }

    private mutating func fill() {
        words = unsafe [UInt64](unsafeUninitializedCapacity: Self.size) { words, count in
            let isFilled =
                unsafe words.baseAddress.map { unsafe getentropy($0, Self.size * 8) == 0 } ?? false
            count = isFilled ? Self.size : 0
        }
        // Where the system has no such call, or refuses it.
        guard words.isEmpty else { return }
        var generator = SystemRandomNumberGenerator()
        words = [generator.next()]
    }
}
