import Foundation
import Testing

@testable import ChangeFeed

struct JSONBufferTests {
    private static func read(_ json: JSONBuffer) throws -> String? {
        let array = try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String]
        return array?.count == 1 ? array?.first : nil
    }

    private static let texts =
        (0...0x9F).compactMap(Unicode.Scalar.init).map { "a\($0)b" } + [
            "", "\"", "\\", "\\\"\\", "\r\n", "\u{0}\u{0}", "é", "\u{2028}", "\u{FFFD}", "😀",
            "</a>",
        ]

    @Test(arguments: texts)
    func `any text is read back from JSON, and no control character is in that as it is`(
        _ text: String
    ) throws {
        for isBytes in [false, true] {
            var json = JSONBuffer()
            json.beginArray()
            let isText = isBytes ? json.string(bytes: Array(text.utf8)) : true
            if !isBytes { json.string(text) }
            json.endArray()
            #expect(isText && json.bytes.allSatisfy { $0 >= 0x20 })
            #expect(try Self.read(json) == text)
        }
    }

    @Test
    func `what is no UTF-8 is shown by replacement characters, and said to be so`() throws {
        var json = JSONBuffer()
        json.beginArray()
        let isText = json.string(bytes: [0x61, 0xFF, 0x0A, 0x62])
        json.endArray()
        #expect(!isText)
        #expect(try Self.read(json) == "a\u{FFFD}\nb")
    }

    @Test
    func `numbers are those they were, and what JSON cannot say is null`() throws {
        let numbers: [Double?] = [
            0, -1, 0.1, 1e15, 1e16, -1e300, .leastNonzeroMagnitude, 1 / 3, nil, .infinity, .nan,
        ]
        var json = JSONBuffer()
        json.beginArray()
        for number in numbers { json.double(number) }
        json.integer(.min)
        json.endArray()
        let read = try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [Any]
        #expect(read?.prefix(8).map { $0 as? Double } == Array(numbers.prefix(8)))
        #expect(read?.dropFirst(8).prefix(3).allSatisfy { $0 is NSNull } == true)
        #expect((read?.last as? NSNumber)?.int64Value == .min && read?.count == 12)
    }

    @Test(arguments: [Int64.min, -1, 0, 1, .max], [nil, Int.min, -1_440, -1, 0, 839, .max])
    func `any instant at any offset has a date of four digits a year`(
        instant: Int64,
        offset: Int?
    ) throws {
        var json = JSONBuffer()
        json.beginArray()
        json.date(instant, offset: offset)
        json.endArray()
        let zone = offset.map { $0 == 0 ? "Z" : "[+-]([01][0-9]|2[0-3]):[0-5][0-9]" } ?? ""
        let pattern = try Regex(
            "[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}\(zone)"
        )
        let text = try #require(try Self.read(json))
        #expect(try pattern.wholeMatch(in: text) != nil, "\(text)")
    }
}
