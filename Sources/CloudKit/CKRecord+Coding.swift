public import Foundation
internal import FoundationBridging
internal import Synchronization

/// Archives a whole record, or only its system fields.
extension CKRecord {
    /// Whether records support secure coding; always true.
    public static var supportsSecureCoding: Bool { true }

    private static let valueClasses: [AnyClass] = [
        NSString.self, NSNumber.self, NSDate.self, NSData.self, NSArray.self, CLLocation.self,
        CKReference.self, CKAsset.self,
    ]

    /// Writes the fields that identify the record's object and its version to an archive.
    public func encodeSystemFields(with coder: NSCoder) {
        coder.encode(recordType as NSString, forKey: "recordType")
        coder.encode(recordID, forKey: "recordID")
        coder.encode(recordChangeTag.map { $0 as NSString }, forKey: "recordChangeTag")
        coder.encode(creationDate.map { $0 as NSDate }, forKey: "creationDate")
        coder.encode(modificationDate.map { $0 as NSDate }, forKey: "modificationDate")
    }

    /// Writes the record to an archive, with its fields and the names of those that were fetched or changed.
    public func encode(with coder: NSCoder) {
        encodeSystemFields(with: coder)
        let fields = fields.withLock { $0 }
        let keys = fields.values.keys.sorted()
        coder.encode(keys as NSArray, forKey: "keys")
        coder.encode(NSArray(array: keys.compactMap { fields.values[$0] }), forKey: "values")
        coder.encode(fields.changed.sorted() as NSArray, forKey: "changedKeys")
        coder.encode(fetchedKeys as NSArray, forKey: "fetchedKeys")
    }

    /// Reads a record from an archive; if ``encodeSystemFields(with:)`` wrote it, the record has no fields.
    public convenience init?(coder: NSCoder) {
        guard let type = coder.decodeNested(NSString.self, forKey: "recordType") as String?,
            !type.isEmpty, let id = coder.decodeNested(CKRecordID.self, forKey: "recordID")
        else { return nil }
        var system = SystemFields()
        system.changeTag =
            coder.decodeNested(NSString.self, forKey: "recordChangeTag") as String?
        system.created = coder.decodeNested(NSDate.self, forKey: "creationDate") as Date?
        system.modified = coder.decodeNested(NSDate.self, forKey: "modificationDate") as Date?
        system.fetched = Self.names("fetchedKeys", coder)
        // These keys are missing if only the system fields were written.
        let values =
            coder.containsValue(forKey: "values")
            ? coder.decodeNested(Self.valueClasses, forKey: "values") as? NSArray : nil
        let found = (values.map(Array.init) ?? []).compactMap { knownRecordValue($0) }
        let keys = Self.names("keys", coder)
        guard keys.count == found.count else { return nil }
        self.init(type, id, system, Dictionary(zip(keys, found)) { first, _ in first })
        let changed = Set(Self.names("changedKeys", coder))
        fields.withLock { $0.changed = changed }
    }

    private static func names(_ key: String, _ coder: NSCoder) -> [FieldKey] {
        guard coder.containsValue(forKey: key) else { return [] }
        let names = coder.decodeNested([NSArray.self, NSString.self], forKey: key) as? NSArray
        return (names.map(Array.init) ?? []).compactMap { $0 as? String }
    }
}
