import Catalogue
import PhotoModel
import TestSupport
import Testing

/// Names that edited versions, adjustments and files of Google Takeout have, put together at random.
struct RandomNames {
    private static let stems = [
        "IMG_1", "IMG_1", "IMG_2", "a", "a", "original_1d4caa6f-16c6-4c3d-901b-9387de10e528_P",
        "Wedding_photography_xxxxxxxxxxxxxxxxxxx-edited", "2001-02-03-04-05-06-abcdefghijklmnopqr",
    ]
    private static let numbers = ["", "", "", "(1)", "(1)", " 2"]
    private static let words = [
        "", "", "-edited", "-edited", "_edited", "-edited-edited", "-bearbeitet", ".png-edited",
    ]
    private static let endings = [
        ".jpg", ".jpg", ".JPG", ".heic", ".png", ".mov", ".nef", ".aae", ".aae", ".xmp",
        ".jpg.xmp", ".jpg.aae", ".RAW-01.jpg", ".RAW-02.nef",
    ]
    private static let mark = ".supplemental-metadata"

    /// As many names as a directory may have in one test.
    static func some(_ count: Int, using generator: inout SplitMix) -> [String] {
        let chosen = (0..<2).map { _ in pick(stems, &generator) }
        var names: Set<String> = []
        while names.count < count { names.insert(one(of: chosen, &generator)) }
        return names.sorted()
    }

    private static func one(of stems: [String], _ generator: inout SplitMix) -> String {
        let number = pick(numbers, &generator)
        var stem = pick(stems, &generator)
        if stem.hasPrefix("IMG_"), UInt8.random(in: 0..<3, using: &generator) == 0 {
            stem = "IMG_" + pick(["E", "E", "O"], &generator) + stem.dropFirst(4)
        }
        let word = pick(words, &generator)
        guard UInt8.random(in: 0..<3, using: &generator) == 0 else {
            return stem + word + number + pick(endings, &generator)
        }
        // Google sets the number aside and cuts the rest.
        let kind = pick([".jpg", ".jpg", ".heic", ".mov", ".png", ""], &generator)
        let full = stem + word + kind + mark.prefix(Int.random(in: 0...22, using: &generator))
        let cut = full.prefix(Bool.random(using: &generator) ? 46 : .max)
        return cut + number + ".json"
    }

    private static func pick(_ values: [String], _ generator: inout SplitMix) -> String {
        values[Int.random(in: values.indices, using: &generator)]
    }
}

/// What files are one asset, in directories with all kinds of files that can be.
struct RandomDirectoryTests {
    /// A file of a name with what it says picked at random: dates, identifiers, and what came of an edit.
    private static func record(
        _ name: String,
        _ directory: Int64,
        _ inode: Int64,
        _ names: [String],
        _ generator: inout SplitMix
    ) -> AssetRecord {
        let mark = Int.random(in: 0...2, using: &generator)
        var record = TestCatalogue.record(name, in: directory, inode: inode, mark: mark)
        (record.width, record.height) = (100 + inode, 50)
        let second = Int64.random(in: 1...2, using: &generator)
        var source: DateSource = Bool.random(using: &generator) ? .exif : .modificationTime
        if name.hasSuffix(".json") {
            (record.mediaType, record.uti, source) = (.unknown, "public.json", .takeout)
            (record.latitude, record.longitude) = (Double(inode), 2)
        } else if name.hasSuffix(".aae") {
            let rendered = names.randomElement(using: &generator) ?? ""
            record.evidence = mark == 0 ? nil : "rendered\theliographRenderedFilename\t\(rendered)"
        }
        record.creationDate = CaptureDate(
            microseconds: second * 1_000_000,
            offsetMinutes: nil,
            source: source
        )
        return record
    }

    /// What a reader is told of a catalogue, by the names of files.
    private static func told(_ path: String) throws -> [String] {
        let reader = try CatalogueReader(path: path)
        var told: [String] = []
        try reader.snapshot {
            try reader.forEachAsset(AssetQuery()) { asset in
                let parts = try reader.partRecords(of: asset).map {
                    "\($0.file.type.name) \(String(decoding: $0.file.name, as: UTF8.self))"
                }
                told.append(
                    """
                    \(String(decoding: asset.file.name, as: UTF8.self)) \(asset.width) \
                    \(asset.creationDate.microseconds) \(asset.latitude ?? 0) \(parts)
                    """
                )
            }
        }
        return told.sorted()
    }

    @Test(arguments: Effort.seeds(1, of: 12))
    func `files that come, go and are renamed are grouped as all at once`(_ seed: UInt64) throws {
        var generator = SplitMix(state: seed)
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        try writer.endBulk()
        let reader = try CatalogueReader(path: catalogue.path)
        let names = RandomNames.some(40, using: &generator)
        var there: [String: AssetRecord] = [:]
        for step in 1...150 {
            let name = try #require(names.randomElement(using: &generator))
            let other = names.filter { there[$0] == nil }.randomElement(using: &generator)
            try writer.write {
                guard let file = there.removeValue(forKey: name),
                    let before = try writer.asset(file.id)
                else {
                    let new = Self.record(name, catalogue.root, Int64(step), names, &generator)
                    try writer.insert(new)
                    there[name] = new
                    there[name]?.id = writer.sequence
                    return
                }
                guard let other, Bool.random(using: &generator) else {
                    return try writer.remove(before)
                }
                let isWritten = Bool.random(using: &generator)
                let next = isWritten ? name : other
                var after = Self.record(next, catalogue.root, Int64(step), names, &generator)
                (after.id, after.uuid) = (before.id, before.uuid)
                try writer.update(from: before, to: after, contentChanged: isWritten)
                there[next] = after
            }
            try writer.commit()
            let found = try reader.snapshot { try reader.contradictions() }
            #expect(found == [], "step \(step), seed \(seed), \(there.keys.sorted())")
            guard found.isEmpty else { return }
        }
        let whole = try TestCatalogue()
        try whole.writer.write {
            for (_, record) in there.sorted(by: { $0.key < $1.key }) {
                try whole.writer.insert(record)
            }
            try whole.writer.recount()
        }
        try whole.writer.commit()
        #expect(try Self.told(catalogue.path) == Self.told(whole.path), "seed \(seed)")
    }
}
