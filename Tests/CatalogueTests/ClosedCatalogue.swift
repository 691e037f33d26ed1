import Catalogue
import Foundation
import PhotoModel

/// A catalogue that nobody has open, in a directory of its own, gone at the end of the test.
final class ClosedCatalogue {
    let directory: URL
    let path: String
    private var inode: Int64 = 0

    init() throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("catalogue-\(UUID().uuidString)").resolvingSymlinksInPath()
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        path = directory.appendingPathComponent("c.sqlite").path
        try write { _ = try $0.addRoot(Array("/photos".utf8)) }
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    func file(_ name: String) -> String { directory.appendingPathComponent(name).path }

    /// The names of what lies in the directory.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() }
    }

    /// Opens it, changes it, and closes it; the token of then is the answer.
    @discardableResult
    func write(_ body: (CatalogueWriter) throws -> Void) throws -> String {
        let writer = try CatalogueWriter(path: path)
        try writer.write { try body(writer) }
        try writer.commit()
        return try writer.token().description
    }

    /// Adds photos; the token of then is the answer.
    @discardableResult
    func add(_ count: Int) throws -> String {
        try write { writer in
            let root = writer.roots.values.first?.directory ?? 0
            for _ in 0..<count {
                inode += 1
                try writer.insert(TestCatalogue.record("\(inode).jpg", in: root, inode: inode))
            }
        }
    }

    func assets(_ path: String? = nil) throws -> Int64 {
        let reader = try CatalogueReader(path: path ?? self.path)
        return try reader.snapshot { try reader.assetCounts().all }
    }

    /// Why a token is not honoured; nil if it is.
    func expiry(of token: String) throws -> ChangeToken.Expiry? {
        let reader = try CatalogueReader(path: path)
        return try reader.snapshot { try ChangeCursor(reader, since: token).expiry }
    }

    /// Makes a backup under a name.
    @discardableResult
    func backUp(_ name: String = "backup") throws -> CatalogueBackup.Summary {
        try CatalogueBackup(of: CatalogueReader(path: path), to: file(name)).write()
    }

    @discardableResult
    func restore(_ name: String = "backup") throws -> CatalogueRestore.Report {
        try CatalogueRestore(BackupFile(file(name)), to: path).run(at: 1_700_000_000)
    }
}
