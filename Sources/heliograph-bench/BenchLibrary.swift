internal import CSystemCalls
internal import Catalogue
internal import Foundation
internal import PhotoModel

/// A catalogue of many assets, generated for the benchmark.
struct BenchLibrary {
    let count: Int

    /// The number of assets in a directory, and the number of panoramas in total.
    private static let (members, panoramas) = (1_000, 10_000)

    /// Creates the catalogue in a new folder, which the caller removes after use.
    func make() throws -> (folder: URL, file: URL) {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("c.sqlite")
        try fill(file.path)
        return (folder, file)
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
}

/// Measurements of time and size.
enum Measure {
    /// Prints the median of some runs, and returns it in milliseconds.
    @discardableResult
    static func report(_ what: String, times: Int = 5, _ body: () -> Int) -> Double {
        var (count, took): (Int, [Double]) = (0, [])
        for _ in 0..<times {
            let time = ContinuousClock().measure { count = body() }.components
            took.append(Double(time.seconds) * 1e3 + Double(time.attoseconds) / 1e15)
        }
        let median = took.sorted()[took.count / 2]
        print("\(what): \((median * 1_000).rounded() / 1_000) ms for \(count)")
        return median
    }

    static func residentKilobytes() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
