import Foundation
import PhotoModel
import TestSupport
import Testing

struct CaptureDateTests {
    @Test
    func `civil time and microseconds are inverse, and agree with Foundation`() throws {
        let seed = Effort.seed
        var generator = SplitMix(state: seed)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        for _ in 0..<2_000 {
            // 1826 to 2100; Foundation goes by the Gregorian calendar in all of it.
            let seconds = Int64.random(in: -4_500_000_000...4_100_000_000, using: &generator)
            let micro = Int64.random(in: 0..<1_000_000, using: &generator)
            let time = CivilTime(microseconds: seconds * 1_000_000 + micro)
            #expect(time.microseconds == seconds * 1_000_000 + micro, "seed \(seed)")
            let parts = calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second],
                from: Date(timeIntervalSince1970: Double(seconds))
            )
            #expect(
                [time.year, time.month, time.day, time.hour, time.minute, time.second]
                    == [
                        parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second,
                    ],
                "\(seconds), seed \(seed)"
            )
            #expect(time.isPlausible)
        }
    }

    @Test(arguments: [
        CivilTime(year: 0, month: 0, day: 0), CivilTime(year: 2023, month: 2, day: 29),
        CivilTime(year: 2023, month: 13, day: 1), CivilTime(year: 1825, month: 12, day: 31),
        CivilTime(year: 2101, month: 1, day: 1), CivilTime(year: 2023, month: 1, day: 1, hour: 24),
    ])
    func `dates no photo can have are not plausible`(time: CivilTime) {
        #expect(!time.isPlausible)
    }
}

struct ObjectIdentifierTests {
    @Test
    func `an identifier reads back from its text, with or without what follows a slash`() {
        for _ in 0..<200 {
            let uuid = ObjectUUID.random()
            #expect(ObjectUUID(uuid.description) == uuid)
            #expect(ObjectUUID(ObjectKind.asset.localIdentifier(uuid)) == uuid)
            #expect(UUID(uuidString: uuid.description) != nil)
        }
    }

    @Test(arguments: ["", "x", "B84E8479-475C-4727-A4A4", "B84E8479-475C-4727-A4A4-B77AA998089G"])
    func `what is no identifier is refused`(text: String) {
        #expect(ObjectUUID(text) == nil)
    }
}
