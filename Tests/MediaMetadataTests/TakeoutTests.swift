import MediaMetadata
import PhotoModel
import TestSupport
import Testing

/// The JSON files of Google Takeout.
struct TakeoutTests {
    private static let whole = """
        {
          "title": "IMG_1234.JPG",
          "description": "A \\"day\\" at the sea \\u00e9",
          "imageViews": "3",
          "creationTime": { "timestamp": "1700000000", "formatted": "14.11.2023, 22:13:20 UTC" },
          "photoTakenTime": { "timestamp": "1603730312", "formatted": "26.10.2020, 16:38:32 UTC" },
          "geoData": { "latitude": 48.5, "longitude": -11.25, "altitude": 512.5,
            "latitudeSpan": 0.0, "longitudeSpan": 0.0 },
          "geoDataExif": { "latitude": 0.0, "longitude": 0.0, "altitude": 0.0 },
          "people": [{ "name": "Jo Doe" }, { "name": "Mo {[" }],
          "favorited": true,
          "googlePhotosOrigin": { "mobileUpload": { "deviceFolder": { "localFolderName": "" },
            "deviceType": "ANDROID_PHONE" } }
        }
        """

    private func read(_ text: String) throws -> FileMetadata {
        try Sample.read(Array(text.utf8), name: "IMG_1234.JPG.json")
    }

    @Test
    func `date, place and favorite are read, people are not`() throws {
        let metadata = try read(Self.whole)
        #expect(metadata.format == .takeoutSidecar)
        #expect(metadata.unreadableReason == nil)
        #expect(metadata.date.map { "\($0)" } == "2020-10-26T16:38:32.000Z")
        #expect(metadata.date?.source == .takeout)
        #expect(metadata.location == Location(latitude: 48.5, longitude: -11.25, altitude: 512.5))
        #expect(metadata.traits == .marksFavorite)
        #expect(metadata.extended?.caption == "A \"day\" at the sea é")
        #expect(!metadata.evidence.contains { $0.detail.contains("Doe") })
    }

    @Test(arguments: [
        (#"\ud83d\ude00 \u00fc\u4e2d"#, "😀 ü中"), (#"a\nb\tc"#, "a\nb\tc"),
        (#"\\ \/ \" é"#, #"\ / " é"#), (#"\ud83d x"#, "\u{FFFD} x"), (#"\u00"#, "\u{FFFD}"),
        (#"\u001b[31mred\u0000"#, "[31mred"), ("", nil), (#" \n "#, nil),
    ])
    func `a description is a caption, its escapes resolved`(
        written: String,
        caption: String?
    ) throws {
        let start = #"{"photoTakenTime":{"timestamp":"1"},"description":""#
        let metadata = try read(start + written + #""}"#)
        #expect(metadata.unreadableReason == nil)
        #expect(metadata.extended?.caption == caption)
    }

    @Test
    func `of a long description the beginning is kept`() throws {
        let start = #"{"photoTakenTime":{"timestamp":"1"},"description":""#
        let long = start + String(repeating: #"\u00e9x"#, count: 20_000) + #""}"#
        let caption = try #require(try read(long).extended?.caption)
        #expect(caption.hasPrefix("éxéx") && caption.utf8.count <= 4_096)
        #expect(caption.utf8.count > 4_000)
    }

    @Test
    func `the place of the camera goes before that which Google knows`() throws {
        let text = """
            {"photoTakenTime":{"timestamp":"-86400"},
            "geoData":{"latitude":1,"longitude":2,"altitude":0},
            "geoDataExif":{"latitude":3.5e0,"longitude":-4,"altitude":0}}
            """
        let metadata = try read(text)
        #expect(metadata.location == Location(latitude: 3.5, longitude: -4))
        #expect(metadata.date.map { "\($0)" } == "1969-12-31T00:00:00.000Z")
        #expect(metadata.traits.isEmpty)
    }

    @Test(arguments: [
        #"{"photoTakenTime":{"timestamp":"0"}}"#, #"{"photoTakenTime":{"timestamp":"soon"}}"#,
        #"{"photoTakenTime":{"timestamp":"99999999999999999999"}}"#,
        #"{"photoTakenTime":{"timestamp":"99999999999"},"geoData":{"latitude":91,"longitude":0}}"#,
        #"{"photoTakenTime":{"timestamp":"0"},"geoData":{"latitude":"nan","longitude":"inf"}}"#,
    ])
    func `what cannot be is not taken`(text: String) throws {
        let metadata = try read(text)
        #expect(metadata.unreadableReason == nil)
        #expect(metadata.date == nil && metadata.location == nil)
    }

    @Test(arguments: [
        "x", "[]", "{", "{}", "null", #"{"a":1}"#, #"{"photoTakenTime":{"timestamp":"1"}"#,
        #"{"photoTakenTime":{"timestamp":"1}"#, #"{"photoTakenTime":1}"#, #"{"a\"#, "{\"\u{0}",
        #"{"people":[}],"photoTakenTime":{"timestamp":"1"}}"#,
        String(repeating: "[", count: 10_000),
        String(repeating: #"{"a":"#, count: 10_000),
        "{\"a\":" + String(repeating: "[", count: 99_999),
    ])
    func `what is no file of Takeout is said to be none`(text: String) throws {
        let metadata = try read(text)
        #expect(metadata.unreadableReason != nil)
        #expect(metadata.date == nil)
    }

    @Test
    func `it costs no more than its bytes`() throws {
        let many = (0..<60_000).map { "\"k\($0)\":1" }.joined(separator: ",")
        let text = #"{"photoTakenTime":{"timestamp":"1603730312"},"# + many + "}"
        #expect(try read(text).date?.source == .takeout)
        let long = #"{"description":""# + String(repeating: "x", count: 2 << 20) + #""}"#
        #expect(try read(long).unreadableReason != nil)
    }

    /// No beginning of the file, and no byte of it changed, makes it anything but metadata.
    @Test
    func `damaged files are read to an end`() throws {
        let seed = Effort.seed
        var random = SplitMix(state: seed)
        let bytes = Array(Self.whole.utf8)
        for end in stride(from: 0, to: bytes.count, by: 7) {
            let metadata = try Sample.read(Array(bytes[..<end]), name: "a.jpg.json")
            #expect(metadata.unreadableReason != nil || end == bytes.count)
        }
        for index in stride(from: 0, to: bytes.count, by: 5) {
            var damaged = bytes
            damaged[index] = UInt8.random(in: 0...255, using: &random)
            let metadata = try Sample.read(damaged, name: "a.jpg.json")
            #expect(metadata.format == .takeoutSidecar, "byte \(index), seed \(seed)")
        }
    }
}
