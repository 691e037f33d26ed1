import CoreLocation
import Foundation
import PhotoModel
import Testing

@testable import Catalogue
@testable import ChangeFeed
@testable import CloudKit

/// What the catalogue keeps of an asset is told to those who follow it, or is listed here as not told.
///
/// A column that is added to the catalogue and forgotten anywhere else fails here.
struct ToldColumnsTests {
    /// Columns by which the catalogue finds, recognises and groups files.
    private static let internals: Set = [
        "id", "partOf", "partCount", "contentIdentifier", "burstKey", "burstBasis", "edited",
        "marks", "described", "clockOffset", "clockSource", "file.id", "file.directory",
        "file.volume", "file.inode",
        "file.modified",
        "file.changed",
        "file.born", "file.fingerprint",
    ]
    /// `show` and `explain` print it, the feed does not.
    private static let evidence: Set = ["evidence"]
    /// What has no field in records: in CloudKit an asset has no such property.
    private static let fieldless: Set = ["burstPrimary", "filmOffset", "filmLength", "uuid"]
    /// What never changes while an asset is the same, or is recorded with the group that it changes in: bursts, and
    /// files that are one asset.
    private static let constant: Set = [
        "uuid", "addedDate", "burstPrimary", "burstIdentifier", "representsBurst", "file.type",
    ]

    @Test func `every column of an asset is told by feed and records, or is listed as not told`()
        throws
    {
        let library = try ColumnLibrary()
        defer { library.remove() }
        let base = library.record
        let columns = ColumnChange.names
        #expect(columns.count > 40)
        for (index, column) in columns.enumerated() {
            var changed = base
            var change = ColumnChange(index, directory: library.other)
            change.apply(to: &changed)
            let keys = base.changedKeys(to: changed) { $0 == library.other ? 2 : 1 }
            let isInternal = Self.internals.contains(column)
            let isInFeed = !isInternal && !Self.evidence.contains(column)
            #expect(
                try (library.line(base) != library.line(changed)) == isInFeed,
                "\(column) in the feed"
            )
            #expect(
                try (library.shown(base) != library.shown(changed)) == !isInternal,
                "\(column) is shown"
            )
            let isInRecords = isInFeed && !Self.fieldless.contains(column)
            let fields = try library.changedFields(from: base, to: changed)
            #expect(!fields.isEmpty == isInRecords, "\(column) in records")
            let isNoted = isInFeed && !Self.constant.contains(column)
            #expect(!keys.isEmpty == isNoted, "\(column) as a change")
            // Whoever asks for what changed is given it.
            for field in fields where isNoted {
                #expect(!field.keys.isDisjoint(with: keys), "\(column) as \(field.name)")
            }
        }
    }
}

/// Changes one of the columns of an asset and its file.
private struct ColumnChange: ColumnCoder {
    private let target: Int
    private let directory: Int64
    private var index = 0

    init(_ target: Int, directory: Int64) {
        (self.target, self.directory) = (target, directory)
    }

    static var names: [String] {
        var record = AssetRecord()
        var (asset, file) = (ColumnNames(), ColumnNames())
        record.code(&asset)
        record.file.code(&file)
        var (texts, written) = (ExtendedMetadata(), ColumnNames())
        texts.code(&written)
        return asset.names + file.names.map { "file.\($0)" } + written.names
    }

    mutating func apply(to record: inout AssetRecord) {
        record.code(&self)
        record.file.code(&self)
        var texts = record.extendedMetadata ?? ExtendedMetadata()
        texts.code(&self)
        if !texts.isEmpty { record.extendedMetadata = texts }
    }

    private mutating func isTarget() -> Bool {
        index += 1
        return index == target + 1
    }

    /// The next of what is counted, another hour of what is a time.
    private func another(_ column: StaticString, _ value: Int64) -> Int64 {
        if "\(column)" == "directory" { return directory }
        return abs(value) < 1_000 ? value + 1 : value + 3_600_000_000_000
    }

    mutating func code(_ column: StaticString, _ value: inout Int64) {
        if isTarget() { value = another(column, value) }
    }

    mutating func code(_ column: StaticString, _ value: inout Int64?) {
        if isTarget() { value = another(column, value ?? 0) }
    }

    mutating func code(_ column: StaticString, _ value: inout Double) {
        if isTarget() { value += 1 }
    }

    mutating func code(_ column: StaticString, _ value: inout Double?) {
        if isTarget() { value = (value ?? 0) + 1 }
    }

    mutating func code(_ column: StaticString, _ value: inout String?) {
        if isTarget() { value = (value ?? "") + "x\tx\tx" }
    }

    mutating func code(_ column: StaticString, _ value: inout [UInt8]) {
        if isTarget() { value.append(0x78) }
    }

    mutating func code(_ column: StaticString, _ value: inout ObjectUUID) {
        if isTarget() { value = ObjectUUID(high: 7, low: 7) }
    }

    mutating func derive(_ column: StaticString, _ value: @autoclosure () -> Int64?) {
        index += 1
    }
}

/// A catalogue of two folders with a picture that has a value for everything.
private final class ColumnLibrary {
    let record: AssetRecord
    /// The directory that the picture is not in.
    let other: Int64
    private let reader: CatalogueReader
    private let maker: RecordMaker
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "columns-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "library.heliograph").path
        let writer = try CatalogueWriter(path: path)
        let (one, other) = try writer.transaction {
            (
                try writer.addRoot(Array("/photos".utf8)).directory,
                try writer.addRoot(Array("/more".utf8)).directory
            )
        }
        self.other = other
        record = Self.picture(in: one)
        reader = try CatalogueReader(path: path)
        maker = RecordMaker(reader, CKRecordZone.ID(zoneName: "library"), nil)
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    private static func picture(in directory: Int64) -> AssetRecord {
        var record = AssetRecord()
        (record.directory, record.mediaType, record.uti) = (directory, .image, "public.jpeg")
        (record.width, record.height, record.duration) = (40, 30, 1)
        record.creationDate.microseconds = 1_700_000_000_000_000
        record.creationDate.offsetMinutes = 60
        record.modificationDate = 1_700_000_000_000_000_000
        record.addedDate = 1_700_000_000_000_000
        (record.latitude, record.longitude, record.altitude) = (1, 2, 3)
        (record.burstKey, record.burstIdentifier, record.representsBurst) = ("b", "b", true)
        record.film = EmbeddedFilm(offset: 10, length: 20)
        (record.file.directory, record.file.name) = (directory, Array("1.jpg".utf8))
        return record
    }

    /// The asset as the feed tells of it.
    func line(_ record: AssetRecord) throws -> String {
        try reader.snapshot {
            var lines = FeedLines(reader)
            try lines.asset(record)
            return String(decoding: lines.buffer.bytes, as: UTF8.self)
        }
    }

    /// The asset as `show` prints it.
    func shown(_ record: AssetRecord) throws -> String {
        try reader.snapshot {
            var lines = FeedLines(reader)
            try lines.shownAsset(record)
            return String(decoding: lines.buffer.bytes, as: UTF8.self)
        }
    }

    /// The fields of records that have another value.
    func changedFields(
        from before: AssetRecord,
        to after: AssetRecord
    ) throws -> [RecordField<AssetRecord, AssetKeys>] {
        try reader.snapshot {
            try AssetFields.all.filter {
                try describe($0.value(before, maker)) != describe($0.value(after, maker))
            }
        }
    }

    private func describe(_ value: Any?) -> String {
        switch value {
        case let location as CLLocation:
            "\(location.coordinate) \(location.altitude) \(location.timestamp)"
        case let asset as CKAsset: "\(asset.fileURL?.path ?? "")"
        case let reference as CKRecord.Reference: reference.recordID.recordName
        default: "\(value as Any)"
        }
    }
}
