internal import CXXHash

/// The path of a file below the cache's directory: `xx/` and thirty more hexadecimal digits.
struct CachePath {
    /// The whole path, then the name of the directory, then that of the file in it, each terminated by a zero.
    private let text: [CChar]
    private static let (directoryStart, nameStart, nameLength) = (34, 37, 30)

    init(_ key: [UInt8]) {
        let hash = unsafe key.withUnsafeBytes { bytes in
            unsafe heliograph_xxh3_128(bytes.baseAddress, bytes.count)
        }
        var digits: [CChar] = []
        digits.reserveCapacity(32)
        for half in [hash.high64, hash.low64] {
            for shift in stride(from: 60, through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: half >> UInt64(shift)) & 15
                digits.append(CChar(digit < 10 ? 48 + digit : 87 + digit))
            }
        }
        let slash = CChar(UInt8(ascii: "/"))
        let (directory, name) = (digits[..<2], digits[2...])
        text = directory + [slash] + name + [0] + directory + [0] + name + [0]
    }

    func withPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe withText(from: 0, body)
    }

    func withDirectory<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe withText(from: Self.directoryStart, body)
    }

    func withName<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe withText(from: Self.nameStart, body)
    }

    /// Returns whether a name has the form of a picture's name in its directory.
    static func isName(_ name: [UInt8]) -> Bool {
        name.count == nameLength
            && name.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    private func withText<Result>(
        from start: Int,
        _ body: (UnsafePointer<CChar>) -> Result
    ) -> Result {
        unsafe text.withUnsafeBufferPointer { text in
            guard let base = text.baseAddress else { preconditionFailure("a path has text") }
            return unsafe body(base + start)
        }
    }
}
