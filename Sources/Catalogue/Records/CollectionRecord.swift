package import PhotoModel

/// An album, folder, smart album or moment as readers see it.
package struct CollectionRecord: Sendable {
    /// The collection's kind in the history, where `id` is its number.
    package var source: HistoryKind
    package var id: Int64
    package var uuid: ObjectUUID
    package var subtype: CollectionSubtype
    package var title: [UInt8]
    /// Relative to the root; nil for a collection that is not a directory.
    package var path: [UInt8]?
    /// The folder it is in.
    package var parent: ObjectUUID?
    package var count: Int64
    package var startDate: CaptureDate?
    package var endDate: CaptureDate?
    /// The centre of a moment.
    package var place: GeographicPoint?
    /// The position among the user's collections in the same folder, ascending; nil for all other collections.
    package var position: Int64?

    package var kind: ObjectKind { source.objectKind }
}
