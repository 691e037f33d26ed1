package import PhotoModel

/// An album, folder, smart album or moment as readers see it.
package struct CollectionRecord: Sendable {
    /// What the history calls it, and its number there.
    package var source: HistoryKind
    package var id: Int64
    package var uuid: ObjectUUID
    package var subtype: CollectionSubtype
    package var title: [UInt8]
    /// Relative to the root; nil for what is no directory.
    package var path: [UInt8]?
    /// The folder it is in.
    package var parent: ObjectUUID?
    package var count: Int64
    package var startDate: CaptureDate?
    package var endDate: CaptureDate?
    /// The middle of a moment.
    package var place: GeographicPoint?
    /// Where it stands among what the user made in the same folder, ascending; nil for what the user did not make.
    package var position: Int64?

    package var kind: ObjectKind { source.objectKind }
}
