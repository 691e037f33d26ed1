/// A page of small pictures with captions on white.
package struct ContactSheet: Sendable {
    /// One picture of a page.
    package struct Cell: Sendable {
        /// The picture with its pixels, cropped on all sides if it is larger than the cell; nil draws a frame.
        package var picture: Picture?
        package var caption: String

        package init(_ picture: Picture?, caption: String) {
            (self.picture, self.caption) = (picture, caption)
        }
    }

    private static let mostPixels = 1 << 28
    private let cellWidth: Int
    private let cellHeight: Int
    private let columns: Int
    private let rows: Int
    private let gap: Int
    /// The number of the page's pixels per pixel of the font, across and down.
    private let textScale: Int

    /// The number of pictures on a page.
    package var cellsPerPage: Int { columns * rows }

    /// Lays out a page; nil if it would have no pixels or too many.
    ///
    /// - Parameters:
    ///   - cellWidth: The greatest width of a picture, in pixels.
    ///   - cellHeight: The greatest height of a picture, in pixels.
    ///   - columns: The number of pictures in a row.
    ///   - rows: The greatest number of rows.
    ///   - gap: The distance between the pictures, and to the edges.
    package init?(cellWidth: Int, cellHeight: Int, columns: Int, rows: Int, gap: Int = 12) {
        let sides = 1...1 << 14
        guard sides.contains(cellWidth), sides.contains(cellHeight), sides.contains(columns),
            sides.contains(rows), (0...1 << 10).contains(gap)
        else { return nil }
        (self.cellWidth, self.cellHeight) = (cellWidth, cellHeight)
        (self.columns, self.rows, self.gap) = (columns, rows, gap)
        textScale = cellWidth >= 200 ? 2 : 1
        guard width * height(rows: rows) <= Self.mostPixels else { return nil }
    }

    /// Draws a page of at most ``cellsPerPage`` pictures, no higher than they need.
    ///
    /// - Returns: The page, with its pixels; nil without pictures.
    package func page(_ cells: some Collection<Cell>) -> Picture? {
        guard !cells.isEmpty, cells.count <= cellsPerPage else { return nil }
        let height = height(rows: (cells.count + columns - 1) / columns)
        var canvas = Canvas(width: width, height: height)
        for (number, cell) in cells.enumerated() {
            let left = gap + number % columns * (cellWidth + gap)
            let top = gap + number / columns * (cellHeight + captionHeight + gap)
            draw(cell, left, top, on: &canvas)
        }
        var page = Picture(width: width, height: height, sourceWidth: width, sourceHeight: height)
        page.pixels = canvas.pixels
        return page
    }

    private var width: Int { gap + columns * (cellWidth + gap) }
    private var captionHeight: Int { (BitmapFont.height + 4) * textScale }

    private func height(rows: Int) -> Int { gap + rows * (cellHeight + captionHeight + gap) }

    private func draw(_ cell: Cell, _ left: Int, _ top: Int, on canvas: inout Canvas) {
        if let picture = cell.picture, let pixels = picture.pixels,
            picture.width > 0, picture.height > 0,
            pixels.count == 4 * picture.width * picture.height
        {
            let (across, down) = (cellWidth - picture.width, cellHeight - picture.height)
            let part = Canvas.Part(
                left: max(0, -across / 2),
                top: max(0, -down / 2),
                width: min(picture.width, cellWidth),
                height: min(picture.height, cellHeight)
            )
            canvas.draw(
                pixels,
                picture.width,
                part,
                left + max(0, across / 2),
                top + max(0, down / 2)
            )
        } else {
            canvas.drawFrame(left, top, cellWidth, cellHeight)
        }
        let most = (cellWidth + textScale) / (BitmapFont.advance * textScale)
        let caption = BitmapFont.shortened(cell.caption, to: most)
        let length = caption.count * BitmapFont.advance * textScale - textScale
        let start = left + max(0, (cellWidth - length) / 2)
        canvas.draw(caption, start, top + cellHeight + 3 * textScale, scale: textScale)
    }
}
