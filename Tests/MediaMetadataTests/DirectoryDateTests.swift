import MediaMetadata
import PhotoModel
import Testing

/// What the names of directories say of when the photos in them were taken.
struct DirectoryDateTests {
    /// The directories from the outermost in, and what they tell.
    private static let paths =
        [
            ("2019", "2019"), ("2019-07", "2019-07"), ("2019-07-14", "2019-07-14"),
            ("2019-07-14 Wedding", "2019-07-14"), ("20190714", "2019-07-14"),
            ("20190714 Sea", "2019-07-14"), ("2019.07.14", "2019-07-14"), ("2019_07", "2019-07"),
            ("2019.07 Sea", "2019-07"), ("2019 Italy", "2019"), ("2019_Italy", "2019"),
            ("Italy 2019", "2019"), ("Italy-2019", "2019"), ("Wedding 2019-07-14", "2019-07-14"),
            ("2019/07", "2019-07"), ("2019/07/14", "2019-07-14"), ("2019/7", "2019-07"),
            ("2019/07 Sea", "2019-07"), ("2019/07_July/14", "2019-07-14"),
            ("2019/07-14", "2019-07-14"), ("2019/07-14 Sea", "2019-07-14"),
            ("2019/07.14", "2019-07-14"), ("2019/2019-07", "2019-07"),
            ("2019/2019-07/2019-07-14", "2019-07-14"), ("2019/2019-07-14 Sea", "2019-07-14"),
            ("2019/2019-07/14", "2019-07-14"), ("2019/07/14/Canon", "2019-07-14"),
            ("2019/DCIM/100CANON", "2019"), ("2019/Sea/07", "2019"), ("2019/13", "2019"),
            ("2019/07/32", "2019-07"), ("2019/00", "2019"), ("2018/2019", "2019"),
            ("Photos/2019-07-14/selected", "2019-07-14"), ("2019-07-14/2020", "2020"),
            ("Photos from 2019", "2019"), ("2019/02/30", "2019-02"), ("2019/Album 3", "2019"),
            ("2019/1,234", "2019"), ("2019/07 14", "2019-07"), ("1911", "1911"),
            ("Sea", nil), ("07", nil), ("07/14", nil), ("DCIM/100CANON", nil), ("100_2019", nil),
            ("2019-2020", nil), ("1998-2004 Childhood", nil), ("3 of 2019", nil), ("1500", nil),
            ("2999", nil), ("IMG2019", nil), ("2019b", nil), ("20191", nil), ("+2019", nil),
            ("v.2019", nil), ("2019.5", nil), ("100ND750", nil), ("12345678", nil),
            ("1D4CAA6F-16C6-4C3D-901B-9387DE10E528", nil), ("192.168.2019", nil), ("2019,5", nil),
        ] as [(String, String?)]

    private static func told(_ path: String) -> DirectoryDate {
        path.split(separator: "/").reduce(DirectoryDate()) { $0.entering(Array($1.utf8)) }
    }

    /// The date of a photo whose file was last written to much later.
    private static func date(_ path: String, modified: Int64 = 1_780_000_000_000_000) -> String? {
        told(path).date(modified: modified, now: NameDateTests.now).map { "\($0.date)" }
    }

    @Test
    func `the nearest directory that tells counts, as far as it tells`() {
        for (path, expected) in Self.paths {
            let told = "\(Self.told(path))"
            let isThere = Self.date(path) != nil
            #expect((isThere ? told : nil) == expected, "\(path)")
        }
    }

    @Test
    func `a photo is taken to be of the beginning of what is told`() {
        #expect(Self.date("2019") == "2019-01-01T00:00:00.000")
        #expect(Self.date("2019/07") == "2019-07-01T00:00:00.000")
        #expect(Self.date("2019-07-14 Wedding") == "2019-07-14T00:00:00.000")
    }

    @Test(arguments: [
        ("2019", "2018-12-31T09:59:59", false), ("2019", "2018-12-31T10:00:00", true),
        ("2019", "2019-08-01T12:00:00", true), ("2019", "2020-01-01T11:59:59", true),
        ("2019", "2020-01-01T12:00:00", false), ("2019-12", "2019-12-31T23:00:00", true),
        ("2019-12", "2020-01-02T00:00:00", false), ("2019-02", "2019-03-01T11:00:00", true),
        ("2019-07-14", "2019-07-14T16:00:00", true), ("2019-07-14", "2019-07-15T13:00:00", false),
    ])
    func `a time of modification within it is the better one, in any zone`(
        path: String,
        modified: String,
        isWithin: Bool
    ) throws {
        let digits = modified.split { !$0.isNumber }.compactMap { Int($0) }
        try #require(digits.count == 6)
        let time = CivilTime(
            year: digits[0],
            month: digits[1],
            day: digits[2],
            hour: digits[3],
            minute: digits[4],
            second: digits[5]
        )
        #expect((Self.date(path, modified: time.microseconds) == nil) == isWithin)
    }

    @Test
    func `directories of the future tell nothing`() {
        #expect(Self.date("2026-06-02", modified: 0) == "2026-06-02T00:00:00.000")
        #expect(Self.date("2026-06-03", modified: 0) == nil)
        #expect(Self.date("2027", modified: 0) == nil)
    }

    @Test
    func `other words for the same make no difference`() {
        #expect(Self.told("2019-07 Sea") == Self.told("2019-07 Lake"))
        #expect(Self.told("Sea") == Self.told("Lake"))
        #expect(Self.told("2019") != Self.told("2019/Sea"))
        #expect(Self.told("2019").tellsTheSame(as: Self.told("2019/Sea")))
        #expect(!Self.told("2019").tellsTheSame(as: Self.told("2019-01")))
    }
}
