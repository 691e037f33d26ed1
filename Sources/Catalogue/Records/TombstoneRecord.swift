package import PhotoModel

/// A removed asset that can still come back.
package struct TombstoneRecord: Sendable {
    package var id: Int64
    package var uuid: ObjectUUID
    package var directory: Int64
    package var name: [UInt8]
    package var identity: FileIdentity
    package var fingerprint: Int64
    package var addedDate: Int64
    package var isFavorite: Bool
    package var isHidden: Bool
}
