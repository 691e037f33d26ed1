internal import Glibc

/// The system's random numbers, fetched by the block.
///
/// A system call for each would cost a first index more than everything else about an identifier.
struct RandomBlock: RandomNumberGenerator {
    /// 256 bytes, the most that getentropy(3) returns at once.
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
        // The system lacks this call or refuses it.
        guard words.isEmpty else { return }
        var generator = SystemRandomNumberGenerator()
        words = [generator.next()]
    }
}
