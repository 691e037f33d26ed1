import Testing

@testable import GalleryServer

struct AddressTests {
    static let ranges: [(String?, ByteRange)] = [
        (nil, .all), ("bytes=0-9", .part(0..<10)), ("bytes=5-", .part(5..<100)),
        ("bytes=-7", .part(93..<100)), ("bytes=-700", .part(0..<100)),
        ("bytes=99-200", .part(99..<100)), ("bytes=100-", .outside), ("bytes=-0", .outside),
        ("bytes=9-5", .all), ("bytes=0-1,5-6", .all), ("items=0-5", .all), ("bytes=a-b", .all),
        ("bytes=--5", .all), ("bytes=99999999999999999999-", .all), ("BYTES=1-1", .part(1..<2)),
    ]

    @Test(arguments: ranges)
    func `a range of a file is what the standard says`(header: String?, range: ByteRange) {
        #expect(ByteRange(header, size: 100) == range)
    }

    @Test func `of an empty file there is no part`() {
        #expect(ByteRange("bytes=0-", size: 0) == .outside)
        #expect(ByteRange(nil, size: 0) == .all)
    }

    @Test(arguments: [
        ("localhost", true), ("LOCALHOST:8090", true), ("127.0.0.1:1", true), ("[::1]:8090", true),
        ("[::1]", true), ("photos.example:443", true), ("evil.example", false), ("", false),
        ("localhost.evil.example", false), ("localhost:", false), ("localhost:80x", false),
        ("127.0.0.1.nip.io:8090", false), ("evil@localhost", false),
    ])
    func `a server answers by its own names only`(name: String, isOwn: Bool) {
        #expect(Hosts(["photos.example"]).contains(name) == isOwn)
    }

    @Test(arguments: [
        ("192.168.1.7", true), ("192.168.1.7:8090", true), ("[fd00::7]:8090", true),
        ("[fd00::7]", true), ("fd00::7", false), ("nas.local", false),
        ("192.168.1.7.nip.io", false),
        ("192.168.1.7:", false), ("[192.168.1.7]", false), ("192.168.1", false),
        ("3232235783", false),
        ("localhost:8090", true),
    ])
    func `a server that others reach answers by addresses`(name: String, isOwn: Bool) {
        #expect(Hosts([], hasAddresses: true).contains(name) == isOwn)
        #expect(Hosts([]).contains(name) == (name == "localhost:8090"))
    }

    @Test(arguments: [
        ("B84E8479-475C-4727-A4A4-B77AA9980897.L0.001", true), ("", false),
        ("../../etc/passwd", false),
        ("a%2Fb", false), ("a b", false), (String(repeating: "A", count: 61), false), ("Ü", false),
    ])
    func `an identifier in an address is plain`(text: String, isOne: Bool) {
        #expect((PhotoID(address: text[...]) != nil) == isOne)
    }
}
