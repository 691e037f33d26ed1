internal import Catalogue
internal import Foundation
internal import PhotoModel

/// A field of the records of albums and folders; the names are those of the feed, where it has the same.
struct CollectionField {
    let name: String
    /// What has to change for it to have another value.
    let keys: CollectionKeys
    let value: @Sendable (CollectionRecord, RecordMaker) throws -> Any?

    private init(
        _ name: String,
        _ keys: CollectionKeys,
        _ value: @escaping @Sendable (CollectionRecord, RecordMaker) throws -> Any?
    ) {
        (self.name, self.keys, self.value) = (name, keys, value)
    }

    static let all = [
        CollectionField("kind", []) { collection, _ in "\(collection.kind)" },
        CollectionField("subtype", []) { collection, _ in "\(collection.subtype.name)" },
        CollectionField("title", .title) { collection, _ in
            collection.kind == .moment ? nil : String(decoding: collection.title, as: UTF8.self)
        },
        CollectionField("path", .path) { collection, _ in
            collection.path.map { String(decoding: $0, as: UTF8.self) }
        },
        CollectionField("parent", .parentId) { collection, maker in
            maker.reference(.folder, collection.parent)
        },
        CollectionField("count", .count) { collection, _ in collection.count },
        CollectionField("startDate", [.dates, .count]) { collection, _ in
            collection.startDate.map { RecordMaker.date($0.microseconds) }
        },
        CollectionField("endDate", [.dates, .count]) { collection, _ in
            collection.endDate.map { RecordMaker.date($0.microseconds) }
        },
        CollectionField("assets", .count) { collection, maker in
            try maker.reader.addedAssets(collection)?.compactMap { maker.reference(.asset, $0) }
        },
    ]
}
