import Foundation
import Photos
import Testing

/// Something of an app's own that says itself what it has.
private final class Track: NSObject, NSKeyValueCoding {
    let title: String
    let artist: Artist

    init(_ title: String, by artist: Artist) {
        (self.title, self.artist) = (title, artist)
    }

    func value(forKey key: String) -> Any? {
        switch key {
        case "title": title
        case "artist": artist
        case "shout": title.uppercased()
        default: nil
        }
    }
}

/// Something that says nothing of itself.
private struct Artist {
    enum Genre: String { case jazz, rock }

    let name: String
    var born: Date?
    var genre: Genre?
}

private class Vehicle {
    let wheels = 4
}

private final class Car: Vehicle {
    let maker: String? = "Volvo"
}

/// Predicates on an app's own data.
struct OwnDataPredicateTests {
    private static let texts: [(format: String, text: String, holds: Bool)] = [
        ("SELF == 'abc'", "abc", true), ("SELF == 'abc'", "abd", false),
        ("self ==[c] 'ABC'", "abc", true), ("SELF ==[cd] 'CAFE'", "café", true),
        ("SELF != 'x'", "abc", true),
        ("SELF MATCHES '[A-Z0-9._]+@[a-z]+\\\\.org'", "A@b.org", true),
        ("SELF MATCHES '[a-z]+'", "abc1", false), ("SELF MATCHES '('", "(", false),
        ("SELF CONTAINS[cd] 'AF'", "café", true), ("SELF CONTAINS 'AF'", "café", false),
        ("SELF BEGINSWITH 'IMG'", "IMG_1", true), ("SELF BEGINSWITH[c] 'img'", "IMG_1", true),
        ("SELF ENDSWITH '.jpg'", "a.jpg", true), ("SELF LIKE 'a*?'", "abc", true),
        ("SELF LIKE[cd] 'CAF?'", "café", true), ("SELF IN {'a', 'b'}", "b", true),
        ("SELF IN 'abc'", "b", true), ("SELF IN[c] {'A'}", "a", true), ("SELF < 'b'", "a", true),
        ("SELF BETWEEN {'a', 'c'}", "b", true), ("SELF.length > 3", "four", true),
        ("length == 3", "four", false), ("SELF.lowercaseString == 'a'", "A", true),
        ("SELF.intValue == 12", "12", true), ("uppercase(SELF) == 'A'", "a", true),
        ("length(SELF) == 2", "ab", true), ("SELF == 5", "5", false), ("SELF == nil", "", false),
        ("CAST(SELF, 'NSNumber') > 9", "10", true), ("TRUEPREDICATE", "", true),
        ("FALSEPREDICATE", "", false), ("NOT SELF == 'a' AND SELF != 'b'", "c", true),
    ]

    @Test(arguments: texts)
    func `texts are compared as they are`(_ sample: (format: String, text: String, holds: Bool)) {
        let predicate = NSPredicate(format: sample.format)
        #expect(predicate.evaluate(with: sample.text) == sample.holds)
        #expect(predicate.evaluate(with: NSString(string: sample.text)) == sample.holds)
    }

    @Test
    func `numbers, dates and what stands for them are compared by what they mean`() {
        let numbers: [Any] = [5, 5.0, Int64(5), UInt8(5), Float(5), NSNumber(value: 5), CGFloat(5)]
        for number in numbers {
            for format in [
                "SELF == 5", "SELF > 4.5", "SELF BETWEEN {1, 5}", "SELF IN {1, 5}", "SELF + 1 == 6",
                "SELF & 4 != 0", "CAST(SELF, 'NSString') == '5'", "max(SELF, 9) == 9",
                "sqrt(SELF * 5) == 5", "abs(-SELF) == 5", "floor(SELF + 0.5) == 5",
            ] {
                #expect(NSPredicate(format: format).evaluate(with: number), "\(format) \(number)")
            }
            #expect(!NSPredicate(format: "SELF < 5 OR SELF == '5'").evaluate(with: number))
        }
        let day = Date(timeIntervalSinceReferenceDate: 100)
        for format in [
            "SELF == CAST(100, 'NSDate')", "CAST(SELF, 'NSNumber') == 100", "SELF < now()",
            "SELF > '2001-01-01'", "SELF < NOW(-60)", "SELF.timeIntervalSinceReferenceDate == 100",
        ] {
            #expect(NSPredicate(format: format).evaluate(with: day), "\(format)")
        }
        #expect(NSPredicate(format: "SELF == %@", day as NSDate).evaluate(with: day))
        #expect(NSPredicate(format: "SELF == YES").evaluate(with: true))
        let link = URL(fileURLWithPath: "/a")
        #expect(NSPredicate(format: "SELF == %@", argumentArray: [link]).evaluate(with: link))
        #expect(!NSPredicate(format: "SELF == %@", argumentArray: [UUID()]).evaluate(with: link))
    }

    private static var person: [String: Any] {
        [
            "name": "Zoë", "age": 41, "isMember": true, "nothing": NSNull(),
            "born": Date(timeIntervalSinceReferenceDate: 0),
            "address": ["city": "Bern", "lines": ["a", "b", "c"]] as [String: Any],
            "tags": [["name": "x", "weight": 2], ["name": "y", "weight": 5]] as [[String: Any]],
            "scores": [3, 1, 2, 3], "groups": [["a", "b"], ["b"]], "any": 1,
            "kinds": Set(["p", "q"]),
        ]
    }

    private static let keys: [(format: String, holds: Bool)] = [
        ("name == 'Zoë'", true), ("name CONTAINS[cd] 'zoe'", true), ("age > 40 AND age < 42", true),
        ("isMember == YES", true), ("isMember == FALSE", false), ("nothing == nil", true),
        ("missing == nil", true), ("missing != nil", false), ("missing > 3", false),
        ("NOT missing > 3", true), ("missing == 'x'", false), ("image == nil", true),
        ("Name == nil", true), ("address.city == 'Bern'", true), ("address.zip == nil", true),
        ("address.city.length == 4", true), ("SELF.address.city BEGINSWITH 'B'", true),
        ("tags.@count == 2", true), ("ANY tags.name == 'y'", true), ("ANY tags.name == 'z'", false),
        ("SOME tags.weight > 4", true), ("ALL tags.weight > 1", true),
        ("ALL tags.weight > 2", false), ("NONE tags.name IN {'a', 'b'}", true),
        ("ANY tags.name LIKE[c] 'X*'", true), ("ANY missing.name == 'x'", false),
        ("scores.@max == 3", true), ("scores.@min == 1", true), ("scores.@sum == 9", true),
        ("scores.@avg == 2.25", true), ("tags.@max.weight == 5", true),
        ("@count == 11", true), ("sum(scores) == 9 AND average({1, 3}) == 2", true),
        ("tags.@sum.weight == 7", true), ("count(scores.@distinctUnionOfObjects.self) == 3", true),
        ("count(groups.@unionOfArrays.self) == 3", true),
        ("groups.@distinctUnionOfArrays == {'a', 'b'}", true), ("scores CONTAINS 2", true),
        ("2 IN scores", true), ("4 IN scores", false), ("'p' IN kinds", true),
        ("scores == {3, 1, 2, 3}", true), ("scores[0] == 3 AND scores[LAST] == 3", true),
        ("scores[1] == scores[2] - 1", true), ("scores[9] == nil", true),
        ("scores[SIZE] == 4", true),
        ("address.lines[FIRST] == 'a'", true), ("tags[1].name == 'y'", true),
        ("SUBQUERY(tags, $t, $t.weight > 1 AND $t.name == 'x').@count == 1", true),
        ("SUBQUERY(scores, $s, $s == 3).@count == 2", true), ("#any == 1", true),
        ("born < CAST(1, 'NSDate')", true), ("age BETWEEN {40, 42}", true),
        ("age BETWEEN scores", false), ("CAST(age, 'NSString') ENDSWITH '1'", true),
    ]

    @Test(arguments: keys)
    func `dictionaries are asked by the names of their keys`(
        _ sample: (format: String, holds: Bool)
    ) {
        let predicate = NSPredicate(format: sample.format)
        #expect(predicate.evaluate(with: Self.person) == sample.holds)
        let copy = NSMutableDictionary()
        for (key, value) in Self.person { copy.setObject(value, forKey: NSString(string: key)) }
        #expect(predicate.evaluate(with: copy) == sample.holds)
        // What it prints means the same.
        let printed = NSPredicate(format: "\(predicate)")
        #expect(printed.evaluate(with: Self.person) == sample.holds, "\(predicate)")
        #expect(printed == predicate)
    }

    @Test
    func `objects are asked for their keys, and for stored properties where they have none`() {
        let artist = Artist(name: "Miles", born: nil, genre: .jazz)
        let track = Track("Blue in Green", by: artist)
        for format in [
            "title CONTAINS 'in'", "shout == 'BLUE IN GREEN'", "artist.name == 'Miles'",
            "artist.born == nil", "artist.genre == 'jazz'", "unknown == nil",
        ] {
            #expect(NSPredicate(format: format).evaluate(with: track), "\(format)")
        }
        #expect(NSPredicate(format: "wheels == 4 AND maker == 'Volvo'").evaluate(with: Car()))
        #expect(NSPredicate(format: "SELF == %@", track).evaluate(with: track))
        let other = Track("So What", by: artist)
        #expect(!NSPredicate(format: "SELF IN %@", [other]).evaluate(with: track))
        #expect(NSPredicate(format: "SELF IN %@", [other, track]).evaluate(with: track))
        #expect(track.value(forKeyPath: "artist.name") as? String == "Miles")
        #expect(track.value(forKeyPath: "artist..name") == nil)
        let found = NSArray(array: [track, other])
            .filtered(using: NSPredicate(format: "title BEGINSWITH 'So'"))
        #expect(found.count == 1)
    }

    @Test
    func `nothing has no keys and equals nothing`() {
        #expect(NSPredicate(format: "SELF == nil AND a.b == nil").evaluate(with: nil))
        #expect(!NSPredicate(format: "SELF == 1 OR a > 1").evaluate(with: nil))
    }

    @Test
    func `variables get their values when they are replaced, or when it is asked`() {
        let template = NSPredicate(format: "age > $LEAST AND name == $NAME")
        let values: [String: Any] = ["LEAST": 40, "NAME": "Zoë"]
        #expect(template.evaluate(with: Self.person, substitutionVariables: values))
        let made = template.withSubstitutionVariables(values)
        #expect(made.evaluate(with: Self.person))
        #expect("\(made)" == "age > 40 AND name == \"Zoë\"")
        let half = template.withSubstitutionVariables(["LEAST": 99])
        #expect("\(half)" == "age > 99 AND name == $NAME")
        #expect(!half.evaluate(with: Self.person, substitutionVariables: ["NAME": "Zoë"]))
        let compound = NSCompoundPredicate(orPredicateWithSubpredicates: [
            template, NSPredicate { _, variables in variables?["NAME"] as? String == "Max" },
        ])
        let max: [String: Any] = ["LEAST": 99, "NAME": "Max"]
        #expect(compound.withSubstitutionVariables(max).evaluate(with: Self.person))
        #expect(compound.evaluate(with: Self.person, substitutionVariables: max))
    }

    @Test
    func `conditions of text, of blocks and of values are put together`() {
        let young = NSPredicate(format: "age < %d", 18)
        let named = NSPredicate { object, _ in (object as? [String: Any])?["name"] != nil }
        let compounds: [(NSPredicate, Bool)] = [
            (NSCompoundPredicate(andPredicateWithSubpredicates: [named, young]), false),
            (NSCompoundPredicate(orPredicateWithSubpredicates: [young, named]), true),
            (
                NSCompoundPredicate(andPredicateWithSubpredicates: [
                    NSCompoundPredicate(notPredicateWithSubpredicate: young),
                    NSPredicate(value: true),
                ]), true
            ),
        ]
        for (compound, holds) in compounds {
            #expect(compound.evaluate(with: Self.person) == holds)
        }
    }
}
