import Catalogue
import PhotoModel
import Testing

/// What is told of an asset that changed more than once since a token.
struct CoalescedChangeTests {
    /// A commit that does something to the asset, if it is there.
    private enum Step {
        case insert, remove
        /// It comes back, and another than it was.
        case revive
        case edit(@Sendable (inout AssetRecord) -> Void)
    }

    private struct Story: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What happens before the token, and after it.
        let before, after: [Step]
        let change: ChangeKind?
        var keys: AssetKeys = []
        var path: String?
    }

    private static let favorite = Step.edit { $0.isFavorite.toggle() }
    private static let wider = Step.edit { $0.width += 1 }

    private static func move(_ name: String) -> Step {
        .edit { $0.file.name = Array(name.utf8) }
    }

    private static let stories = [
        Story(
            testDescription: "changed twice",
            before: [.insert],
            after: [wider, favorite],
            change: .changed,
            keys: [.pixelSize, .favorite]
        ),
        Story(
            testDescription: "changed, and thrice again",
            before: [.insert],
            after: [favorite, wider, favorite, favorite],
            change: .changed,
            keys: [.pixelSize, .favorite]
        ),
        Story(
            testDescription: "moved",
            before: [.insert],
            after: [move("b.jpg")],
            change: .moved,
            keys: .path,
            path: "a.jpg"
        ),
        Story(
            testDescription: "moved twice, and changed",
            before: [.insert],
            after: [move("b.jpg"), favorite, move("c.jpg")],
            change: .moved,
            keys: [.path, .favorite],
            path: "a.jpg"
        ),
        Story(
            testDescription: "moved away and back",
            before: [.insert],
            after: [move("b.jpg"), move("a.jpg")],
            change: .changed,
            keys: .path
        ),
        Story(
            testDescription: "came and changed",
            before: [],
            after: [.insert, favorite, move("b.jpg")],
            change: .inserted
        ),
        Story(
            testDescription: "moved and went",
            before: [.insert],
            after: [move("b.jpg"), .remove],
            change: .removed,
            path: "b.jpg"
        ),
        Story(
            testDescription: "came and went",
            before: [],
            after: [.insert, favorite, .remove],
            change: nil
        ),
        // What changed while it was away was not recorded.
        Story(
            testDescription: "went and came back",
            before: [.insert],
            after: [.remove, .revive],
            change: .changed,
            keys: [.pixelSize, .path, .favorite, .creationDate]
        ),
    ]

    private static func carryOut(_ steps: [Step], on catalogue: TestCatalogue) throws {
        let writer = catalogue.writer
        for step in steps {
            try writer.transaction {
                if case .insert = step {
                    return try writer.insert(
                        TestCatalogue.record("a.jpg", in: catalogue.root, inode: 1)
                    )
                }
                if case .revive = step { return try revive(on: catalogue) }
                let id = try #require(try writer.files(inode: 1).first?.id)
                let asset = try #require(try writer.asset(id))
                guard case .edit(let edit) = step else { return try writer.remove(asset) }
                var after = asset
                edit(&after)
                try writer.update(from: asset, to: after, contentChanged: false)
            }
        }
    }

    private static func revive(on catalogue: TestCatalogue) throws {
        var record = TestCatalogue.record("a.jpg", in: catalogue.root, inode: 1)
        record.width += 1
        let tombstone = try catalogue.writer.tombstone(file: record.file)
        try catalogue.writer.revive(#require(tombstone), as: record)
    }

    @Test(arguments: stories)
    private func `an asset is told once, with all that is different`(_ story: Story) throws {
        let catalogue = try TestCatalogue()
        let reader = try CatalogueReader(path: catalogue.path)
        try Self.carryOut(story.before, on: catalogue)
        let token = try catalogue.writer.token()
        try Self.carryOut(story.after, on: catalogue)
        var told: [HistoryEntry] = []
        try reader.snapshot {
            var window = try reader.window(since: token)
            try reader.forEachChange(in: &window) { entry in
                if entry.kind == .asset { told.append(entry) }
                return true
            }
        }
        #expect(told.map(\.change) == (story.change.map { [$0] } ?? []))
        let entry = told.first
        if entry?.asset != nil, entry?.change != .inserted {
            #expect(entry?.assetKeys.isSuperset(of: story.keys) == true, "\(told)")
        }
        #expect(entry?.path.map { String(decoding: $0, as: UTF8.self) } == story.path)
    }
}
