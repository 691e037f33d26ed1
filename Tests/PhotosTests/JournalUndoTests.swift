import Foundation
import Testing

/// How the steps of a journal are undone that a killed program left.
struct JournalUndoTests {
    @Test
    func `the last step is undone first`() throws {
        let planted = try PlantedJournal()
        try FileManager.default.createDirectory(
            atPath: planted.inside("new"),
            withIntermediateDirectories: false
        )
        try planted.photo("new/now.jpg")
        try planted.write([
            .madeDirectory(planted.inside("new")),
            .moved(planted.inside("before.jpg"), planted.inside("new/now.jpg")),
        ])
        #expect(try planted.recover() == [])
        #expect(planted.isThere(planted.inside("before.jpg")))
        #expect(!planted.isThere(planted.inside("new")) && !planted.isThere(planted.path))
    }

    @Test
    func `nothing is left to undo where a directory is missing, unless its folder is`() throws {
        let planted = try PlantedJournal()
        // The second step began where the first one ended, and neither is on disk.
        try planted.write([
            .moved(planted.inside("before.jpg"), planted.inside("between.jpg")),
            .madeDirectory(planted.inside("new")),
            .moved(planted.inside("between.jpg"), planted.inside("new/now.jpg")),
        ])
        let (photos, away) = (planted.folder.path + "/photos", planted.folder.path + "/away")
        try FileManager.default.moveItem(atPath: photos, toPath: away)
        #expect(try planted.recover() == [])
        #expect(planted.isThere(planted.path))
        try FileManager.default.moveItem(atPath: away, toPath: photos)
        #expect(try planted.recover() == [])
        #expect(!planted.isThere(planted.path))
    }

    /// What became of the second step, and whether it is one all the same.
    private static let damages: [(isWhole: Bool, damage: @Sendable (inout [UInt8]) -> Void)] = [
        (true, { _ in }),
        // What follows it was cut short.
        (true, { $0.append(contentsOf: [1, 0, 0]) }),
        (false, { $0.removeLast() }),
        // A name of which one letter is another.
        (false, { bytes in bytes.lastIndex(of: 0x3F).map { bytes[$0] = 0x21 } }),
    ]

    @Test(arguments: damages.indices)
    func `a step that is not as it was written is none`(_ index: Int) throws {
        let (isWhole, damage) = Self.damages[index]
        let planted = try PlantedJournal()
        for name in ["now.jpg", "other.jpg"] { try planted.photo(name) }
        try planted.write(
            [
                .moved(planted.inside("before.jpg"), planted.inside("now.jpg")),
                .moved(planted.inside("earlier?.jpg"), planted.inside("other.jpg")),
            ],
            damage: damage
        )
        #expect(try planted.recover() == [])
        #expect(planted.isThere(planted.inside("before.jpg")))
        #expect(planted.isThere(planted.inside("earlier?.jpg")) == isWhole)
        #expect(planted.isThere(planted.inside("other.jpg")) == !isWhole)
        #expect(!planted.isThere(planted.path))
    }
}
