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

    /// What became of the last byte of the second step, which is that of a name.
    private static let damages: [@Sendable (inout [UInt8]) -> Void] = [
        { $0[$0.count - 1] = UInt8(ascii: "1") }, { $0.removeLast() },
        { $0.append(contentsOf: [1, 0, 0]) },
    ]

    @Test(arguments: damages.indices)
    func `a step that is not as it was written is none`(_ index: Int) throws {
        let planted = try PlantedJournal()
        for name in ["now.jpg", "other.jpg0", "other.jpg1"] { try planted.photo(name) }
        try planted.write(
            [
                .moved(planted.inside("before.jpg"), planted.inside("now.jpg")),
                .moved(planted.inside("earlier.jpg"), planted.inside("other.jpg0")),
            ],
            damage: Self.damages[index]
        )
        #expect(try planted.recover() == [])
        #expect(planted.isThere(planted.inside("before.jpg")))
        // Whole but for what follows it, it is undone as well.
        #expect(planted.isThere(planted.inside("earlier.jpg")) == (index == 2))
        #expect(!planted.isThere(planted.path))
    }
}
