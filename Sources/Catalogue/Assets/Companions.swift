internal import PhotoModel

/// The kinds of files that are or were in a directory and can be grouped with others.
///
/// They make for a quick check in directories where no files can be grouped.
package struct Companions: OptionSet, Sendable, Hashable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    static let raw = Self(rawValue: 1)
    static let sidecar = Self(rawValue: 2)
    /// Videos and stills with the identifier of a Live Photo, and stills that say they have a film.
    static let liveFilm = Self(rawValue: 4)
    static let liveStill = Self(rawValue: 8)
    static let film = Self(rawValue: 16)
    static let still = Self(rawValue: 32)
    /// Files whose names say that they are edited versions, in either form.
    static let lettered = Self(rawValue: 64)
    static let suffixed = Self(rawValue: 128)

    /// Files of Google Takeout, from which edited copies may borrow.
    static let takeout = Self(rawValue: 256)

    private static let edited: Self = [.lettered, .suffixed]
    private static let ofSidecar: Self = [.raw, .liveFilm, .liveStill, .film, .still, edited]
    private static let ofRaw: Self = [.sidecar, .liveStill, .still, .liveFilm, edited]
    private static let ofLiveFilm: Self = [.sidecar, .liveStill, .still, .raw, edited]
    private static let ofLiveStill: Self = [.sidecar, .liveFilm, .film, .raw, edited]
    private static let ofFilm: Self = [.sidecar, .liveStill, edited]
    private static let ofStill: Self = [.sidecar, .raw, .liveFilm, edited]

    /// Creates the kind of a file, a single bit.
    init(_ record: borrowing AssetRecord) {
        if record.isSidecar {
            self = .sidecar
        } else if let form = MediaFileName.editedForm(record.file.name) {
            self = Self(form)
        } else if record.mediaType == .video {
            self = record.contentIdentifier == nil ? .film : .liveFilm
        } else if record.isRaw {
            self = .raw
        } else {
            let isLive = record.contentIdentifier != nil || record.traits.contains(.motionPhoto)
            self = isLive ? .liveStill : .still
        }
    }

    private init(_ form: EditedName.Form) { self = form == .letter ? .lettered : .suffixed }

    /// Returns the kinds to note for the directory of a file: its own kind, and what else it has to be looked for by.
    static func noted(of record: borrowing AssetRecord) -> Companions {
        var kind = Self(record)
        guard kind == .sidecar else { return kind }
        if TakeoutName.isTakeout(record.file.name) { kind.insert(.takeout) }
        if let form = MediaFileName.editedForm(record.file.name) { kind.insert(Self(form)) }
        return kind
    }

    /// The kinds with which a file of this kind can be one asset.
    var partners: Companions {
        switch self {
        case .sidecar: Self.ofSidecar
        case .raw: Self.ofRaw
        case .liveFilm: Self.ofLiveFilm
        case .liveStill: Self.ofLiveStill
        case .film: Self.ofFilm
        case .lettered, .suffixed: Self.ofSidecar.union(.sidecar)
        default: Self.ofStill
        }
    }

    /// The forms in which names of these files say that they are edited versions.
    var editedForms: Set<EditedName.Form> {
        var forms: Set<EditedName.Form> = []
        if contains(.lettered) { forms.insert(.letter) }
        if contains(.suffixed) { forms.insert(.suffix) }
        return forms
    }
}
