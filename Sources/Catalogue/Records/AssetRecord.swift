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
    /// The key that ties the assets of a burst together; set even if no other asset has it.
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
    /// The title, caption, keywords and rating that people gave the asset; nil for most.
    @Boxed package var extendedMetadata: ExtendedMetadata?
    /// Lines of value, rule and detail, separated by tabs.
    package var evidence: String?
    /// The asset this file is part of, if it is not shown itself.
    ///
    /// Nil for an asset of its own, 0 for a sidecar without its photo, ``inTrash`` for a deleted asset.
    package var partOf: Int64?
    /// How many other files are part of the asset.
    package var partCount: Int64 = 0
    /// The identifier that the two files of a Live Photo share.
    package var contentIdentifier: String?
    /// The film embedded in a picture's file.
    package var film: EmbeddedFilm?
    package var file = FileRecord()
    /// The values of the file itself, if its parts or the user override them.
    @Boxed package var own: OwnValues?
    /// Whether the user changed something.
    package var isEdited = false
    /// The user's edits; loaded only if the asset will be written.
    @Boxed package var edit: UserEdit?

    package init() {}

    /// The value of ``partOf`` for an asset in the trash.
    static let inTrash: Int64 = -1

    /// Whether readers see an asset of its own.
    package var isShown: Bool { partOf == nil }

    /// Whether it is a deleted asset in the trash.
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
