import Catalogue
import Foundation
import Indexing
import Photos
import TestSupport
import Testing

/// A library over a folder with files, which the indexer read.
final class FolderLibrary {
    let folder: URL
    let photos: URL
    let catalogue: URL
    let shared: PHPhotoLibrary

    init(_ files: [String: [UInt8]] = [:], readOnly: Bool = false) throws {
        let base = URL(fileURLWithPath: "/tmp").appendingPathComponent("files-\(UUID().uuidString)")
        folder = base
        photos = base.appendingPathComponent("photos")
        catalogue = base.appendingPathComponent("c.sqlite")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        setenv("XDG_DATA_HOME", base.appendingPathComponent("data").path, 1)
        for (name, bytes) in files {
            let url = photos.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(bytes).write(to: url)
        }
        if readOnly {
            let text = "read-only = true\nroots = [\"\(photos.path)\"]\n"
            try Data(text.utf8).write(to: base.appendingPathComponent("h.toml"))
        }
        shared = PHPhotoLibrary(catalogueAt: catalogue)
        try run(readOnly ? ["index", "--config", "\(base.path)/h.toml"] : ["index", photos.path])
        PHPhotoLibrary.setShared(shared)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs a command of the program beside the tests.
    @discardableResult
    func run(_ arguments: [String]) throws -> String {
        let products = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }?
            .deletingLastPathComponent()
        let process = Process()
        let directory =
            products
            ?? URL(fileURLWithPath: CommandLine.arguments[0])
            .deletingLastPathComponent()
        process.executableURL = directory.appendingPathComponent("heliograph")
        process.arguments = [arguments[0], "--catalogue", catalogue.path] + arguments.dropFirst()
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readPatiently()
        #expect(process.endsByItself())
        let text = String(decoding: data, as: UTF8.self)
        #expect(process.terminationStatus == 0, "\(arguments): \(text)")
        return text
    }

    /// The files below a directory of the folder, by path.
    func files(_ directory: String = "photos") -> [String] {
        let root = folder.appendingPathComponent(directory)
        let all = FileManager.default.enumerator(atPath: root.path)
        return (all?.compactMap { $0 as? String } ?? []).filter { name in
            var isDirectory: ObjCBool = false
            let path = root.appendingPathComponent(name).path
            return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
                && !isDirectory.boolValue
        }.sorted()
    }

    /// Nothing of the catalogue contradicts itself or the disk, and nothing is left over.
    func check() throws {
        let reader = try CatalogueReader(path: catalogue.path)
        #expect(try reader.snapshot { try reader.contradictions() } == [])
        let beside = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(beside.filter { $0.contains("-files-") } == [])
        #expect(try Audit.ofCatalogue(catalogue.path).findings.isEmpty)
    }

    func file(_ name: String, _ bytes: [UInt8]) throws -> URL {
        let url = folder.appendingPathComponent(name)
        try Data(bytes).write(to: url)
        return url
    }
}
