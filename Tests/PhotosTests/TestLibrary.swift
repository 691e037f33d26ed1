import Catalogue
import Foundation
import PhotoModel
import Photos
import Testing

/// Everything that fetches from the shared library, which is one for the whole program: one test at a time.
@Suite(.serialized)
enum SharedLibrary {}

/// A library with assets made here, shared for the time of one test.
final class TestLibrary {
    let writer: CatalogueWriter
    let folder: URL
    let directory: Int64
    /// The numbers of the assets, in the order they were given.
    private(set) var ids: [Int64] = []

    init(_ records: [AssetRecord] = []) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("photos-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("c.sqlite")
        writer = try CatalogueWriter(path: file.path)
        let photos = Array(folder.appendingPathComponent("photos").path.utf8)
        let writer = writer
        directory = try writer.write { try writer.addRoot(photos).directory }
        try writer.endBulk()
        try add(records, to: directory)
        PHPhotoLibrary.setShared(PHPhotoLibrary(catalogueAt: file))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Adds assets, each with a file of its own name unless it has one.
    func add(_ records: [AssetRecord], to directory: Int64) throws {
        try writer.write {
            for var record in records {
                record.directory = directory
                record.file.directory = directory
                if record.file.name.isEmpty { record.file.name = Array("\(ids.count).jpg".utf8) }
                record.file.identity.inode = Int64(ids.count)
                try writer.insert(record)
                ids.append(writer.sequence)
            }
        }
        try writer.commit()
    }

    /// Adds a directory.
    func addDirectory(_ name: String, in parent: Int64) throws -> Int64 {
        var record = DirectoryRecord()
        (record.root, record.parent, record.name) = (1, parent, Array(name.utf8))
        let id = try writer.write { try writer.insert(record).id }
        try writer.commit()
        return id
    }

    /// A photo taken on a day since 1970.
    static func record(
        _ day: Int64,
        _ change: (inout AssetRecord) -> Void = { _ in }
    ) -> AssetRecord {
        var record = AssetRecord()
        record.mediaType = .image
        record.uti = "public.jpeg"
        record.creationDate.microseconds = day * 86_400_000_000
        change(&record)
        return record
    }
}

extension PHFetchResult where ObjectType == PHAsset {
    /// On which days since 1970 they were taken.
    var days: [Int] {
        (0..<count).map { Int((self[$0].creationDate?.timeIntervalSince1970 ?? 0) / 86_400) }
    }
}
