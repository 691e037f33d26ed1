internal import Catalogue

/// The last readable files of assets whose files have become unreadable.
///
/// A photo that is written over is empty for a moment, and says nothing about who it is. If it is seen then, the photo
/// that comes after is compared with the one before. It takes a writer that pauses for a second: 1 in 100 overwrites on
/// a busy machine, each one by programs that reserve the space first.
final class LastReadable {
    private var records: [Int64: AssetRecord] = [:]
    /// Files that become readable again do so soon; a disk that fails can have any number of others.
    private static let most = 1_000

    /// Records that the file of an asset has changed.
    func changed(from before: AssetRecord, to found: AssetRecord) {
        guard found.unreadableReason != nil else {
            records[before.id] = nil
            return
        }
        guard before.unreadableReason == nil, records.count < Self.most else { return }
        records[before.id] = before
    }

    /// Forgets an asset that is removed; returns it with the last file of it that was readable, by which it is known
    /// when it comes back.
    func leaving(_ asset: AssetRecord) -> AssetRecord {
        defer { records[asset.id] = nil }
        return last(asset)
    }

    /// Returns an asset with the last file of it that was readable.
    func last(_ asset: AssetRecord) -> AssetRecord {
        guard let former = records[asset.id] else { return asset }
        var gone = asset
        gone.file.identity = former.file.identity
        gone.file.fingerprint = former.file.fingerprint
        return gone
    }

    /// Returns whether a file found at the place of an asset is another photo, under a name that is used again.
    func isAnotherPhoto(_ found: AssetRecord, than before: AssetRecord) -> Bool {
        found.isAnotherPhoto(than: records[before.id] ?? before)
    }
}
