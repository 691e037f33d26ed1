internal import Glibc

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
        guard start >= 0, start < count, let base = unsafe raw.baseAddress else { return nil }
        // There may be megabytes without it.
        let found = unsafe memchr(base + start, Int32(byte), count - start)
        return unsafe found.map { unsafe UnsafeRawPointer($0) - base }
    }

    /// What lies before the first NUL.
    var beforeNUL: Bytes {
        position(of: 0).flatMap { slice(0, $0) } ?? self
    }
}
