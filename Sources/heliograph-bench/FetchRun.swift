internal import CSystem
internal import Catalogue
internal import Foundation
internal import GRDB
internal import PhotoModel
internal import Photos

/// Fetches from a catalogue of many assets made for the purpose, and what they cost.
struct FetchRun {
    let count: Int

    /// The directory that holds a thousand of the assets, and how many of all are panoramas.
    private static let (members, panoramas) = (1_000, 10_000)

    func run() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("c.sqlite")
        try fill(file.path)
        PHPhotoLibrary.setShared(PHPhotoLibrary(catalogueAt: file))
        _ = PHAsset.fetchAssets(with: .audio, options: nil)
        heliograph_release_memory()
        let before = Self.residentKilobytes()
        var result = PHFetchResult<PHAsset>()
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        let fetching = Self.tell("fetch all by date, to count") {
            result = PHAsset.fetchAssets(with: options)
            return result.count
        }
        let limit = try scan(file.path)
        print(
            "ratio to SQLite's own way through the index: \((fetching / limit * 100).rounded() / 100)"
        )
        Self.tell("first object", times: 1) { result.firstObject == nil ? 0 : 1 }
        Self.tell("random objects") {
            for _ in 0..<50_000 { _ = result[Int.random(in: 0..<result.count)] }
            return 50_000
        }
        heliograph_release_memory()
        let grown = Self.residentKilobytes() - before
        print("resident growth for the result of \(result.count): \(grown / 1_024) MB")
        try collections()
        identifiers(result)
    }

    /// How long SQLite takes to go through the index by date and look at every row, in milliseconds.
    private func scan(_ path: String) throws -> Double {
        try DatabaseQueue(path: path).read { database in
            let statement = try database.makeStatement(
                sql: "SELECT sum(listed) FROM asset INDEXED BY assetByDate WHERE partOf IS NULL"
            )
            return Self.tell("the same index, summed up by SQLite") {
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
        Self.tell("members of an album") { PHAsset.fetchAssets(in: album, options: nil).count }
        Self.tell("members of a smart album") { PHAsset.fetchAssets(in: smart, options: nil).count }
        Self.tell("all moments") { PHAssetCollection.fetchMoments(with: nil).count }
    }

    private func identifiers(_ result: PHFetchResult<PHAsset>) {
        let identifiers = (0..<1_000).map { _ in
            result[Int.random(in: 0..<result.count)].localIdentifier
        }
        Self.tell("assets by identifiers") {
            PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil).count
        }
    }

    private func fill(_ path: String) throws {
        let writer = try CatalogueWriter(path: path)
        try writer.beginBulk()
        try writer.write {
            let root = try writer.addRoot(Array("/photos".utf8))
            var album = DirectoryRecord()
            (album.root, album.parent, album.name) = (root.id, root.directory, Array("album".utf8))
            let directory = try writer.insert(album).id
            for number in 0..<count {
                var record = AssetRecord()
                record.directory = number < Self.members ? directory : root.directory
                record.file.directory = record.directory
                record.mediaType = number % 10 == 0 ? .video : .image
                if number % (count / Self.panoramas) == 1 { record.subtypes = .photoPanorama }
                record.creationDate.microseconds = Int64.random(in: 0..<(1 << 50))
                record.uti = "public.jpeg"
                (record.cameraMake, record.cameraModel) = ("Apple", "iPhone 14")
                record.file.name = Array("IMG_\(number).JPG".utf8)
                record.file.identity.inode = Int64(number)
                try writer.insert(record)
            }
        }
        try writer.commit()
        try writer.endBulk()
    }

    /// Prints the median of some runs, and answers it in milliseconds.
    @discardableResult
    private static func tell(_ what: String, times: Int = 5, _ body: () -> Int) -> Double {
        var (count, took): (Int, [Double]) = (0, [])
        for _ in 0..<times {
            let time = ContinuousClock().measure { count = body() }.components
            took.append(Double(time.seconds) * 1e3 + Double(time.attoseconds) / 1e15)
        }
        let median = took.sorted()[took.count / 2]
        print("\(what): \((median * 1_000).rounded() / 1_000) ms for \(count)")
        return median
    }

    private static func residentKilobytes() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
