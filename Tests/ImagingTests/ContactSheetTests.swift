import Imaging
import TestSupport
import Testing

struct ContactSheetTests {
    private static func picture(_ width: Int, _ height: Int, _ pixel: [UInt8]) -> Picture {
        var picture = Picture(width: width, height: height, sourceWidth: 1, sourceHeight: 1)
        picture.pixels = (0..<width * height).flatMap { _ in pixel }
        return picture
    }

    private static func pixel(_ page: Picture, _ column: Int, _ row: Int) -> [UInt8] {
        let position = 4 * (row * page.width + column)
        return Array(page.pixels?[position..<position + 4] ?? [])
    }

    /// What is not white, as a picture in text.
    private static func text(_ page: Picture, _ left: Int, _ top: Int, _ width: Int, _ height: Int)
        -> [String]
    {
        (top..<top + height).map { row in
            (left..<left + width).map { pixel(page, $0, row)[0] < 255 ? "#" : "." }.joined()
        }
    }

    @Test
    func `pictures lie in the middle of their cells, on white`() throws {
        let sheet = try #require(
            ContactSheet(cellWidth: 40, cellHeight: 30, columns: 3, rows: 2, gap: 10)
        )
        #expect(sheet.cellsPerPage == 6)
        let colors: [[UInt8]] = [
            [200, 0, 0, 255], [0, 200, 0, 255], [0, 0, 200, 255], [9, 9, 9, 255],
        ]
        let page = try #require(
            sheet.page(colors.map { ContactSheet.Cell(Self.picture(20, 30, $0), caption: "") })
        )
        #expect((page.width, page.height) == (160, 10 + 2 * 51))
        #expect(page.pixels?.count == 4 * 160 * 112)
        for row in 0..<page.height {
            for column in 0..<page.width {
                let (x, y) = (column - 10, row - 10)
                let number = y / 51 * 3 + x / 50
                let isIn =
                    x >= 0 && y >= 0 && (10..<30).contains(x % 50) && y % 51 < 30 && number < 4
                let expected: [UInt8] = isIn ? colors[number] : [255, 255, 255, 255]
                #expect(Self.pixel(page, column, row) == expected)
            }
        }
    }

    @Test
    func `a page is as high as its pictures need, and none has too many`() throws {
        let sheet = try #require(
            ContactSheet(cellWidth: 10, cellHeight: 10, columns: 2, rows: 3, gap: 0)
        )
        let cell = ContactSheet.Cell(nil, caption: "")
        for (count, height) in [(1, 21), (2, 21), (3, 42), (6, 63)] {
            let page = sheet.page([ContactSheet.Cell](repeating: cell, count: count))
            #expect(page?.height == height)
        }
        #expect(sheet.page([]) == nil)
        #expect(sheet.page([ContactSheet.Cell](repeating: cell, count: 7)) == nil)
    }

    @Test
    func `captions are written below, others than ASCII as boxes`() throws {
        let sheet = try #require(
            ContactSheet(cellWidth: 29, cellHeight: 5, columns: 1, rows: 1, gap: 2)
        )
        let page = try #require(
            sheet.page([
                ContactSheet.Cell(Self.picture(5, 5, [0, 0, 0, 0]), caption: "A~gé\u{1F600}")
            ])
        )
        #expect(
            Self.text(page, 2, 10, 29, 7) == [
                ".###..............#####.#####",
                "#...#........####.#...#.#...#",
                "#...#..#....#...#.#...#.#...#",
                "#...#.#.#.#.#...#.#...#.#...#",
                "#####....#...####.#...#.#...#",
                "#...#...........#.#...#.#...#",
                "#...#........###..#####.#####",
            ]
        )
        // Nowhere else is ink.
        #expect(Self.text(page, 0, 0, 33, 10).allSatisfy { $0.allSatisfy { $0 == "." } })
        #expect(Self.text(page, 0, 17, 33, 3).allSatisfy { $0.allSatisfy { $0 == "." } })
    }

    @Test
    func `a long caption stays in its cell, with its beginning and its end`() throws {
        let sheet = try #require(
            ContactSheet(cellWidth: 60, cellHeight: 5, columns: 1, rows: 1, gap: 9)
        )
        func page(_ caption: String) -> [UInt8]? {
            sheet.page([ContactSheet.Cell(nil, caption: caption)])?.pixels
        }
        #expect(page("IMG_20240102_123456.jpg") == page("IMG..6.jpg"))
        #expect(page("IMG_200240") != page("IMG..00240"))
        let full = try #require(
            sheet.page([ContactSheet.Cell(nil, caption: String(repeating: "W", count: 99))])
        )
        for row in 15..<full.height {
            for column in [0..<9, 69..<78].joined() {
                #expect(Self.pixel(full, column, row) == [255, 255, 255, 255])
            }
        }
    }

    @Test
    func `paper shows through what is transparent`() throws {
        let sheet = try #require(
            ContactSheet(cellWidth: 1, cellHeight: 1, columns: 3, rows: 1, gap: 0)
        )
        let page = try #require(
            sheet.page(
                ([0, 51, 255] as [UInt8]).map {
                    ContactSheet.Cell(Self.picture(1, 1, [0, 100, 255, $0]), caption: "")
                }
            )
        )
        #expect(Self.pixel(page, 0, 0) == [255, 255, 255, 255])
        #expect(Self.pixel(page, 1, 0) == [204, 224, 255, 255])
        #expect(Self.pixel(page, 2, 0) == [0, 100, 255, 255])
    }

    @Test
    func `a picture too large is cut, and one without pixels is a frame`() throws {
        let sheet = try #require(
            ContactSheet(cellWidth: 3, cellHeight: 3, columns: 2, rows: 1, gap: 0)
        )
        var large = Self.picture(5, 7, [0, 0, 0, 255])
        large.pixels = (0..<35).flatMap { [UInt8($0), 0, 0, 255] }
        var broken = Self.picture(3, 3, [1, 1, 1, 255])
        broken.pixels?.removeLast()
        let page = try #require(
            sheet.page([
                ContactSheet.Cell(large, caption: ""), ContactSheet.Cell(broken, caption: ""),
            ])
        )
        // The middle of five by seven.
        #expect((0..<3).map { Self.pixel(page, $0, 0)[0] } == [11, 12, 13])
        #expect((0..<3).map { Self.pixel(page, $0, 2)[0] } == [21, 22, 23])
        #expect(Self.text(page, 3, 0, 3, 3) == ["###", "#.#", "###"])
    }

    @Test(arguments: [
        (0, 1, 1, 1, 0), (1, 0, 1, 1, 0), (1, 1, 0, 1, 0), (1, 1, 1, 0, 0), (1, 1, 1, 1, -1),
        (16_000, 16_000, 2, 1, 0), (.max, .max, .max, .max, .max),
    ])
    func `a layout that cannot be is none`(
        width: Int,
        height: Int,
        columns: Int,
        rows: Int,
        gap: Int
    ) {
        let sheet = ContactSheet(
            cellWidth: width,
            cellHeight: height,
            columns: columns,
            rows: rows,
            gap: gap
        )
        #expect(sheet == nil)
    }
}
