internal import CSystemCalls
internal import Catalogue
internal import Foundation
internal import GRDB
internal import PhotoModel
internal import Photos

/// Measures fetches from a generated catalogue of many assets.
struct FetchRun {
    let count: Int

    func run() throws {
        let (folder, file) = try BenchLibrary(count: count).make()
        defer { try? FileManager.default.removeItem(at: folder) }
        PHPhotoLibrary.setShared(PHPhotoLibrary(catalogueAt: file))
        _ = PHAsset.fetchAssets(with: .audio, options: nil)
        heliograph_release_memory()
        let before = Measure.residentKilobytes()
        var result = PHFetchResult<PHAsset>()
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        let fetching = Measure.report("fetch all by date, to count") {
            result = PHAsset.fetchAssets(with: options)
            return result.count
        }
        let limit = try scan(file.path)
        print(
            "ratio to SQLite's own way through the index: \((fetching / limit * 100).rounded() / 100)"
        )
        Measure.report("first object", times: 1) { result.firstObject == nil ? 0 : 1 }
        Measure.report("random objects") {
            for _ in 0..<50_000 { _ = result[Int.random(in: 0..<result.count)] }
            return 50_000
        }
        heliograph_release_memory()
        let grown = Measure.residentKilobytes() - before
        print("resident growth for the result of \(result.count): \(grown / 1_024) MB")
        try collections()
        identifiers(result)
    }

    /// Returns the milliseconds SQLite takes to walk the index by date and look at every row.
    private func scan(_ path: String) throws -> Double {
        try DatabaseQueue(path: path).read { database in
            let statement = try database.makeStatement(
                sql: "SELECT sum(listed) FROM asset INDEXED BY assetByDate WHERE partOf IS NULL"
            )
            return Measure.report("the same index, summed up by SQLite") {
                (try? Int.fetchOne(statement)) == nil ? 0 : count
            }
        }
    }

    private func collections() throws {
        let albums = PHAssetCollection.fetchAssetCollections(
            with: .album,
            subtype: .any,
            options: nil
        )
        let album = (0..<albums.count).map { albums[$0] }.min {
            $0.estimatedAssetCount < $1.estimatedAssetCount
        }
        let smart = PHAssetCollection.fetchAssetCollections(
            with: .smartAlbum,
            subtype: .smartAlbumPanoramas,
            options: nil
        ).firstObject
        guard let album, let smart else { return }
        Measure.report("members of an album") { PHAsset.fetchAssets(in: album, options: nil).count }
        Measure.report("members of a smart album") {
            PHAsset.fetchAssets(in: smart, options: nil).count
        }
        Measure.report("all moments") { PHAssetCollection.fetchMoments(with: nil).count }
    }

    private func identifiers(_ result: PHFetchResult<PHAsset>) {
        let identifiers = (0..<1_000).map { _ in
            result[Int.random(in: 0..<result.count)].localIdentifier
        }
        Measure.report("assets by identifiers") {
            PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil).count
        }
    }
}
