import Catalogue
import Testing

struct MigrationTests {
    /// The FNV-1a hash of each migration's text.
    ///
    /// Nothing in here changes; another migration gets a line.
    private static let hashes: [String: UInt64] = [
        "1": 0x7EFE_3300_E712_0099,
        "2": 0xE92B_F053_B581_6A7C,
        "3": 0x1D63_7473_C91A_C669,
        "4": 0x6B2E_CBD2_15A7_6E2B,
        "5": 0x674B_BFB2_98B6_54E6,
        "6": 0xC663_7783_95EF_3AF9,
        "7": 0xC54D_1E9D_7D33_5527,
        "8": 0x3B53_A291_6369_2D3E,
        "9": 0x71FE_01F6_BBAA_3824,
        "10": 0x1010_5550_CF24_45DE,
        "11": 0x461B_81FA_0B28_3D41,
    ]

    private static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    @Test(arguments: Schema.migrations.map(\.name))
    func `a migration stays the text it was`(_ name: String) throws {
        let text = try #require(Schema.migrations.first { $0.name == name }).sql
        #expect(
            Self.hashes[name] == Self.hash(text),
            """
            catalogues have gone through migration "\(name)" as it was, so it is to stay that way; \
            add another migration for what is to be different
            """
        )
    }

    @Test
    func `no migration is left out or comes before another`() {
        let names = Schema.migrations.map(\.name)
        #expect(names == (1...Self.hashes.count).map(String.init))
    }
}
