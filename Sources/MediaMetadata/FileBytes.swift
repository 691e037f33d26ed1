internal import CXXHash
internal import Glibc

/// The bytes of an open file: the first 64 KiB in memory, the rest read on demand.
///
/// One instance serves file after file, so that its buffer is allocated once.
@safe package final class FileBytes {
    /// The number of bytes read at once from each file; enough for the metadata of nearly every picture.
    package static let headSize = 64 << 10

    private var descriptor: Int32 = -1
    /// Where the bytes begin in the file.
    private var base = 0
    private let buffer: UnsafeMutableRawBufferPointer
    private var headCount = 0
    /// A part of the file beyond the head.
    private var window: [UInt8] = []
    private var windowRange = 0..<0
    package private(set) var size: Int = 0
    /// The work that may still be done on the file.
    var budget = ReadingBudget()

    /// The kernel's error number from a failed read of a part of the file; 0 if there was none.
    package private(set) var failure: Int32 = 0

    package init() {
        unsafe buffer = .allocate(byteCount: Self.headSize, alignment: 16)
    }

    deinit {
        unsafe buffer.deallocate()
    }

    /// Switches to another open file.
    ///
    /// - Parameters:
    ///   - descriptor: A regular file; the caller keeps it open and closes it.
    ///   - expected: Its size in bytes; once as many are read, the end is not looked for.
    /// - Returns: The kernel's error number, or 0.
    package func load(_ descriptor: Int32, expected: UInt64 = .max) -> Int32 {
        self.descriptor = descriptor
        budget = ReadingBudget()
        failure = 0
        base = 0
        let error = loadHead(expected)
        guard error == 0 else { return error }
        if unsafe headCount == buffer.count {
            let end = lseek(descriptor, 0, SEEK_END)
            guard end >= 0 else { return errno }
            size = Int(end)
        }
        return 0
    }

    /// Switches to a part of the file, as if there were nothing else, until the next ``load(_:expected:)``.
    ///
    /// - Returns: The kernel's error number, or 0.
    package func enter(_ range: Range<Int>) -> Int32 {
        base += range.lowerBound
        let error = loadHead(UInt64(range.count))
        if headCount == Self.headSize { size = range.count }
        return error
    }

    /// Returns where a range is in the file, whatever part of it was entered.
    package func place(_ range: Range<Int>) -> Range<Int> {
        base + range.lowerBound..<base + range.upperBound
    }

    private func loadHead(_ expected: UInt64) -> Int32 {
        (headCount, size, windowRange) = (0, 0, 0..<0)
        let wanted = Int(min(expected, UInt64(Self.headSize)))
        while headCount < wanted {
            let count = unsafe pread(
                descriptor,
                buffer.baseAddress.map { unsafe $0 + headCount },
                wanted - headCount,
                off_t(base + headCount)
            )
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return errno }
            if count == 0 { break }
            headCount += count
        }
        size = headCount
        return 0
    }

    /// The first bytes of the file; valid until the next ``load(_:)``.
    package var head: Bytes {
        unsafe Bytes(UnsafeRawBufferPointer(rebasing: buffer[..<headCount]))
    }

    /// The xxHash (XXH3, 64 bits) of the first 64 KiB.
    package var fingerprint: UInt64 {
        unsafe heliograph_xxh3(buffer.baseAddress, headCount)
    }

    /// Lends `count` bytes at `offset`; returns nil if the file is shorter or its budget is used up.
    package func withBytes<Result>(
        at offset: Int,
        count: Int,
        _ body: (Bytes) -> Result?
    ) -> Result? {
        guard offset >= 0, count >= 0, offset <= size, count <= size - offset,
            budget.payLook(count)
        else { return nil }
        if offset + count <= headCount {
            return unsafe body(
                Bytes(UnsafeRawBufferPointer(rebasing: buffer[offset..<offset + count]))
            )
        }
        guard let copy = read(at: offset, count: count) else { return nil }
        return unsafe copy.withUnsafeBytes { unsafe body(Bytes($0)) }
    }

    /// Returns one byte; reads its neighbours at the same time, for readers that go byte by byte.
    package func byte(at offset: Int) -> UInt8? {
        guard offset >= 0, offset < size, budget.paySteps(1) else { return nil }
        if offset < headCount { return unsafe buffer[offset] }
        if !windowRange.contains(offset) {
            let count = min(Self.headSize, size - offset)
            guard budget.payLook(count), let bytes = read(at: offset, count: count) else {
                return nil
            }
            (window, windowRange) = (bytes, offset..<offset + count)
        }
        return window[offset - windowRange.lowerBound]
    }

    private func read(at offset: Int, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            guard budget.payRead() else { return nil }
            let got = unsafe bytes.withUnsafeMutableBytes {
                unsafe pread(
                    descriptor,
                    $0.baseAddress.map { unsafe $0 + filled },
                    count - filled,
                    off_t(base + offset + filled)
                )
            }
            if got < 0, errno == EINTR { continue }
            if got < 0 { failure = errno }
            guard got > 0 else { return nil }
            filled += got
        }
        return bytes
    }
}
