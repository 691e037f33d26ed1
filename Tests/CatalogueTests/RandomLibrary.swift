import Catalogue
import PhotoModel
import PredicateFormat
import TestSupport

/// Files that come, go and change, at random, with dates and places that lie in heaps.
struct RandomLibrary {
    var generator: SplitMix
    let writer: CatalogueWriter
    let directories: [Int64]
    var ids: [Int64] = []
    private var number: Int64 = 0
    /// Assets that were said to have changed since this was emptied.
    var touched: Set<Int64> = []

    init(_ generator: SplitMix, _ writer: CatalogueWriter, _ directories: [Int64]) {
        (self.generator, self.writer, self.directories) = (generator, writer, directories)
    }

    private mutating func some<Value>(_ values: [Value]) -> Value? {
        values.randomElement(using: &generator)
    }

    private mutating func date() -> CaptureDate {
        let minutes =
            Int64.random(in: 0..<4, using: &generator) * 1_440 * 40
            + Int64.random(in: 0..<4_000, using: &generator)
        var date = CaptureDate(
            microseconds: minutes * 60_000_000,
            offsetMinutes: some([nil, nil, 0, 120]) ?? nil,
            source: some([.exif, .exif, .quicktime]) ?? .exif
        )
        if Int.random(in: 0..<6, using: &generator) == 0 { date.setClock(-570, .gps) }
        return date
    }

    private mutating func dress(_ record: inout AssetRecord) {
        record.creationDate = date()
        (record.latitude, record.longitude) =
            some([(nil, nil), (41.9, 12.5), (48.1, 11.5)]) ?? (nil, nil)
        record.isHidden = Int.random(in: 0..<6, using: &generator) == 0
        record.isFavorite = Bool.random(using: &generator)
        record.subtypes = some([[], .photoPanorama, [.photoHDR, .photoLive]]) ?? []
        record.mediaType = some([.image, .image, .video]) ?? .image
        record.burstKey = some([nil, nil, nil, "apple:A", "apple:B"]) ?? nil
        record.modificationDate = Int64.random(in: 0..<50, using: &generator) * 1_000_000
    }

    /// Makes some smart albums, gives up others and changes what is in some.
    mutating func regroup() throws {
        var albums: [SmartAlbumDefinition] = []
        for title in ["A", "B", "C", "D"] where Bool.random(using: &generator) {
            let format = some(["favorite == YES", "pixelWidth == 0", "filename CONTAINS '7'"])
            albums.append(try SmartAlbumDefinition(.smartAlbumGeneric, title, format ?? ""))
        }
        try writer.setUserSmartAlbums(albums)
    }

    mutating func change() throws {
        let id = some(ids)
        switch (Int.random(in: 0..<6, using: &generator), id) {
        case (0, let id?):
            guard let record = try writer.asset(id) else { return }
            try writer.remove(record)
            ids.removeAll { $0 == id }
        case (1, let id?):
            guard let before = try writer.asset(id) else { return }
            var after = before
            dress(&after)
            after.directory = some(directories) ?? before.directory
            try writer.update(from: before, to: after, contentChanged: true)
            touched.insert(id)
        case (2, let id?):
            // The same instant by another clock.
            guard let before = try writer.asset(id) else { return }
            var after = before
            let clocks = [nil, 0, 60, -300].filter { $0 != before.creationDate.offsetMinutes }
            after.creationDate.offsetMinutes = some(clocks) ?? nil
            try writer.update(from: before, to: after, contentChanged: false)
            touched.insert(id)
        default:
            number += 1
            var record = TestCatalogue.record(
                "IMG_\(number).jpg",
                in: some(directories) ?? 0,
                inode: number
            )
            dress(&record)
            try writer.insert(record)
            ids.append(writer.sequence)
        }
    }
}
