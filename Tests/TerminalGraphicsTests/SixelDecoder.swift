/// Draws sixel commands as a terminal does.
struct SixelDecoder {
    private(set) var width = 0
    private(set) var height = 0
    /// Red, green and blue by row and column; nil where nothing was drawn.
    private(set) var pixels: [[SIMD3<Int>?]] = []
    private(set) var colors: [Int: SIMD3<Int>] = [:]
    private var text: ArraySlice<UInt8>

    /// - Parameter text: One whole device control string; nil when it is none.
    init?(_ text: [UInt8]) {
        let end = Array("\u{1B}\\".utf8)
        guard text.starts(with: Array("\u{1B}P0;1;0q".utf8)), text.suffix(2).elementsEqual(end)
        else { return nil }
        self.text = text.dropFirst(8).dropLast(2)
        guard draw() else { return nil }
    }

    private mutating func numbers() -> [Int] {
        let part = text.prefix { (48...57).contains($0) || $0 == UInt8(ascii: ";") }
        text = text.dropFirst(part.count)
        return part.split(separator: UInt8(ascii: ";")).map {
            Int(String(decoding: $0, as: UTF8.self)) ?? 0
        }
    }

    private mutating func draw() -> Bool {
        var (column, top, color) = (0, 0, 0)
        while let byte = text.popFirst() {
            switch byte {
            case UInt8(ascii: "\""):
                let size = numbers()
                guard size.count == 4 else { return false }
                (width, height) = (size[2], size[3])
                pixels = Array(repeating: Array(repeating: nil, count: width), count: height)
            case UInt8(ascii: "#"):
                let values = numbers()
                guard let number = values.first, number < 256 else { return false }
                color = number
                guard values.count > 1 else { continue }
                guard values.count == 5, values[1] == 2, values[2...].allSatisfy({ $0 <= 100 })
                else { return false }
                colors[number] = SIMD3(values[2], values[3], values[4])
            case UInt8(ascii: "$"): column = 0
            case UInt8(ascii: "-"): (column, top) = (0, top + 6)
            case UInt8(ascii: "!"):
                guard let count = numbers().first, let next = text.popFirst(),
                    set(next, count, &column, top, color)
                else { return false }
            default: guard set(byte, 1, &column, top, color) else { return false }
            }
        }
        return true
    }

    private mutating func set(
        _ byte: UInt8,
        _ count: Int,
        _ column: inout Int,
        _ top: Int,
        _ color: Int
    ) -> Bool {
        guard (63...126).contains(byte), let shown = colors[color] else { return false }
        for _ in 0..<count {
            for bit in 0..<6 where (byte - 63) >> UInt8(bit) & 1 == 1 {
                guard top + bit < height, column < width else { return false }
                pixels[top + bit][column] = shown
            }
            column += 1
        }
        return true
    }
}
