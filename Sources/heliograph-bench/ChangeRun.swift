internal import CSystemCalls
internal import Catalogue
internal import Foundation
internal import PhotoModel
internal import Photos

/// Measures the cost of change details for a result of many assets when few or many of them change.
struct ChangeRun {
    let count: Int

    func run() throws {
        let (folder, file) = try BenchLibrary(count: count).make()
        defer { try? FileManager.default.removeItem(at: folder) }
        PHPhotoLibrary.setShared(PHPhotoLibrary(catalogueAt: file))
        let writer = try CatalogueWriter(path: file.path)
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        var result = PHAsset.fetchAssets(with: options)
        try change(1, result, writer)
        result = details(result, "the first time, 1 changed")
        for changed in [1, 1, 1, 100, 100, 100, 10_000, 10_000] {
            try change(changed, result, writer)
            result = details(result, "\(changed) changed")
        }
        try memory(options, writer)
        print("\(result.count) assets")
    }

    /// Prints the memory of a result that is kept, and of another one after a change.
    private func memory(_ options: PHFetchOptions, _ writer: CatalogueWriter) throws {
        let empty = resident()
        var kept = PHAsset.fetchAssets(with: options)
        try change(1, kept, writer)
        kept = details(kept, "the first time, 1 changed")
        let one = resident()
        try change(1, kept, writer)
        let second = details(kept, "1 changed")
        let two = resident()
        print("a result of \(kept.count) that is kept: \((one - empty) / 1_024) MB")
        print("another of \(second.count) beside it: \(two - one) kB")
    }

    private func resident() -> Int {
        heliograph_release_memory()
        return Measure.residentKilobytes()
    }

    /// Marks assets as favorites, and gives a tenth of them another date.
    private func change(
        _ many: Int,
        _ result: PHFetchResult<PHAsset>,
        _ writer: CatalogueWriter
    ) throws {
        let reader = try CatalogueReader(path: writer.path)
        try writer.write {
            for _ in 0..<many {
                let asset = result[Int.random(in: 0..<result.count)]
                guard let uuid = ObjectUUID(asset.localIdentifier),
                    let id = try reader.snapshot({ try reader.number(of: uuid) }),
                    let before = try writer.asset(id)
                else { continue }
                var after = before
                after.isFavorite.toggle()
                if Int.random(in: 0..<10) == 0 {
                    after.creationDate.microseconds = Int64.random(in: 0..<(1 << 50))
                }
                try writer.update(from: before, to: after, contentChanged: false)
            }
        }
        try writer.commit()
    }

    private func details(_ result: PHFetchResult<PHAsset>, _ what: String) -> PHFetchResult<PHAsset>
    {
        var after = result
        Measure.report("change details, \(what)", times: 1) {
            guard let details = PHChange(upToNowIn: .shared()).changeDetails(for: result) else {
                return 0
            }
            after = details.fetchResultAfterChanges
            return details.changedIndexes?.count ?? 0
        }
        return after
    }
}
