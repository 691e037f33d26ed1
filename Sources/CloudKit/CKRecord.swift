public import Foundation
internal import Synchronization

/// A record with the fields of an asset, an album or a folder, or of an object that a program defines.
public final class CKRecord: NSObject, NSCopying, NSSecureCoding, Sequence, @unchecked Sendable {
    // `@unchecked Sendable` is true because a lock guards the fields, and all else is constant.

    /// The kind of object that a record describes.
    public typealias RecordType = String
    /// The name of a field.
    public typealias FieldKey = String

    /// The identifier of a record.
    public typealias ID = CKRecordID

    /// The effect on a record when the record it refers to is deleted.
    public enum ReferenceAction: UInt, Sendable {
        /// The record stays as it is.
        case none = 0
        /// The record is deleted too.
        case deleteSelf = 1
    }

    /// A reference to another record, as the value of a field.
    public typealias Reference = CKReference

    /// The kind of object that the record describes: `Asset`, `AssetCollection`, `CollectionList`.
    public let recordType: RecordType
    /// The identifier of the record.
    public let recordID: ID
    /// A tag that changes with every change of the object; nil for a record that is not in a library.
    public let recordChangeTag: String?
    /// The date on which the library added the object.
    public let creationDate: Date?
    /// The date on which the object was last changed; nil if unknown.
    public let modificationDate: Date?
    /// The names of the fields that were fetched, in alphabetical order; empty for a record that was not fetched.
    ///
    /// This includes fields that were cleared. It is Heliograph's own: a program that keeps records updates just these
    /// fields.
    public let fetchedKeys: [FieldKey]

    struct Fields: @unchecked Sendable {
        // `@unchecked Sendable` is true because values are never changed once they are in a record.
        var values: [FieldKey: any __CKRecordObjCValue] = [:]
        var changed: Set<FieldKey> = []
    }

    let fields: Mutex<Fields>

    /// Creates an empty record.
    public convenience init(recordType: RecordType, recordID: ID = ID()) {
        self.init(recordType, recordID, SystemFields(), [:])
    }

    /// Creates an empty record with a new name.
    public convenience init(recordType: RecordType, zoneID: CKRecordZone.ID) {
        self.init(recordType: recordType, recordID: ID(zoneID: zoneID))
    }

    /// The properties of a record other than its fields.
    struct SystemFields {
        var changeTag: String?
        var created: Date?
        var modified: Date?
        var fetched: [FieldKey] = []
    }

    init(
        _ recordType: RecordType,
        _ recordID: ID,
        _ system: SystemFields,
        _ values: [FieldKey: any __CKRecordObjCValue]
    ) {
        ensure(!recordType.isEmpty, "a record needs a type")
        (self.recordType, self.recordID) = (recordType, recordID)
        recordChangeTag = system.changeTag
        (creationDate, modificationDate) = (system.created, system.modified)
        fetchedKeys = system.fetched.sorted()
        fields = Mutex(Fields(values: values))
    }

    /// The type, name and values of the record.
    public override var description: String {
        let values = allKeys().map { "\($0)=\(object(forKey: $0).map { "\($0)" } ?? "nil")" }
        return "<CKRecord: \(recordID.recordName); recordType=\(recordType), "
            + "values={\(values.joined(separator: ", "))}>"
    }

    /// Returns the value of a field; nil if it has none or was not fetched.
    public func object(forKey key: FieldKey) -> (any __CKRecordObjCValue)? {
        fields.withLock { $0.values[key] }
    }

    /// Sets the value of a field; nil removes it.
    ///
    /// A key starts with a letter and has only letters, digits and underscores, at most 255; any other key ends the
    /// program.
    public func setObject(_ object: (any __CKRecordObjCValue)?, forKey key: FieldKey) {
        Self.require(key)
        let value = object.map { recordValue($0) }
        fields.withLock {
            $0.values[key] = value
            $0.changed.insert(key)
        }
    }

    private static func require(_ key: FieldKey) {
        let isKey =
            key.utf8.first.map { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A } == true
            && key.utf8.count <= 255
            && key.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F
            }
        ensure(isKey, "not a key of a record: \(key)")
    }

    /// The value of a field; nil if it has none or was not fetched.
    public subscript(key: FieldKey) -> (any __CKRecordObjCValue)? {
        get { object(forKey: key) }
        set { setObject(newValue, forKey: key) }
    }

    /// The value of a field as one of Swift's types; nil if it has no such value.
    public subscript<Value: CKRecordValueProtocol>(key: FieldKey) -> Value? {
        get { object(forKey: key) as? Value }
        set { setObject(newValue, forKey: key) }
    }

    /// Returns the names of the fields that have values, in alphabetical order.
    public func allKeys() -> [FieldKey] { fields.withLock { $0.values.keys.sorted() } }

    /// Returns the names of the fields that were set since the record was created or fetched.
    public func changedKeys() -> [FieldKey] { fields.withLock { $0.changed.sorted() } }

    /// Returns the words of all texts, as a search would use them to find the record.
    public func allTokens() -> [String] {
        let texts = fields.withLock { $0.values.values.compactMap { $0 as? String } }
        return Set(texts.flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) })
            .sorted()
    }

    /// Returns an iterator over the fields and their values, ordered by name.
    public func makeIterator() -> AnyIterator<(FieldKey, any __CKRecordObjCValue)> {
        let all = fields.withLock { $0.values }
        return AnyIterator(all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }.makeIterator())
    }

    /// Returns a record with the same identifier and values.
    public func copy(with zone: NSZone? = nil) -> Any {
        var system = SystemFields()
        (system.changeTag, system.created) = (recordChangeTag, creationDate)
        (system.modified, system.fetched) = (modificationDate, fetchedKeys)
        let copied = fields.withLock { $0 }
        let copy = CKRecord(recordType, recordID, system, copied.values)
        copy.fields.withLock { $0.changed = copied.changed }
        return copy
    }
}
