package import PhotoModel

/// The metadata read from one file, with the evidence for each derived value.
package struct FileMetadata: Equatable, Sendable {
    package var format: MediaFormat = .unknown
    package var mediaType: MediaType = .unknown
    package var subtypes = MediaSubtypes(rawValue: 0)
    package var traits = AssetTraits(rawValue: 0)
    /// The width in pixels after orientation; 0 if unknown.
    package var width = 0
    package var height = 0
    /// The orientation of the stored pixels, 1 to 8 as in Exif; 1 also for formats that apply it themselves.
    package var orientation = 1
    /// The duration in seconds; 0 for pictures.
    package var duration = 0.0
    package var date: CaptureDate?
    package var location: Location?
    package var cameraMake: String?
    package var cameraModel: String?
    package var lensModel: String?
    /// The texts that people wrote into the file; nil for most files.
    package var extended: ExtendedMetadata?
    package var burst: BurstMark?
    /// Apple's identifier of a Live Photo, the same in its still and its film.
    package var contentIdentifier: String?
    /// The range of the film of a motion photo in the file.
    package var film: Range<Int>?
    package var evidence: [Evidence] = []
    /// The values that were considered and rejected, if requested.
    package var refused: [Evidence] = []
    /// The reason why the file could not be read; nil if it could.
    package var unreadableReason: String?
    /// The xxHash of the first 64 KiB.
    package var fingerprint: UInt64 = 0
    /// Whether another reader, which knows more of the format, has to read the file.
    package var isPartial = false
    /// While it is read: dates from then on do not count, in microseconds since 1970.
    var dayAfterTomorrow = Int64.max

    package init() {}
}

/// A place on Earth.
package struct Location: Equatable, Sendable {
    /// Degrees, north positive.
    package var latitude: Double
    /// Degrees, east positive.
    package var longitude: Double
    /// Metres above the sea, if known.
    package var altitude: Double?

    package init(latitude: Double, longitude: Double, altitude: Double? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
    }

    /// Whether the numbers can be a place; cameras write 0/0 without a fix.
    package var isPlausible: Bool {
        abs(latitude) <= 90 && abs(longitude) <= 180 && !(latitude == 0 && longitude == 0)
    }
}

/// The mark that groups a picture with the others of its burst.
package struct BurstMark: Equatable, Sendable {
    package enum Basis: UInt8, Sendable {
        /// Apple's BurstUUID; the same in every member, in any directory.
        case apple = 1
        /// Google's XMP BurstID.
        case googleCamera = 2
        /// A phone maker's naming scheme; groups files of one directory.
        case name = 3
    }

    package var identifier: String
    package var basis: Basis
    /// Whether the file itself is marked as the representative of the burst.
    package var isPrimary: Bool

    package init(identifier: String, basis: Basis, isPrimary: Bool) {
        self.identifier = identifier
        self.basis = basis
        self.isPrimary = isPrimary
    }
}

/// The reason for a derived value.
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
    /// Returns whether a date is no later than tomorrow; notes it otherwise, for by another clock it may count.
    mutating func admits(_ date: CaptureDate, _ tag: String) -> Bool {
        guard date.microseconds >= dayAfterTomorrow else { return true }
        traits.insert(.awaitsClock)
        let detail = "\(tag) = \(date): after tomorrow"
        refused.append(Evidence(value: "creationDate", rule: "plausible", detail: detail))
        return false
    }

    private static let unread = "cannot be read (error "

    /// Returns the reason for a file whose bytes the kernel did not deliver, so that its metadata is missing or
    /// incomplete.
    static func unread(_ error: Int32) -> String { "\(unread)\(error))" }

    /// Whether the file was not read: missing metadata then means nothing, and the file may be read another time.
    package var isUnread: Bool { unreadableReason?.hasPrefix(Self.unread) ?? false }
}
