@testable import Catalogue
import PhotoModel

@testable import Indexing

/// Assets in dictionaries, with what a catalogue remembers of files that were.
final class MemoryCatalogue {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var assets: [Int64: AssetRecord] = [:]
    private var atPlace: [FileLocation: Int64] = [:]
    private var former: [FormerFile] = []
    private(set) var removed: [TombstoneRecord] = []
    private var lastAsset: Int64 = 0
    private var lastFormer: Int64 = 0

    /// Removes an asset and remembers it.
    func remove(_ asset: Int64) {
        guard let record = assets.removeValue(forKey: asset) else { return }
        atPlace[FileLocation(record.file)] = nil
        removed.insert(
            TombstoneRecord(
                id: record.id,
                uuid: record.uuid,
                directory: record.directory,
                name: record.file.name,
                identity: record.file.identity,
                fingerprint: record.file.fingerprint,
                addedDate: record.addedDate,
                isFavorite: false,
                isHidden: false
            ),
            at: 0
        )
    }

    func remove(_ record: AssetRecord) { remove(record.id) }

    func forgetFormerFiles() { former = [] }
    var hasFormerFiles: Bool { !former.isEmpty }

    func asset(at path: String) -> Int64? { atPlace[FileLocation(path)] }
    var paths: Set<String> { Set(atPlace.keys.map(\.path)) }

    private func put(_ record: AssetRecord) throws {
        let location = FileLocation(record.file)
        if let other = atPlace[location] {
            throw Failure(description: "\(location.path) is asset \(other) and \(record.id)")
        }
        var record = record
        record.file.id = record.id
        atPlace[location] = record.id
        assets[record.id] = record
    }
}

extension MemoryCatalogue: AssetEdits {
    func file(at location: FileLocation) -> FileRecord? {
        atPlace[location].flatMap { assets[$0]?.file }
    }

    func files(inode: Int64) -> [FileRecord] {
        assets.values.map(\.file).filter { $0.identity.inode == inode }.sorted { $0.id < $1.id }
    }

    func files(likeContentOf file: FileRecord) -> [FileRecord] {
        assets.values.map(\.file).filter {
            $0.fingerprint == file.fingerprint && $0.identity.size == file.identity.size
        }.sorted { $0.id < $1.id }
    }

    func asset(_ id: Int64) -> AssetRecord? { assets[id] }

    func isMember(_ asset: Int64) -> Bool { false }

    func formerFiles(inode: Int64) -> [FormerFile] {
        former.reversed().filter { $0.identity.inode == inode }
    }

    func formerFiles(of asset: Int64) -> [Int64] {
        former.filter { $0.asset == asset }.map(\.row)
    }

    func tombstone(file: FileRecord) -> TombstoneRecord? {
        removed.first { $0.hadFile(file) }
    }

    func tombstone(_ id: Int64) -> TombstoneRecord? { removed.first { $0.id == id } }

    func tombstones(likeContentOf file: FileRecord) -> [TombstoneRecord] {
        removed.filter {
            $0.fingerprint == file.fingerprint && $0.identity.size == file.identity.size
        }
    }

    func requireSound() throws {
        for (place, asset) in atPlace where assets[asset].map({ FileLocation($0.file) }) != place {
            throw Failure(description: "\(place.path) is of asset \(asset), which is elsewhere")
        }
    }

    func insert(_ record: consuming AssetRecord) throws {
        lastAsset += 1
        record.id = lastAsset
        try put(record)
    }

    func update(from before: AssetRecord, to after: AssetRecord, contentChanged: Bool) throws {
        guard let known = assets[before.id], after.id == before.id else {
            throw Failure(description: "asset \(before.id) is changed and not known")
        }
        let location = FileLocation(known.file)
        if atPlace[location] == before.id { atPlace[location] = nil }
        try put(after)
    }

    func revive(_ tombstone: TombstoneRecord, as record: AssetRecord) throws {
        guard let index = removed.firstIndex(where: { $0.id == tombstone.id }) else {
            throw Failure(description: "asset \(tombstone.id) is revived twice")
        }
        removed.remove(at: index)
        var record = record
        record.id = tombstone.id
        try put(record)
    }

    func vacate(_ record: AssetRecord) {
        let location = FileLocation(record.file)
        if atPlace[location] == record.id { atPlace[location] = nil }
    }

    func displace(_ asset: Int64, _ file: FileRecord) {
        // As SQLite does, a number is used again when the last row has gone.
        lastFormer = (former.map(\.row).max() ?? 0) + 1
        former.append(FormerFile(row: lastFormer, asset: asset, identity: file.identity))
    }

    func forget(formerFile row: Int64) { former.removeAll { $0.row == row } }

    func isTrashed(_ asset: Int64) -> Bool { false }
}
