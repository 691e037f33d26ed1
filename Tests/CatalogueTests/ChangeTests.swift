import PhotoModel
import Testing

@testable import Catalogue

struct ChangeTests {
    private static let uuid = ObjectUUID(high: 1, low: 2)
    private static let dates = AssetDates(creation: 5, modification: 6_000)
    private static let place = RootedPath(path: Array("a/b.jpg".utf8), root: 3)

    private static func root(_ detail: String?) -> RootRecord {
        RootRecord(
            id: 3,
            path: [],
            directory: 1,
            state: .offline,
            reason: .unmounted,
            detail: detail
        )
    }

    /// Each change with the row it is to be; the columns that are not named are zero or null.
    private static let rows: [(change: Change, row: Change.Row)] = [
        (.asset(7, .inserted()), Change.Row(object: 7, kind: .asset, change: .inserted)),
        (
            .asset(7, .inserted(contentChanged: true, at: place)),
            Change.Row(
                object: 7,
                kind: .asset,
                change: .inserted,
                contentChanged: true,
                path: place.path,
                root: 3
            )
        ),
        (
            .asset(7, .changed([.favorite, .hidden], was: dates)),
            Change.Row(
                object: 7,
                kind: .asset,
                change: .changed,
                keys: AssetKeys([.favorite, .hidden]).rawValue,
                dates: dates
            )
        ),
        (
            .asset(7, .moved(.path, contentChanged: true, from: place, was: dates)),
            Change.Row(
                object: 7,
                kind: .asset,
                change: .moved,
                keys: AssetKeys.path.rawValue,
                contentChanged: true,
                path: place.path,
                root: 3,
                dates: dates
            )
        ),
        (
            .asset(7, .removed(.video, uuid, from: place, was: dates)),
            Change.Row(
                object: 7,
                kind: .asset,
                change: .removed,
                keys: Int64(MediaType.video.rawValue),
                path: place.path,
                root: 3,
                uuid: uuid,
                dates: dates
            )
        ),
        (
            .collection(.folder, 8, uuid, .inserted),
            Change.Row(object: 8, kind: .folder, change: .inserted, uuid: uuid)
        ),
        (
            .collection(.moment, 8, uuid, .changed([.count, .dates])),
            Change.Row(
                object: 8,
                kind: .moment,
                change: .changed,
                keys: CollectionKeys([.count, .dates]).rawValue,
                uuid: uuid
            )
        ),
        (
            .collection(.album, 8, uuid, .moved(.path, from: place)),
            Change.Row(
                object: 8,
                kind: .album,
                change: .moved,
                keys: CollectionKeys.path.rawValue,
                path: place.path,
                root: 3,
                uuid: uuid
            )
        ),
        (
            .collection(.userAlbum, 8, uuid, .removed()),
            Change.Row(object: 8, kind: .userAlbum, change: .removed, uuid: uuid)
        ),
        (
            .state(root("disk")),
            Change.Row(
                object: 3,
                kind: .state,
                change: .changed,
                keys: 5 << 8 | 4,
                path: Array("disk".utf8),
                root: 3
            )
        ),
        (
            .synced(milliseconds: 1_500),
            Change.Row(object: 0, kind: .synced, change: .changed, keys: 1_500)
        ),
    ]

    @Test(arguments: rows.indices)
    func `each change has its columns`(_ index: Int) {
        #expect(Self.rows[index].change.row == Self.rows[index].row)
    }

    private static func entry(_ change: Change) -> HistoryEntry {
        let row = change.row
        return HistoryEntry(
            position: 1,
            kind: row.kind,
            object: row.object,
            change: row.change,
            keys: row.keys
        )
    }

    @Test
    func `what the columns mean is read back`() {
        let removed = AssetChange.removed(
            .video,
            Self.uuid,
            from: Self.place,
            was: Self.dates
        )
        #expect(Self.entry(.asset(7, removed)).mediaType == .video)
        let changed = Self.entry(.asset(7, .changed(.favorite, was: Self.dates)))
        #expect(changed.assetKeys == .favorite)
        let album = Self.entry(.collection(.album, 8, Self.uuid, .changed([.title, .count])))
        #expect(album.collectionKeys == [.title, .count])
        let state = Self.entry(.state(Self.root(nil)))
        #expect(state.libraryState == .offline && state.stateReason == .unmounted)
        #expect(Self.entry(.synced(milliseconds: 9)).milliseconds == 9)
    }

    @Test
    func `stored kinds and changes have the numbers they always had`() {
        let kinds: [HistoryKind] = [
            .asset, .album, .folder, .smartAlbum, .state, .synced, .moment, .userAlbum, .userFolder,
        ]
        #expect(kinds.map(\.sql) == (1...9).map { "\($0)" })
        let changes: [ChangeKind] = [.inserted, .changed, .moved, .removed]
        #expect(changes.map(\.sql) == (1...4).map { "\($0)" })
        // In the words of the index, or SQLite does without it.
        #expect(HistoryKind.indexed == "(kind <> 4 OR change = 4)")
        #expect(Schema.migrations.contains { $0.sql.contains("kind <> 4 OR change = 4") })
    }
}
