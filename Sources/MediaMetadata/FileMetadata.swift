package import PhotoModel

/// What was read from one file, with the evidence for each derived value.
package struct FileMetadata: Equatable, Sendable {
    package var format: MediaFormat = .unknown
    package var mediaType: MediaType = .unknown
    package var subtypes = MediaSubtypes(rawValue: 0)
    package var traits = AssetTraits(rawValue: 0)
    /// Pixels after orientation; 0 when unknown.
    package var width = 0
    package var height = 0
    /// How the stored pixels are to be turned, 1 to 8 as in Exif; 1 also for formats that turn them themselves.
    package var orientation = 1
    /// Seconds; 0 for pictures.
    package var duration = 0.0
    package var date: CaptureDate?
    package var location: Location?
    package var cameraMake: String?
    package var cameraModel: String?
    package var lensModel: String?
    /// What people wrote into the file; nil for most files.
    package var extended: ExtendedMetadata?
    package var burst: BurstMark?
    /// Apple's identifier of a Live Photo, the same in its still and its film.
    package var contentIdentifier: String?
    /// Where in the file the film of a motion photo lies.
    package var film: Range<Int>?
    package var evidence: [Evidence] = []
    /// What was considered and not taken, when that was asked for.
    package var refused: [Evidence] = []
    /// Why the file could not be read; nil when it could.
    package var unreadableReason: String?
    /// xxHash of the first 64 KiB.
    package var fingerprint: UInt64 = 0
    /// The file is for another reader, who knows more of its format.
    package var isPartial = false

    package init() {}
}

/// A place on Earth.
package struct Location: Equatable, Sendable {
    /// Degrees, north positive.
    package var latitude: Double
    /// Degrees, east positive.
    package var longitude: Double
    /// Metres above the sea, when known.
    package var altitude: Double?

    package init(latitude: Double, longitude: Double, altitude: Double? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
    }

    /// Whether the numbers can be a place; 0/0 is what cameras write without a fix.
    package var isPlausible: Bool {
        abs(latitude) <= 90 && abs(longitude) <= 180 && !(latitude == 0 && longitude == 0)
    }
}

/// What ties a picture to the others of its burst.
package struct BurstMark: Equatable, Sendable {
    package enum Basis: UInt8, Sendable {
        /// Apple's BurstUUID; the same in every member wherever it lies.
        case apple = 1
        /// Google's XMP BurstID.
        case googleCamera = 2
        /// A file naming of phone makers; ties files of one directory.
        case name = 3
    }

    package var identifier: String
    package var basis: Basis
    /// The file itself says that it stands for the burst.
    package var isPrimary: Bool

    package init(identifier: String, basis: Basis, isPrimary: Bool) {
        self.identifier = identifier
        self.basis = basis
        self.isPrimary = isPrimary
    }
}

/// Why a derived value is what it is.
package struct Evidence: Equatable, Sendable {
    /// The value, such as `photoPanorama` or `creationDate`.
    package var value: String
    /// The rule that decided.
    package var rule: String
    /// The tag or bytes the rule saw.
    package var detail: String

    package init(value: String, rule: String, detail: String) {
        self.value = value
        self.rule = rule
        self.detail = detail
    }
}

extension FileMetadata {
    private static let unread = "cannot be read (error "

    /// Why nothing, or not all, is known of a file whose bytes the kernel did not give.
    static func unread(_ error: Int32) -> String { "\(unread)\(error))" }

    /// Whether that is so: what is missing says nothing of the file, which may be read another time.
    package var isUnread: Bool { unreadableReason?.hasPrefix(Self.unread) ?? false }
}
