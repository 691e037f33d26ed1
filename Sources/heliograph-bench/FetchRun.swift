internal import CSystem
internal import Catalogue
internal import Foundation
internal import PhotoModel
internal import Photos

/// Fetches from a catalogue of many assets made for the purpose, and what they cost.
struct FetchRun {
    let count: Int

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
        Self.tell("fetch all by date, to count") { result = PHAsset.fetchAssets(with: options) }
        Self.tell("first object") { _ = result.firstObject }
        Self.tell("50,000 random objects") {
            for _ in 0..<50_000 { _ = result[Int.random(in: 0..<result.count)] }
        }
        heliograph_release_memory()
        let grown = Self.residentKilobytes() - before
        print("assets \(result.count), resident growth \(grown / 1_024) MB")
    }

    private func fill(_ path: String) throws {
        let writer = try CatalogueWriter(path: path)
        try writer.beginBulk()
        try writer.write {
            let root = try writer.addRoot(Array("/photos".utf8))
            for number in 0..<count {
                var record = AssetRecord()
                record.directory = root.directory
                record.file.directory = root.directory
                record.mediaType = number % 10 == 0 ? .video : .image
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

    private static func tell(_ what: String, _ body: () -> Void) {
        let took = ContinuousClock().measure(body)
        print(
            "\(what): \(Double(took.components.attoseconds / 1_000_000_000_000) / 1_000 + Double(took.components.seconds) * 1_000) ms"
        )
    }

    private static func residentKilobytes() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
