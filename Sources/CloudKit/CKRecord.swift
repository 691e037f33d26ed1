public import Foundation
internal import Synchronization

/// The fields of an object of the library, an asset, an album or a folder, or of what a program makes.
public final class CKRecord: NSObject, NSCopying, NSSecureCoding, Sequence, @unchecked Sendable {
    // `@unchecked Sendable` is true because fields are touched by whoever holds their lock only, and all else
    // is constant.

    /// What kind of object a record is of.
    public typealias RecordType = String
    /// The name of a field.
    public typealias FieldKey = String

    /// Names a record.
    public typealias ID = CKRecordID

    /// What becomes of a record when one goes that it refers to.
    public enum ReferenceAction: UInt, Sendable {
        /// Nothing happens to the record when the one it refers to is deleted.
        case none = 0
        /// The record is deleted with the one it refers to.
        case deleteSelf = 1
    }

    /// Names another record in a field.
    public typealias Reference = CKReference

    /// What kind of object it is of: `Asset`, `AssetCollection`, `CollectionList`.
    public let recordType: RecordType
    /// The record's name.
    public let recordID: ID
    /// Another one after every change of the object; nil for what no library holds.
    public let recordChangeTag: String?
    /// When the library came to know of the object.
    public let creationDate: Date?
    /// When the object changed last, as far as it says.
    public let modificationDate: Date?
    /// The names of the fields that were fetched, in alphabetical order, also of those that have no value any more;
    /// empty for a record that was not fetched.
    ///
    /// Heliograph's own: who keeps what was fetched before takes the values of just these fields over.
    public let fetchedKeys: [FieldKey]

    struct Fields: @unchecked Sendable {
        // `@unchecked Sendable` is true because values are never changed once they are in a record.
        var values: [FieldKey: any __CKRecordObjCValue] = [:]
        var changed: Set<FieldKey> = []
    }

    let fields: Mutex<Fields>

    /// An empty record.
    public convenience init(recordType: RecordType, recordID: ID = ID()) {
        self.init(recordType, recordID, SystemFields(), [:])
    }

    /// An empty record with a new name.
    public convenience init(recordType: RecordType, zoneID: CKRecordZone.ID) {
        self.init(recordType: recordType, recordID: ID(zoneID: zoneID))
    }

    /// What a record says of itself beside its fields.
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

    /// The type and name of the record, and the values it has.
    public override var description: String {
        let values = allKeys().map { "\($0)=\(object(forKey: $0).map { "\($0)" } ?? "nil")" }
        return "<CKRecord: \(recordID.recordName); recordType=\(recordType), "
            + "values={\(values.joined(separator: ", "))}>"
    }

    /// The value of a field; nil when it has none, or when it did not come along.
    public func object(forKey key: FieldKey) -> (any __CKRecordObjCValue)? {
        fields.withLock { $0.values[key] }
    }

    /// Gives a field a value; nil takes it away.
    ///
    /// A key is a letter and letters, digits and underscores, 255 at most; other keys end the program.
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

    /// The value of a field.
    public subscript(key: FieldKey) -> (any __CKRecordObjCValue)? {
        get { object(forKey: key) }
        set { setObject(newValue, forKey: key) }
    }

    /// The value of a field as one of Swift's types.
    public subscript<Value: CKRecordValueProtocol>(key: FieldKey) -> Value? {
        get { object(forKey: key) as? Value }
        set { setObject(newValue, forKey: key) }
    }

    /// The names of the fields that have values, in alphabetical order.
    public func allKeys() -> [FieldKey] { fields.withLock { $0.values.keys.sorted() } }

    /// The names of the fields that were set since the record was made or fetched.
    public func changedKeys() -> [FieldKey] { fields.withLock { $0.changed.sorted() } }

    /// The words of all texts, such as a search would find the record by.
    public func allTokens() -> [String] {
        let texts = fields.withLock { $0.values.values.compactMap { $0 as? String } }
        return Set(texts.flatMap { $0.split { !$0.isLetter && !$0.isNumber }.map(String.init) })
            .sorted()
    }

    /// The fields with their values, by name.
    public func makeIterator() -> AnyIterator<(FieldKey, any __CKRecordObjCValue)> {
        let all = fields.withLock { $0.values }
        return AnyIterator(all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }.makeIterator())
    }

    /// A record with the same name and values.
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
