public import Foundation
internal import FoundationBridging

/// Names another record in a field; code calls it ``CKRecord/Reference``.
public final class CKReference: NSObject, NSSecureCoding, CKRecordValueProtocol, Sendable {
    /// The record that is meant.
    public let recordID: CKRecordID
    /// What becomes of who refers when it goes.
    public let action: CKRecord.ReferenceAction

    /// Names a record.
    public init(recordID: CKRecordID, action: CKRecord.ReferenceAction) {
        (self.recordID, self.action) = (recordID, action)
    }

    /// The name of the record that is meant.
    public override var description: String { "<CKReference: \(recordID.recordName)>" }

    /// It can be archived safely.
    public static var supportsSecureCoding: Bool { true }

    /// A reference out of an archive.
    public convenience init?(coder: NSCoder) {
        guard let id = coder.decodeNested(CKRecordID.self, forKey: "recordID"),
            let action = CKRecord.ReferenceAction(
                rawValue: UInt(clamping: coder.decodeInteger(forKey: "action"))
            )
        else { return nil }
        self.init(recordID: id, action: action)
    }

    /// Writes it into an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(recordID, forKey: "recordID")
        coder.encode(Int(action.rawValue), forKey: "action")
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? CKReference)?.recordID == recordID
    }

    public override var hash: Int { recordID.hash }
}
