package import Catalogue

extension FeedLines {
    /// Appends an asset with the evidence for its derived values, as printed by `show`.
    package mutating func shownAsset(_ record: AssetRecord) throws {
        try asset(record)
        buffer.bytes.removeLast()
        buffer.key("evidence")
        buffer.beginArray()
        for line in record.evidence?.split(separator: "\n") ?? [] {
            let parts = line.split(separator: "\t", maxSplits: 2).map(String.init)
            guard parts.count == 3 else { continue }
            buffer.beginObject()
            buffer.key("value")
            buffer.string(parts[0])
            buffer.key("rule")
            buffer.string(parts[1])
            buffer.key("detail")
            buffer.string(parts[2])
            buffer.endObject()
        }
        buffer.endArray()
        buffer.endObject()
        buffer.endLine()
    }
}
