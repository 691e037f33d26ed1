/// The blocks of a GIF file (GIF89a specification) up to its second picture.
struct GIFReader {
    /// The number of pictures; two stands for any number above one.
    private(set) var frames = 0
    /// The XMP packet (part 3 of the XMP specification).
    private(set) var xmp: Range<Int>?

    init(_ file: FileBytes) {
        guard let flags = file.head.u8(10) else { return }
        var position = 13 + Self.tableLength(flags)
        // A file of millions of blocks is not read to the end: the values needed come earlier.
        for _ in 0..<1_000_000 {
            switch file.byte(at: position) {
            case 0x21:
                let start = position + 14
                let isXMP = file.withBytes(at: position + 1, count: 13) {
                    $0.be16(0) == 0xFF0B && $0.hasPrefix("XMP DataXMP", at: 2)
                }
                position = Self.end(of: file, position + 2)
                // After the packet come 258 bytes that lead readers who do not know it to its end.
                if isXMP == true, position - 258 > start { xmp = start..<position - 258 }
            case 0x2C:
                frames += 1
                guard frames < 2, let flags = file.byte(at: position + 9) else { return }
                position = Self.end(of: file, position + 11 + Self.tableLength(flags))
            default: return
            }
            guard position > 0 else { return }
        }
    }

    private static func tableLength(_ flags: UInt8) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
    }

    /// Returns the offset after a chain of blocks that each begin with their length; 0 if the file ends before.
    private static func end(of file: FileBytes, _ start: Int) -> Int {
        var position = start
        while let length = file.byte(at: position) {
            position += 1 + Int(length)
            if length == 0 { return position }
        }
        return 0
    }
}
