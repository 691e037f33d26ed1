internal import Catalogue
internal import ChangeFeed
internal import Foundation
internal import PhotoModel

/// A table of assets for a terminal.
struct AssetTable {
    private var table = Table(["date", "type", "pixels", "size", "kinds", "path"])

    mutating func add(_ record: AssetRecord, _ reader: CatalogueReader) throws {
        var kinds = MediaSubtypes.names.filter { record.subtypes.contains($0.subtype) }
            .map { "\($0.name)" }
        if record.isTrashed { kinds.insert("trashed", at: 0) }
        table.add([
            Self.date(of: record),
            "\(record.mediaType.name)",
            record.unreadableReason == nil ? "\(record.width)×\(record.height)" : "unreadable",
            Terminal.bytes(record.file.identity.size),
            kinds.joined(separator: ","),
            PrintableText.line(try reader.path(record.directory, record.file.name)),
        ])
    }

    private static func date(of record: AssetRecord) -> String {
        let time = record.creationDate.localTime
        return String(
            format: "%04d-%02d-%02d %02d:%02d",
            time.year,
            time.month,
            time.day,
            time.hour,
            time.minute
        )
    }

    func show() { table.show() }
}

extension CatalogueReader {
    /// Prints assets in their current state: a table on a terminal, lines of the feed elsewhere.
    func show(_ ids: [Int64]) throws {
        var (table, lines) = (AssetTable(), FeedLines(self))
        try snapshot {
            for id in ids {
                guard let record = try assetOrTrashed(id) else { continue }
                if Terminal.isOutput {
                    try table.add(record, self)
                } else {
                    try lines.assetLine(record)
                }
            }
        }
        if Terminal.isOutput { table.show() }
        _ = lines.flush(to: FeedOutput(descriptor: Streams.current.output))
    }
}
