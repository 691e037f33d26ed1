internal import Glibc

extension [UInt8] {
    /// Lends the bytes, which must not escape the closure.
    func lend<Result>(_ body: (Bytes) -> Result) -> Result {
        unsafe withUnsafeBytes { unsafe body(Bytes($0)) }
    }

    mutating func append(_ bytes: Bytes) {
        unsafe append(contentsOf: bytes.raw)
    }
}

extension String {
    /// Lends the UTF-8 of the text; nil if it is not contiguous.
    func lendUTF8<Result>(_ body: (Bytes) -> Result) -> Result? {
        unsafe utf8.withContiguousStorageIfAvailable {
            unsafe body(Bytes(UnsafeRawBufferPointer($0)))
        }
    }
}

extension Bytes {
    /// A copy of the bytes that may be kept.
    var array: [UInt8] { unsafe Array(raw) }

    /// The bytes decoded as UTF-8.
    var string: String { unsafe String(decoding: raw, as: UTF8.self) }

    /// Returns the position of the first such byte at `start` or later.
    func position(of byte: UInt8, from start: Int = 0) -> Int? {
        guard start >= 0, start < count, let base = unsafe raw.baseAddress else { return nil }
        // There may be megabytes without it.
        let found = unsafe memchr(base + start, Int32(byte), count - start)
        return unsafe found.map { unsafe UnsafeRawPointer($0) - base }
    }

    /// The bytes before the first NUL.
    var beforeNUL: Bytes {
        position(of: 0).flatMap { slice(0, $0) } ?? self
    }
}
