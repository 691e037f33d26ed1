/// A file name as bytes, which need not be valid UTF-8.
package struct FileName: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    /// Calls `body` with the name as a C string.
    package func withCString<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // On the stack, because this runs for every file that is opened or checked.
        try unsafe withUnsafeTemporaryAllocation(byteCount: bytes.count + 1, alignment: 1) {
            terminated throws(Failure) in
            unsafe terminated.copyBytes(from: bytes)
            unsafe terminated[bytes.count] = 0
            return try unsafe terminated.withMemoryRebound(to: CChar.self) { name throws(Failure) in
                guard let start = name.baseAddress else { fatalError("an empty allocation") }
                return try unsafe body(start)
            }
        }
    }
}

extension FileName: CustomStringConvertible {
    package var description: String { String(decoding: bytes, as: UTF8.self) }
}
