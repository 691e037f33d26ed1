extension [UInt8] {
    /// Lends the bytes; they are not to be kept.
    func lend<Result>(_ body: (Bytes) -> Result) -> Result {
        unsafe withUnsafeBytes { unsafe body(Bytes($0)) }
    }

    mutating func append(_ bytes: Bytes) {
        unsafe append(contentsOf: bytes.raw)
    }
}

extension String {
    /// Lends the UTF-8 of the text; nil where it does not lie in one piece.
    func lendUTF8<Result>(_ body: (Bytes) -> Result) -> Result? {
        unsafe utf8.withContiguousStorageIfAvailable {
            unsafe body(Bytes(UnsafeRawBufferPointer($0)))
        }
    }
}

extension Bytes {
    /// The bytes to be kept.
    var array: [UInt8] { unsafe Array(raw) }

    /// All of them as UTF-8.
    var string: String { unsafe String(decoding: raw, as: UTF8.self) }

    /// Where a byte is found first, at `start` or later.
    func position(of byte: UInt8, from start: Int = 0) -> Int? {
        guard unsafe start <= raw.count else { return nil }
        return unsafe raw[start...].firstIndex(of: byte)
    }

    /// What lies before the first NUL.
    var beforeNUL: Bytes {
        position(of: 0).flatMap { slice(0, $0) } ?? self
    }
}
