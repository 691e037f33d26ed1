import Catalogue
import Foundation
import PhotoModel
import Synchronization
import PredicateFormat
import TestSupport

/// A closed catalogue with something of everything, made by a seed: assets of several files, bursts, edits, albums and
/// folders, smart albums, what was removed and what lies in the trash.
struct RichCatalogue {
    let catalogue: ClosedCatalogue
    /// A token of when all was made.
    let token: String

    /// A copy of the first one with these numbers: each is made once.
    init(assets: Int, seed: UInt64) throws {
        self = try Self.made.withLock { made in
            let key = "\(assets) \(seed)"
            let whole =
                try made[key]
                ?? {
                    let first = try RichCatalogue(new: assets, seed: seed)
                    let url = URL(fileURLWithPath: first.catalogue.path)
                    return ([UInt8](try Data(contentsOf: url)), first.token)
                }()
            made[key] = whole
            return RichCatalogue(catalogue: try ClosedCatalogue.of(whole.0), token: whole.1)
        }
    }

    private static let made = Mutex<[String: ([UInt8], String)]>([:])

    private init(catalogue: ClosedCatalogue, token: String) {
        self.catalogue = catalogue
        self.token = token
    }

    private init(new assets: Int, seed: UInt64) throws {
        catalogue = try ClosedCatalogue()
        var generator = SplitMix(state: seed)
        var ids: [Int64] = []
        try catalogue.write { writer in
            try writer.beginBulk()
            let directories = try Self.directories(writer)
            for number in 0..<assets {
                let directory = directories.randomElement(using: &generator) ?? 0
                let ending =
                    ["jpg", "jpg", "jpg", "heic", "mov", "nef", "xmp"]
                    .randomElement(using: &generator) ?? ""
                var record = TestCatalogue.record(
                    "f\(number / 2).\(ending)",
                    in: directory,
                    inode: Int64(number + 1),
                    mark: Int.random(in: 0..<3, using: &generator)
                )
                record.evidence = String(repeating: "why \(number)\t", count: 20)
                record.creationDate.microseconds = Int64(number) * 3_600_000_000
                record.burstKey = number % 9 == 0 ? "apple:\(number / 40)" : nil
                guard try writer.file(directory, record.file.name) == nil else { continue }
                try writer.insert(record)
                ids.append(writer.sequence)
            }
            try writer.endBulk()
            try writer.begin()
        }
        token = try catalogue.write { try Self.use($0, ids, &generator) }
    }

    private static func directories(_ writer: CatalogueWriter) throws -> [Int64] {
        let root = writer.roots.values.first?.directory ?? 0
        var directories = [root]
        for name in ["a", "b", "c", "d"] {
            var record = DirectoryRecord()
            (record.root, record.name) = (1, Array(name.utf8))
            record.parent = name == "d" ? directories[1] : root
            directories.append(try writer.insert(record).id)
        }
        return directories
    }

    /// Edits, collects and deletes.
    private static func use(
        _ writer: CatalogueWriter,
        _ ids: [Int64],
        _ generator: inout SplitMix
    ) throws {
        for id in ids.shuffled(using: &generator).prefix(ids.count / 5) {
            _ = try writer.edit(id) {
                $0.isFavorite = true
                $0.rating = Int(id % 6)
            }
        }
        let folder = try writer.addUserCollection("Folder", isFolder: true)
        for number in 0..<4 {
            let album = try writer.addUserCollection(
                "Album \(number)",
                isFolder: false,
                parent: number > 1 ? folder : nil
            )
            let members = Array(ids.shuffled(using: &generator).prefix(30))
            try writer.editMembers(of: album) {
                try $0.append(members)
                return true
            }
        }
        try writer.setUserSmartAlbums([
            try SmartAlbumDefinition(.smartAlbumGeneric, "Best", "favorite == YES")
        ])
        for id in ids.shuffled(using: &generator).prefix(8) {
            guard let record = try writer.asset(id), record.isShown else { continue }
            if id % 2 == 0 {
                try writer.remove(record)
            } else {
                let files = try writer.files(of: record).map {
                    TrashedFile(
                        $0,
                        path: Array("/trash/\($0.id)".utf8),
                        info: Array("/i/\($0.id)".utf8)
                    )
                }
                try writer.trash(record, files)
            }
        }
    }

    /// Where the catalogue at a path contradicts itself.
    static func contradictions(_ path: String) throws -> [String] {
        let reader = try CatalogueReader(path: path)
        return try reader.snapshot { try reader.contradictions() }
    }
}
