internal import CSystemCalls
internal import Glibc

/// The capabilities of a terminal.
package struct Terminal: Equatable, Sendable {
    /// The way to draw pictures on a terminal.
    package enum Graphics: Sendable {
        case kitty
        case sixel
        /// With characters in 24-bit colours.
        case characters
    }

    package var graphics: Graphics
    package var columns: Int
    package var rows: Int
    /// The size of a cell in pixels, or a common size if it is unknown.
    package var cellWidth: Int
    package var cellHeight: Int

    package init(
        graphics: Graphics,
        columns: Int,
        rows: Int,
        cellWidth: Int = 8,
        cellHeight: Int = 16
    ) {
        (self.graphics, self.columns, self.rows) = (graphics, columns, rows)
        (self.cellWidth, self.cellHeight) = (cellWidth, cellHeight)
    }

    /// The largest picture in its own pixels, leaving one line for the text after it.
    package var mostPixels: (width: Int, height: Int) {
        switch graphics {
        case .kitty, .sixel: (columns * cellWidth, max(rows - 1, 1) * cellHeight)
        case .characters: (columns, max(rows - 1, 1) * 2)
        }
    }

    /// Returns the bytes that draw a picture at the cursor, reduced if it is too large, and move to the next line.
    package func drawing(of image: RasterImage) -> [UInt8] {
        let (width, height) = mostPixels
        switch graphics {
        case .kitty where image.png != nil:
            // The terminal can reduce it itself.
            let share = Double(height * image.width) / Double(max(image.height, 1) * cellWidth)
            let isTooLarge = image.width > width || image.height > height
            let fitted = min(columns, max(1, Int(share)))
            return KittyGraphics.commands(image, columns: isTooLarge ? fitted : nil) + "\r\n".utf8
        case .kitty:
            let fitted = image.fitting(width: width, height: height)
            return KittyGraphics.commands(fitted, columns: nil) + "\r\n".utf8
        case .sixel:
            let fitted = image.fitting(width: width, height: height)
            return SixelGraphics.commands(fitted) + "\r\n".utf8
        case .characters: return HalfBlocks.lines(image.fitting(width: width, height: height))
        }
    }
}
