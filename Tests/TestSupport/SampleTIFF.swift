/// TIFF blocks with values of any type, in either byte order.
package struct SampleTIFF {
    package indirect enum Field {
        case short(Int)
        case long(Int)
        case text(String)
        case rationals([(Int, Int)])
        /// Bytes that are said to be values of a type.
        case raw(type: Int, count: Int, [UInt8])
        case directory([Int: Field])
    }

    private let isBigEndian: Bool
    /// What follows the directories so far.
    private var tail: [UInt8] = []

    private init(isBigEndian: Bool) {
        self.isBigEndian = isBigEndian
    }

    /// A block from its byte order mark on.
    package static func block(
        _ fields: [Int: Field],
        isBigEndian: Bool = true,
        magic: Int = 42
    ) -> [UInt8] {
        var tiff = SampleTIFF(isBigEndian: isBigEndian)
        let head = Array((isBigEndian ? "MM" : "II").utf8) + tiff.number(magic, 2)
        return head + tiff.number(8, 4) + tiff.directory(fields, at: 8)
    }

    /// An Exif segment of a JPEG file with coordinates.
    package static func segment(
        _ zero: [Int: Field] = [:],
        gps: [Int: Field] = [:],
        photo: [Int: Field] = [:]
    ) -> [UInt8] {
        var fields = zero
        if !gps.isEmpty { fields[0x8825] = .directory(gps) }
        if !photo.isEmpty { fields[0x8769] = .directory(photo) }
        return Array("Exif\u{0}\u{0}".utf8) + block(fields)
    }

    private func number(_ value: Int, _ count: Int) -> [UInt8] {
        let bytes = Sample.bigEndian(value, count)
        return isBigEndian ? bytes : bytes.reversed()
    }

    private mutating func directory(_ fields: [Int: Field], at place: Int) -> [UInt8] {
        let end = place + 2 + fields.count * 12 + 4
        var (entries, tail): ([UInt8], [UInt8]) = (number(fields.count, 2), [])
        for (tag, field) in fields.sorted(by: { $0.key < $1.key }) {
            let (type, count, value) = encoded(field, at: end + tail.count)
            entries += number(tag, 2) + number(type, 2) + number(count, 4)
            if value.count <= 4, type != 0 {
                entries += value + [UInt8](repeating: 0, count: 4 - value.count)
            } else {
                entries += number(end + tail.count, 4)
                tail += value
            }
        }
        return entries + number(0, 4) + tail
    }

    private mutating func encoded(_ field: Field, at place: Int) -> (Int, Int, [UInt8]) {
        switch field {
        case .short(let value): return (3, 1, number(value, 2))
        case .long(let value): return (4, 1, number(value, 4))
        case .text(let text): return (2, text.utf8.count + 1, Array(text.utf8) + [0])
        case .rationals(let values):
            let bytes = values.flatMap { number($0.0, 4) + number($0.1, 4) }
            return (5, values.count, bytes)
        case .raw(let type, let count, let bytes): return (type, count, bytes)
        case .directory(let fields): return (4, 1, directory(fields, at: place))
        }
    }
}
