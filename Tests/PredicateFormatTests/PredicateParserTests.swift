import PredicateFormat
import TestSupport
import Testing

/// A thing with some values.
struct Subject: PredicateSubject {
    var values: [PredicateKey: PredicateValue] = [:]

    func value(_ key: PredicateKey) -> PredicateValue { values[key] ?? .null }
}

struct PredicateParserTests {
    static let photo = Subject(values: [
        .localIdentifier: .text("ABC/L0/001"), .mediaType: .integer(1),
        .mediaSubtypes: .integer(9), .duration: .real(0), .pixelWidth: .integer(4_032),
        .isFavorite: .integer(1), .isHidden: .integer(0),
        .creationDate: .date(1_688_214_645_500_000),
        .cameraMake: .text("Apple"), .lensModel: .text("Caméra frontale"),
        .filename: .text("IMG_0001.HEIC"), .title: .text("Lido"), .caption: .text("At sea\nagain"),
        .keywords: .list([.text("beach"), .text("Été")]), .rating: .integer(4),
    ])

    static let holding = [
        "mediaType == 1", "mediaType = 1", "mediaType == image", "mediaType != video",
        "mediaType <> 2", "mediaType IN {1, 2}", "NOT mediaType IN {2, 3}",
        "(mediaSubtypes & 8) != 0", "NOT ((mediaSubtype & 2) != 0)",
        "mediaSubtypes CONTAINS photoPanorama", "mediaSubtypes contains photoLive",
        "favorite == YES", "isFavorite == true && hidden == NO", "!(hidden == YES)",
        "mediaType == 2 OR mediaType == 1", "mediaType == 2 || mediaType == 3 || favorite = 1",
        "(mediaType == 2) || ((mediaType == 1) AND (duration < 1.5))",
        "creationDate > \"2023-07-01\"", "creationDate < '2023-07-01 12:30:45.600'",
        "creationDate >= \"2023-07-01T14:30:45.5+02:00\"",
        "creationDate BETWEEN {'2023-07-01', '2023-07-02'}",
        "creationDate > CAST(709862400.5, 'NSDate')", "CAST(1, 'NSDate') < CAST(1.5, 'NSDate')",
        "creationDate < CAST(CAST(NOW(), 'NSNumber') - 0.25, 'NSDate')",
        "CAST(1, 'NSDate') IN {CAST(1, 'NSDate'), '2023-07-01'}",
        "CAST(CAST(5, 'NSDate'), 'NSNumber') == 5", "creationDate < CAST(63113904000, 'NSDate')",
        "\"2023-07-01\" =< creationDate", "creationDate < NOW()", "creationDate > NOW(-9000000000)",
        "NOT pixelWidth < 4032", "pixelWidth <= 4032", "NOT pixelWidth > 4032",
        "pixelWidth >= 4032",
        "pixelWidth < 4033", "NOT pixelWidth <= 4031", "pixelWidth > 4031",
        "NOT pixelWidth >= 4033",
        "pixelWidth BETWEEN {4000, 5000}", "pixelWidth * 2 == 8064", "pixelWidth - 32 = 4000",
        "pixelWidth / 10 == 403", "-pixelWidth < 0x10", "pixelWidth >= 4.032e3",
        "cameraMake BEGINSWITH 'App'", "cameraMake ==[c] 'APPLE'", "cameraMake ENDSWITH[c] 'LE'",
        "lensModel CONTAINS[cd] 'CAMERA'", "lensModel LIKE[d] 'Camera*'",
        "filename LIKE 'IMG_????.*'", "filename MATCHES 'IMG_[0-9]+\\\\.HEIC'",
        "filename matches[c] 'img.*'", "'IMG' IN filename", "cameraModel == NULL",
        "cameraMake != nil", "SELF == 'ABC/L0/001'", "SELF IN {'ABC/L0/001'}", "TRUEPREDICATE",
        "NOT FALSEPREDICATE", "#pixelWidth == 4032",
        "filename != 'a\n\u{6DB}b'", "filename != '\u{301}'", "NOT filename CONTAINS '\\\u{301}'",
        "filename < 'IMG_0002.HEIC'", "cameraModel != 'x'", "NOT cameraModel < 'x'",
        "filename BEGINSWITH[c] 'img_'", "NOT filename BEGINSWITH 'img_'",
        "NOT filename BEGINSWITH[d] 'img_'", "lensModel BEGINSWITH[cd] 'CAMÉRA'",
        "filename ENDSWITH[c] '.heic'", "NOT filename ENDSWITH '.heic'",
        "filename CONTAINS[c] 'g_0'", "NOT filename CONTAINS 'g_0'", "'img' IN[c] filename",
        "title == 'Lido'", "caption CONTAINS 'sea'", "assetDescription LIKE '*again'",
        "ANY keywords == 'beach'", "any keywords ==[cd] 'ETE'", "SOME keywords BEGINSWITH 'b'",
        "keywords CONTAINS 'beach'", "keywords CONTAINS[c] 'BEACH'", "'beach' IN keywords",
        "NONE keywords == 'bea'", "NOT keywords CONTAINS 'bea'", "ANY keywords CONTAINS 'bea'",
        "ANY keywords IN {'x', 'beach'}", "ANY keywords != 'beach'", "NOT (ANY keywords == title)",
        "ANY keywords MATCHES 'b.*h'", "ANY keywords BETWEEN {'b', 'c'}", "ANY keywords != nil",
        "rating >= 4", "rating BETWEEN {4, 5}", "NOT ANY keywords == NULL",
        "filename LIKE[c] 'img*'", "NOT filename LIKE 'img*'", "cameraMake IN[c] {'APPLE'}",
    ]

    @Test(arguments: holding)
    func `conditions of the format language hold for what they describe`(_ format: String) throws {
        let tree = try PredicateTree(format)
        #expect(tree.matches(Self.photo, now: 1_800_000_000_000_000))
        #expect(!PredicateTree.not(tree).matches(Self.photo, now: 1_800_000_000_000_000))
        #expect(try PredicateTree("\(tree)") == tree, "\(tree)")
    }

    /// Conditions with what they mean, every part in parentheses.
    static let precedences = [
        ("NOT mediaType == 2 AND favorite == 0", "(NOT (mediaType == 2)) AND (favorite == 0)"),
        ("NOT mediaType == 2 OR favorite == 0", "(NOT (mediaType == 2)) OR (favorite == 0)"),
        ("!mediaType == 2 && favorite == 0", "(NOT (mediaType == 2)) AND (favorite == 0)"),
        (
            "NOT NOT mediaType == 1 AND hidden == 1",
            "(NOT (NOT (mediaType == 1))) AND (hidden == 1)"
        ),
        ("hidden == 1 AND NOT favorite == 1", "(hidden == 1) AND (NOT (favorite == 1))"),
        (
            "mediaType == 1 OR favorite == 0 AND hidden == 1",
            "(mediaType == 1) OR ((favorite == 0) AND (hidden == 1))"
        ),
        (
            "mediaType == 1 AND favorite == 0 OR hidden == 0",
            "((mediaType == 1) AND (favorite == 0)) OR (hidden == 0)"
        ),
        ("pixelWidth == 2 + 3 * 4", "pixelWidth == (2 + (3 * 4))"),
        ("mediaSubtypes & 8 != 0", "((mediaSubtypes & 8) != 0)"),
    ]

    @Test(arguments: precedences)
    func `what is not in parentheses is read as if it were`(
        _ format: String,
        _ meaning: String
    ) throws {
        #expect(try PredicateTree(format) == PredicateTree(meaning))
    }

    @Test
    func `arguments take the places of their marks`() throws {
        let tree = try PredicateTree(
            "%K == %d AND localIdentifier IN %@ AND creationDate > %@ AND duration < %f",
            arguments: [
                .text("mediaType"), .integer(1), .list([.text("x"), .text("ABC/L0/001")]),
                .date(0), .real(2),
            ]
        )
        #expect(tree.matches(Self.photo, now: 0))
        #expect(
            try PredicateTree("SELF IN %@", arguments: [.list([])]).matches(Self.photo, now: 0)
                == false
        )
    }

    static let wrong: [(format: String, reason: String, position: Int)] = [
        ("", "no condition", 0), ("mediaType", "alone is no condition", 0),
        ("mediaType == 1 OR 5", "a value alone", 0), ("nothing == 1", "there is no key nothing", 0),
        ("mediaType == 1 AND foo = 2", "there is no key foo", 19),
        ("mediaType == 'x'", "a number cannot be compared with a text", 0),
        ("creationDate > 'soon'", "soon is not a date", 0),
        ("(mediaType == 1", ") is expected", 15),
        ("mediaType == ", "something is missing", 13), ("mediaType == 1)", "AND or OR", 14),
        ("cameraMake == 'x", "no closing '", 14),
        ("ANY mediaType == 1", "keys with several values", 4),
        ("mediaType == %@", "fewer arguments", 13), ("mediaType == $X", "variables", 13),
        ("duration BETWEEN {1}", "a list of two", 0), ("mediaType IN 5", "takes a list", 0),
        ("filename MATCHES '('", "no regular expression", 0), ("a.b == 1", "key paths", 0),
        ("mediaType ==[q] 1", "q is no option", 13), ("pixelWidth + 'a' == 1", "calculates", 0),
        ("sum(1) == 1", "function sum", 0), ("mediaType ~ 1", "~ means nothing", 10),
        ("localizedtitle2 == 'x'", "there is no key localizedtitle2", 0),
        ("isFavorit == YES", "isFavorit; did you mean isFavorite?", 0),
        ("favourite == YES", "favourite; did you mean favorite?", 0),
        ("pixelwdith > 1", "pixelwdith; did you mean pixelWidth?", 0),
        ("camera == 'x'", "camera; did you mean camera", 0),
        ("mediaType == vidoe", "no value vidoe of mediaType; did you mean video?", 13),
        ("hdr IN mediaSubtypes", "no value hdr of mediaSubtypes; did you mean photoHDR?", 0),
        ("mediaSubtypes CONTAINS panorama", "did you mean photoPanorama?", 23),
        ("mediaType IN {image, film}", "no value film of mediaType; there are unknown, image", 21),
        ("traits CONTAINS nightmod", "no value nightmod of traits; did you mean nightMode?", 16),
        ("xy == 1", "xy; there are SELF, ", 0), ("colour == 1", "colour; there are SELF, ", 0),
        ("keywords == 'x'", "write ANY keywords", 0), ("title IN keywords == 1", "AND or OR", 18),
        ("'x' == keywords", "write ANY keywords", 0), ("title < keywords", "write ANY keywords", 0),
        ("title IN {keywords}", "write ANY keywords", 0),
        ("ALL keywords == 'x'", "ANY and NONE are", 4),
        ("ANY keywords", "a comparison is expected", 12),
        ("ANY keywords == 1", "a text cannot be compared with a number", 4),
        ("ANY keywords IN {title, keywords}", "not with many", 4),
        ("rating == 'x'", "a number cannot be compared with a text", 0),
        ("mediaType BEGINSWITH 1", "compares texts", 0),
        ("$X.a == 1", "key paths", 0), ("a.@count == 1", "key paths", 0),
        ("creationDate > CAST(1e12, 'NSDate')", "CAST is for", 15),
        ("SUBQUERY(a, $x, $x == 1).@count > 0", "key paths", 0),
        ("a.@nothing == 1", "there is no @nothing", 2), ("a..b == 1", "name of a key", 2),
        ("a[x] == 1", "FIRST, LAST", 2), ("sqrt(1, 2) == 1", "takes one value", 0),
        ("foo(1) == 1", "function foo", 0), ("ANY a", "a comparison is expected", 5),
        ("SUBQUERY(a, b, c == 1).@count > 0", "a variable such as", 12),
        ("duration < 5x", "5x is not a number", 11), ("% == 1", "format argument", 0),
    ]

    @Test(arguments: wrong)
    func `what is wrong is said with its place`(
        _ sample: (format: String, reason: String, position: Int)
    ) {
        let error = #expect(throws: PredicateFormatError.self) { try PredicateTree(sample.format) }
        #expect(error?.reason.contains(sample.reason) == true, "\(error?.reason ?? "")")
        #expect(error?.position == sample.position)
    }

    @Test
    func `albums have keys of their own`() throws {
        let album = Subject(values: [.title: .text("Italy"), .estimatedAssetCount: .integer(3)])
        let tree = try PredicateTree(
            "localizedTitle = 'Italy' AND estimatedAssetCount > 2",
            about: .collection
        )
        #expect(tree.matches(album, now: 0))
        #expect(throws: PredicateFormatError.self) {
            try PredicateTree("mediaType == 1", about: .collection)
        }
    }

    @Test
    func `deep and long conditions are read or refused, never the end`() throws {
        for text in [
            "(", "NOT ", "!", "-", "{", "((mediaType == 1) OR ", "a.", "a[0].", "sum(",
            "CAST(", "SUBQUERY(a, $x, ", "ANY ", "NOW(",
        ] {
            let format = String(repeating: text, count: 10_000) + "mediaType == 1"
            #expect(throws: PredicateFormatError.self) { try PredicateTree(format) }
        }
        let chain = (0..<20_000).map { "pixelWidth == \($0)" }.joined(separator: " OR ")
        #expect(try PredicateTree(chain).matches(Self.photo, now: 0))
    }

    @Test
    func `random texts end in a condition or an error`() {
        let seed = Effort.seed
        var generator = SplitMix(state: seed)
        let words = [
            "mediaType", "==", "1", "AND", "OR", "NOT", "(", ")", "{", "}", ",", "'a'", "IN", "%@",
            "&",
            "creationDate", "'2020-01-01'", "[cd]", "BETWEEN", "CONTAINS", "-", "NULL", "NOW(", "#",
            "\"", "\\",
            "CAST(1.5, 'NSDate')", "CAST(NOW(), 'NSNumber')", "CAST(", "'NSDate'", "ANY", "$x",
            ".a",
            "filename", "LIKE", "1.5e", "0x", "é", "\u{0}",
        ]
        var (tries, accepted) = (0, 0)
        // Few are conditions: of some seeds none among so many.
        while tries < 20_000 || (accepted == 0 && tries < 1_000_000) {
            tries += 1
            let count = Int.random(in: 1...9, using: &generator)
            let text = (0..<count).map { _ in words.randomElement(using: &generator) ?? "" }
                .joined(separator: Bool.random(using: &generator) ? " " : "")
            guard let tree = try? PredicateTree(text, arguments: [.integer(1)]) else { continue }
            accepted += 1
            #expect((try? PredicateTree("\(tree)")) == tree, "seed \(seed): \(text) as \(tree)")
            _ = tree.matches(Self.photo, now: 0)
        }
        #expect(accepted > 0, "seed \(seed)")
    }
}

struct LikeTests {
    @Test(arguments: [
        ("abc", "abc", true), ("abc", "a*", true), ("abc", "*c", true), ("abc", "a?c", true),
        ("abc", "a?", false), ("", "*", true), ("", "", true), ("", "?", false),
        ("a*c", "a\\*c", true),
        ("abc", "a\\*c", false), ("aXbXc", "a*b*c", true), ("abab", "*ab", true), ("é", "?", true),
        ("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "*a*a*a*a*a*a*a*a*c", false),
    ])
    func `stars and question marks stand for characters`(text: String, pattern: String, holds: Bool)
    {
        #expect(TextMatch.holds(.like, text, pattern, []) == holds)
    }
}
