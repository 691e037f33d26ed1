extension Sample {
    /// A Panasonic raw picture of a sensor of 4,000 by 3,000 pixels, with a border of ten all around it.
    package static func panasonic(
        _ fields: [Int: SampleTIFF.Field] = [:],
        jpeg: [UInt8] = []
    ) -> [UInt8] {
        var all: [Int: SampleTIFF.Field] = [
            1: .raw(type: 7, count: 4, Array("0310".utf8)), 2: .short(4_000), 3: .short(3_000),
            4: .short(10), 5: .short(10), 6: .short(2_990), 7: .short(3_990),
        ]
        if !jpeg.isEmpty { all[0x2E] = .raw(type: 7, count: jpeg.count, jpeg) }
        all.merge(fields) { _, new in new }
        return SampleTIFF.block(all, isBigEndian: false, magic: 0x55)
    }

    /// A Canon raw picture (CIFF): a heap of records with another in it, each with its directory behind them.
    package static func canonHeap(
        seconds: Int = 1_068_485_966,
        size: (Int, Int) = (3_072, 2_048),
        turned: Int = 0,
        camera: String = "Canon\u{0}Canon EOS DIGITAL REBEL\u{0}"
    ) -> [UInt8] {
        let image =
            little(size.0, 4) + little(size.1, 4) + [0, 0, 0x80, 0x3F]
            + little(turned, 4) + little(8, 4)
        let inner = heap([
            (0x180E, little(seconds, 4) + little(0, 8)), (0x080A, Array(camera.utf8)),
        ])
        let properties = heap([(0x1810, image), (0x300B, inner)])
        let head = Array("II".utf8) + little(26, 4) + Array("HEAPCCDR".utf8) + little(0x1_0002, 4)
        return head + [UInt8](repeating: 0, count: 8)
            + heap([(0x2005, [1, 2, 3, 4]), (0x300A, properties)])
    }

    private static func heap(_ records: [(Int, [UInt8])]) -> [UInt8] {
        var (values, entries): ([UInt8], [UInt8]) = ([], [])
        for (tag, value) in records {
            entries += little(tag, 2) + little(value.count, 4) + little(values.count, 4)
            values += value
        }
        return values + little(records.count, 2) + entries + little(values.count, 4)
    }

    package static func little(_ value: Int, _ count: Int) -> [UInt8] {
        bigEndian(value, count).reversed()
    }
}
