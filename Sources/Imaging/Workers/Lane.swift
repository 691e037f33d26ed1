internal import CSystemCalls
internal import Glibc

/// Memory that a program shares with one imager: the imager writes pictures into it, the program copies them out.
///
/// It can be neither cut nor lengthened, so reading it is safe whatever the imager does; what is read may change
/// meanwhile, so it is copied before it is looked at.
@safe final class Lane {
    let descriptor: Int32
    private let memory: UnsafeRawBufferPointer
    /// What is given back at once after a large picture.
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

    /// A copy of a part; nil when it does not lie in the lane.
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

    /// Gives back what a large picture took.
    func release(after used: Int) {
        guard used > Self.kept else { return }
        _ = heliograph_release_file_memory(
            descriptor,
            Int64(Self.kept),
            Int64(count - Self.kept)
        )
    }
}
