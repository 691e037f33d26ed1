/// Pictures in the sixel protocol of the VT340: bands of six rows, with a line of characters for each colour in a band.
enum SixelGraphics {
    /// Returns the commands that draw a picture at the cursor; transparent parts keep the existing content.
    static func commands(_ image: RasterImage) -> [UInt8] {
        let image = SixelImage(image)
        var text = Array("\u{1B}P0;1;0q\"1;1;\(image.width);\(image.height)".utf8)
        for (number, color) in image.palette.enumerated() {
            let percent = SixelPalette.percent(color)
            text += "#\(number);2;\(percent.x);\(percent.y);\(percent.z)".utf8
        }
        for top in stride(from: 0, to: image.height, by: 6) {
            addBand(image, top, to: &text)
            text.append(UInt8(ascii: "-"))
        }
        return text + "\u{1B}\\".utf8
    }

    private static func addBand(_ image: SixelImage, _ top: Int, to text: inout [UInt8]) {
        var rows = [[UInt8]](repeating: [], count: image.palette.count)
        for row in top..<min(top + 6, image.height) {
            for column in 0..<image.width {
                let index = Int(image.indices[row * image.width + column])
                guard index >= 0 else { continue }
                if rows[index].isEmpty {
                    rows[index] = [UInt8](repeating: 0, count: image.width)
                }
                rows[index][column] |= 1 << UInt8(row - top)
            }
        }
        var isFirst = true
        for (number, row) in rows.enumerated() where !row.isEmpty {
            if !isFirst { text.append(UInt8(ascii: "$")) }
            isFirst = false
            text += "#\(number)".utf8
            addRuns(row, to: &text)
        }
    }

    private static func addRuns(_ row: [UInt8], to text: inout [UInt8]) {
        var start = 0
        while start < row.count {
            var end = start + 1
            while end < row.count, row[end] == row[start] { end += 1 }
            // An empty end of a row can be omitted.
            if end == row.count, row[start] == 0 { return }
            let character = row[start] + 63
            if end - start > 3 {
                text += "!\(end - start)".utf8
                text.append(character)
            } else {
                text += [UInt8](repeating: character, count: end - start)
            }
            start = end
        }
    }
}
