package import PhotoModel

/// One asset with its primary resource, as the catalogue holds it.
package struct AssetRecord: Sendable {
    package var id: Int64 = 0
    package var uuid = ObjectUUID(high: 0, low: 0)
    package var directory: Int64 = 0
    package var mediaType: MediaType = .unknown
    package var subtypes = MediaSubtypes(rawValue: 0)
    package var traits = AssetTraits(rawValue: 0)
    package var width: Int64 = 0
    package var height: Int64 = 0
    package var duration = 0.0
    package var creationDate = CaptureDate(
        microseconds: 0,
        offsetMinutes: nil,
        source: .modificationTime
    )
    /// Nanoseconds since 1970.
    package var modificationDate: Int64 = 0
    /// Microseconds since 1970.
    package var addedDate: Int64 = 0
    package var latitude: Double?
    package var longitude: Double?
    package var altitude: Double?
    package var isFavorite = false
    package var isHidden = false
    /// What ties the asset to others of a burst, were they there.
    package var burstKey: String?
    package var burstBasis: Int64 = 0
    package var isBurstPrimary = false
    /// Set while at least two assets share the burst.
    package var burstIdentifier: String?
    package var representsBurst = false
    package var uti = ""
    package var cameraMake: String?
    package var cameraModel: String?
    package var lensModel: String?
    package var unreadableReason: String?
    /// What people wrote of the asset; nil for most.
    @Boxed package var extendedMetadata: ExtendedMetadata?
    /// Lines of value, rule and detail with tabs between them.
    package var evidence: String?
    /// The asset this file is part of, if it is not shown itself.
    ///
    /// Nil for an asset of its own, 0 for a sidecar without its photo, ``inTrash`` for a deleted asset.
    package var partOf: Int64?
    /// How many other files are part of the asset.
    package var partCount: Int64 = 0
    /// What the two files of a Live Photo have in common.
    package var contentIdentifier: String?
    /// The film a picture's file holds besides the picture.
    package var film: EmbeddedFilm?
    package var file = FileRecord()
    /// The values of the file itself, if its parts or the user override them.
    @Boxed package var own: OwnValues?
    /// Whether the user changed something.
    package var isEdited = false
    /// The user's edits; loaded only if the asset is to be written.
    @Boxed package var edit: UserEdit?

    package init() {}

    /// In the place of an owner's number: the asset lies in the trash.
    static let inTrash: Int64 = -1

    /// Whether it is an asset to readers, and not a part of one.
    package var isShown: Bool { partOf == nil }

    /// Whether it is an asset that was deleted and lies in the trash.
    package var isTrashed: Bool { partOf == Self.inTrash }
}

/// A film within another file.
package struct EmbeddedFilm: Equatable, Sendable {
    /// Bytes from the file's beginning.
    package var offset: Int64
    /// Bytes.
    package var length: Int64

    package init(offset: Int64, length: Int64) {
        (self.offset, self.length) = (offset, length)
    }
}
