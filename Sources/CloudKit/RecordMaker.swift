internal import Catalogue
internal import Foundation
internal import PhotoModel

/// Creates records from the library's objects.
struct RecordMaker {
    let reader: CatalogueReader
    private let zone: CKRecordZone.ID
    private let desiredKeys: Set<String>?

    /// `desiredKeys`: The names of the fields to fetch if they changed; nil for all fields that changed.
    init(_ reader: CatalogueReader, _ zone: CKRecordZone.ID, _ desiredKeys: [String]?) {
        (self.reader, self.zone) = (reader, zone)
        self.desiredKeys = desiredKeys.map { Set($0) }
    }

    /// Returns the change of a record that a history entry describes; nil if it concerns no record.
    func change(_ entry: HistoryEntry) throws -> ZoneChange.Kind? {
        switch entry.kind {
        case .state, .synced: return nil
        case .asset:
            guard entry.change != .removed, let record = entry.asset else { return deletion(entry) }
            return .changed(try self.record(record, entry))
        case .album, .userAlbum, .smartAlbum, .moment, .folder, .userFolder:
            guard let record = entry.collection else { return deletion(entry) }
            return .changed(try self.record(record, entry))
        }
    }

    private func deletion(_ entry: HistoryEntry) -> ZoneChange.Kind? {
        guard let uuid = entry.uuid.map(ObjectUUID.init(bytes:)) else { return nil }
        let kind = entry.kind.objectKind
        return .deleted(id(kind, uuid), Self.type(kind))
    }

    static func type(_ kind: ObjectKind) -> CKRecord.RecordType {
        switch kind {
        case .asset: "Asset"
        case .album, .smartAlbum, .moment: "AssetCollection"
        case .folder: "CollectionList"
        }
    }

    private func id(_ kind: ObjectKind, _ uuid: ObjectUUID) -> CKRecord.ID {
        CKRecord.ID(recordName: kind.localIdentifier(uuid), zoneID: zone)
    }

    func reference(_ kind: ObjectKind, _ uuid: ObjectUUID?) -> CKRecord.Reference? {
        uuid.map { CKRecord.Reference(recordID: id(kind, $0), action: .none) }
    }

    private func record(_ asset: AssetRecord, _ entry: HistoryEntry) throws -> CKRecord {
        var keys = entry.assetKeys
        if entry.change == .moved { keys.formUnion([.path, .root, .albumId, .resources]) }
        if entry.contentChanged { keys.insert(.resources) }
        var (system, values) = try fetched(AssetFields.all, asset, keys, entry)
        system.created = Self.date(asset.addedDate)
        system.modified = Self.date(asset.modificationDate / 1_000)
        return CKRecord("Asset", id(.asset, asset.uuid), system, values)
    }

    private func record(_ collection: CollectionRecord, _ entry: HistoryEntry) throws -> CKRecord {
        var keys = entry.collectionKeys
        if entry.change == .moved { keys.insert(.path) }
        let (system, values) = try fetched(CollectionFields.all, collection, keys, entry)
        let id = id(collection.kind, collection.uuid)
        return CKRecord(Self.type(collection.kind), id, system, values)
    }

    /// Returns the values of the fields that changed and were requested.
    private func fetched<Object, Keys>(
        _ fields: [RecordField<Object, Keys>],
        _ object: Object,
        _ keys: Keys,
        _ entry: HistoryEntry
    ) throws -> (CKRecord.SystemFields, [String: any __CKRecordObjCValue]) {
        var system = CKRecord.SystemFields(changeTag: String(entry.position, radix: 36))
        var values: [String: any __CKRecordObjCValue] = [:]
        for field in fields {
            let hasChanged = entry.change == .inserted || !field.keys.isDisjoint(with: keys)
            guard hasChanged, desiredKeys?.contains(field.name) ?? true else { continue }
            system.fetched.append(field.name)
            if let value = try field.value(object, self) {
                values[field.name] = recordValue(value)
            }
        }
        return (system, values)
    }

    /// Returns a date from the microseconds since 1970.
    static func date(_ microseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }
}
