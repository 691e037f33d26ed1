internal import Glibc
package import Renditions

/// The memory shared with the program that requests pictures: pixels at its start, then an encoded file.
@safe package struct Lane {
    /// The whole memory.
    package let bytes: UnsafeMutableRawBufferPointer

    private var count: Int { unsafe bytes.count }

    /// Maps the memory; nil if the descriptor has fewer bytes or cannot be mapped.
    package init?(_ descriptor: Int32, count: Int) {
        var found = stat()
        guard unsafe fstat(descriptor, &found) == 0, found.st_size >= count, count > 0 else {
            return nil
        }
        let base = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard unsafe base != MAP_FAILED else { return nil }
        unsafe bytes = UnsafeMutableRawBufferPointer(start: base, count: count)
    }

    /// Returns the space for the pixels of a rendition: rows from the top, four bytes per pixel.
    package func pixels(_ width: Int, _ height: Int) throws(RenditionFailure)
        -> UnsafeMutableRawBufferPointer
    {
        let needed = width * height * 4
        guard needed <= count else { throw .tooLarge(needed, count) }
        return unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[..<needed])
    }

    /// Copies an encoded file behind the pixels and records it in the facts.
    package func put(
        _ file: UnsafeRawBufferPointer,
        _ format: RenditionFacts.Format,
        _ facts: inout RenditionFacts
    ) throws(RenditionFailure) {
        let offset = (facts.pixelBytes + 15) & ~15
        let end = offset + file.count
        guard end <= count else { throw .tooLarge(end, count) }
        unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset...]).copyMemory(from: file)
        (facts.encodedOffset, facts.encodedBytes, facts.format) = (offset, file.count, format)
    }
}

/// The reason why there is no rendition, for the requester.
package struct RenditionFailure: Error, Equatable, Sendable, CustomStringConvertible {
    package var description: String

    package init(_ description: String) {
        self.description = description
    }

    static func tooLarge(_ needed: Int, _ available: Int) -> Self {
        Self("the picture needs \(needed) bytes, and there is room for \(available)")
    }
}
