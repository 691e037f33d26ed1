internal import Catalogue
internal import Foundation
internal import PhotoModel

/// The fields of album and folder records, named as in the feed where it has the same field.
enum CollectionFields {
    private typealias Field = RecordField<CollectionRecord, CollectionKeys>

    static let all: [RecordField<CollectionRecord, CollectionKeys>] = [
        Field("kind", []) { collection, _ in "\(collection.kind)" },
        Field("subtype", []) { collection, _ in "\(collection.subtype.name)" },
        Field("title", .title) { collection, _ in
            collection.kind == .moment ? nil : String(decoding: collection.title, as: UTF8.self)
        },
        Field("path", .path) { collection, _ in
            collection.path.map { String(decoding: $0, as: UTF8.self) }
        },
        Field("parent", .parentId) { collection, maker in
            maker.reference(.folder, collection.parent)
        },
        Field("count", .count) { collection, _ in collection.count },
        Field("position", .position) { collection, _ in collection.position },
        Field("startDate", [.dates, .count]) { collection, _ in
            collection.startDate.map { RecordMaker.date($0.microseconds) }
        },
        Field("endDate", [.dates, .count]) { collection, _ in
            collection.endDate.map { RecordMaker.date($0.microseconds) }
        },
        Field("assets", .count) { collection, maker in
            try maker.reader.addedAssets(collection)?.compactMap { maker.reference(.asset, $0) }
        },
    ]
}
