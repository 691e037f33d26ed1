internal import Glibc
package import Renditions

/// The memory shared with the program that asks for pictures: pixels at its beginning, an encoded file after them.
@safe package struct Lane {
    /// All of it.
    package let bytes: UnsafeMutableRawBufferPointer

    private var count: Int { unsafe bytes.count }

    /// Maps it; nil when the descriptor has fewer bytes or cannot be mapped.
    package init?(_ descriptor: Int32, count: Int) {
        var found = stat()
        guard unsafe fstat(descriptor, &found) == 0, found.st_size >= count, count > 0 else {
            return nil
        }
        let base = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard unsafe base != MAP_FAILED else { return nil }
        unsafe bytes = UnsafeMutableRawBufferPointer(start: base, count: count)
    }

    /// The room for the pixels of a rendition: rows from the top, four bytes a pixel.
    package func pixels(_ width: Int, _ height: Int) throws(RenditionFailure)
        -> UnsafeMutableRawBufferPointer
    {
        let needed = width * height * 4
        guard needed <= count else { throw .tooLarge(needed, count) }
        return unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[..<needed])
    }

    /// Puts an encoded file behind the pixels and says so in the facts.
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

/// Why there is no rendition, for the one who asked.
package struct RenditionFailure: Error, Equatable, Sendable, CustomStringConvertible {
    package var description: String

    package init(_ description: String) {
        self.description = description
    }

    static func tooLarge(_ needed: Int, _ available: Int) -> Self {
        Self("the picture needs \(needed) bytes, and there is room for \(available)")
    }
}
