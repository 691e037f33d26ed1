internal import CSystemCalls
internal import Glibc

/// Memory shared with one imager: the imager writes pictures into it, and this program copies them out.
///
/// Its size is sealed, so reading it is safe whatever the imager does. The contents may change at any time, so they are
/// copied before they are examined.
@safe final class Lane {
    let descriptor: Int32
    private let memory: UnsafeRawBufferPointer
    /// The bytes that stay allocated after a large picture; the rest is freed at once.
    private static let kept = 16 << 20

    init?(bytes: Int) {
        descriptor = heliograph_sealed_memory_file(Int64(bytes))
        guard descriptor >= 0 else { return nil }
        let start = unsafe mmap(nil, bytes, PROT_READ, MAP_SHARED, descriptor, 0)
        guard let start = unsafe start, unsafe start != MAP_FAILED else {
            close(descriptor)
            return nil
        }
        unsafe memory = UnsafeRawBufferPointer(start: start, count: bytes)
    }

    deinit {
        unsafe munmap(UnsafeMutableRawPointer(mutating: memory.baseAddress), memory.count)
        close(descriptor)
    }

    var count: Int { unsafe memory.count }

    /// Returns a copy of a part; nil if it is not within the lane.
    func copy(_ offset: Int, _ count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, count <= self.count, offset <= self.count - count else {
            return nil
        }
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
            unsafe UnsafeMutableRawBufferPointer(bytes).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: memory[offset..<offset + count])
            )
            initialized = count
        }
    }

    /// Frees the memory that a large picture needed.
    func release(after used: Int) {
        guard used > Self.kept else { return }
        _ = heliograph_release_file_memory(
            descriptor,
            Int64(Self.kept),
            Int64(count - Self.kept)
        )
    }
}
