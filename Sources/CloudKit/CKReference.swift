public import Foundation
internal import FoundationBridging

/// A reference to another record in a field; code calls it ``CKRecord/Reference``.
public final class CKReference: NSObject, NSSecureCoding, CKRecordValueProtocol, Sendable {
    /// The identifier of the record that is referred to.
    public let recordID: CKRecordID
    /// The effect on the referring record when the record it refers to is deleted.
    public let action: CKRecord.ReferenceAction

    /// Creates a reference to a record.
    public init(recordID: CKRecordID, action: CKRecord.ReferenceAction) {
        (self.recordID, self.action) = (recordID, action)
    }

    /// The name of the record that is referred to.
    public override var description: String { "<CKReference: \(recordID.recordName)>" }

    /// Whether references support secure coding; always true.
    public static var supportsSecureCoding: Bool { true }

    /// Reads a reference from an archive.
    public convenience init?(coder: NSCoder) {
        guard let id = coder.decodeNested(CKRecordID.self, forKey: "recordID"),
            let action = CKRecord.ReferenceAction(
                rawValue: UInt(clamping: coder.decodeInteger(forKey: "action"))
            )
        else { return nil }
        self.init(recordID: id, action: action)
    }

    /// Writes the reference to an archive.
    public func encode(with coder: NSCoder) {
        coder.encode(recordID, forKey: "recordID")
        coder.encode(Int(action.rawValue), forKey: "action")
    }

    public override func isEqual(_ object: Any?) -> Bool {
        (object as? CKReference)?.recordID == recordID
    }

    public override var hash: Int { recordID.hash }
}
