internal import Catalogue
internal import Foundation
internal import PhotoModel

/// Makes records of the library's objects.
struct RecordMaker {
    let reader: CatalogueReader
    private let zone: CKRecordZone.ID
    private let desiredKeys: Set<String>?

    /// `desiredKeys`: The fields that are wanted; nil for those that changed.
    init(_ reader: CatalogueReader, _ zone: CKRecordZone.ID, _ desiredKeys: [String]?) {
        (self.reader, self.zone) = (reader, zone)
        self.desiredKeys = desiredKeys.map { Set($0) }
    }

    /// What an entry of the history says of a record; nil for what is about no record.
    func change(_ entry: HistoryEntry) throws -> ZoneChange.Kind? {
        switch entry.kind {
        case .state, .synced: return nil
        case .asset:
            guard entry.change != .removed, let record = entry.asset else { return deletion(entry) }
            return .changed(try self.record(record, entry))
        case .album, .userAlbum, .smartAlbum, .moment, .folder, .userFolder:
            guard entry.change != .removed,
                let record = try reader.collection(entry.object, entry.kind)
            else { return deletion(entry) }
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
        var keys = AssetKeys(rawValue: entry.keys)
        if entry.change == .moved { keys.formUnion([.path, .root, .albumId, .resources]) }
        if entry.contentChanged { keys.insert(.resources) }
        var fetched: [String] = []
        var values: [String: any __CKRecordObjCValue] = [:]
        for field in AssetField.all
        where isWanted(field.name, entry, !field.keys.isDisjoint(with: keys)) {
            fetched.append(field.name)
            if let value = try field.value(asset, self) { values[field.name] = recordValue(value) }
        }
        var system = CKRecord.SystemFields(changeTag: String(entry.position, radix: 36))
        system.fetched = fetched
        system.created = Self.date(asset.addedDate)
        system.modified = Self.date(asset.modificationDate / 1_000)
        return CKRecord("Asset", id(.asset, asset.uuid), system, values)
    }

    private func record(_ collection: CollectionRecord, _ entry: HistoryEntry) throws -> CKRecord {
        var keys = CollectionKeys(rawValue: entry.keys)
        if entry.change == .moved { keys.insert(.path) }
        var fetched: [String] = []
        var values: [String: any __CKRecordObjCValue] = [:]
        for field in CollectionField.all
        where isWanted(field.name, entry, !field.keys.isDisjoint(with: keys)) {
            fetched.append(field.name)
            if let value = try field.value(collection, self) {
                values[field.name] = recordValue(value)
            }
        }
        var system = CKRecord.SystemFields(changeTag: String(entry.position, radix: 36))
        system.fetched = fetched
        return CKRecord(
            Self.type(collection.kind),
            id(collection.kind, collection.uuid),
            system,
            values
        )
    }

    private func isWanted(_ name: String, _ entry: HistoryEntry, _ hasChanged: Bool) -> Bool {
        desiredKeys?.contains(name) ?? (entry.change == .inserted || hasChanged)
    }

    /// `microseconds`: Since 1970.
    static func date(_ microseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(microseconds) / 1_000_000)
    }
}
