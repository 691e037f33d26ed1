internal import Catalogue
internal import PhotoModel

/// The JSON object of an asset: a table of its keys, each with the function that writes its value.
enum AssetJSON {
    struct Subject {
        let record: AssetRecord
        let path: [UInt8]
        let root: [UInt8]
        let album: ObjectUUID?
        /// The additional files of the asset, with their paths.
        let parts: [(path: [UInt8], file: FileRecord)]
    }

    typealias Writer = @Sendable (inout JSONBuffer, Subject) -> Void

    static let keys: [(name: StaticString, write: Writer)] = [
        ("path", { $0.path($1.path) }),
        ("root", { $0.string(bytes: $1.root) }),
        ("albumId", { $0.identifier($1.album, .album) }),
        ("mediaType", { $0.string($1.record.mediaType.name) }),
        ("mediaSubtypes", { $0.names($1.record.subtypes) }),
        ("traits", { $0.names($1.record.traits) }),
        ("pixelWidth", { $0.integer($1.record.width) }),
        ("pixelHeight", { $0.integer($1.record.height) }),
        ("duration", { $0.double($1.record.duration) }),
        ("creationDate", { $0.date($1.record.creationDate) }),
        ("creationDateUTC", { $0.date($1.record.creationDate.microseconds, offset: 0) }),
        ("creationDateSource", { $0.string($1.record.creationDate.source.name) }),
        ("modificationDate", { $0.date($1.record.modificationDate / 1_000, offset: 0) }),
        ("addedDate", { $0.date($1.record.addedDate, offset: 0) }),
        ("latitude", { $0.double($1.record.latitude) }),
        ("longitude", { $0.double($1.record.longitude) }),
        ("altitude", { $0.double($1.record.altitude) }),
        ("favorite", { $0.bool($1.record.isFavorite) }),
        ("hidden", { $0.bool($1.record.isHidden) }),
        ("burstIdentifier", { $0.string($1.record.burstIdentifier) }),
        ("representsBurst", { $0.bool($1.record.representsBurst) }),
        ("burstSelectionTypes", { $0.burstSelection($1.record) }),
        ("uti", { $0.string($1.record.uti) }),
        ("size", { $0.integer($1.record.file.identity.size) }),
        ("cameraMake", { $0.string($1.record.cameraMake) }),
        ("cameraModel", { $0.string($1.record.cameraModel) }),
        ("lensModel", { $0.string($1.record.lensModel) }),
        ("title", { $0.string($1.record.extendedMetadata?.title) }),
        ("caption", { $0.string($1.record.extendedMetadata?.caption) }),
        ("keywords", { $0.texts($1.record.extendedMetadata?.keywords) }),
        ("rating", { $0.integer(Int64($1.record.extendedMetadata?.rating ?? 0)) }),
        ("resources", { $0.resources($1) }),
        ("readable", { $0.bool($1.record.unreadableReason == nil) }),
        ("unreadableReason", { $0.string($1.record.unreadableReason) }),
    ]

    /// The keys in the form they have after another member: `,"path":`.
    private static let followers = keys.map { name, write in
        (name: "\(name)", bytes: Array(",\"\(name)\":".utf8), write: write)
    }

    /// Writes the object; that of a deleted asset has the key `trashed` as well.
    ///
    /// `wanted`: The keys to write in addition to `id`; nil for all.
    static func write(_ subject: Subject, wanted: Set<String>?, to buffer: inout JSONBuffer) {
        buffer.beginObject()
        buffer.key("id")
        buffer.identifier(subject.record.uuid, .asset)
        for (name, bytes, write) in followers {
            if let wanted, !wanted.contains(name) { continue }
            buffer.key(following: bytes)
            write(&buffer, subject)
        }
        if wanted?.contains("path") ?? true { buffer.exactPath(subject.path) }
        if subject.record.isTrashed {
            buffer.key("trashed")
            buffer.bool(true)
        }
        buffer.endObject()
    }
}

extension JSONBuffer {
    mutating func path(_ path: [UInt8]) {
        string(bytes: path)
    }

    /// Writes `pathBase64` with the exact bytes if the path is not UTF-8.
    mutating func exactPath(_ path: [UInt8]) {
        var all: UInt8 = 0
        for byte in path { all |= byte }
        guard all >= 0x80, String(validating: path, as: UTF8.self) == nil
        else { return }
        key("pathBase64")
        base64(path)
    }

    mutating func identifier(_ uuid: ObjectUUID?, _ kind: ObjectKind) {
        guard let uuid else {
            null()
            return
        }
        string("")
        bytes.removeLast()
        uuid.appendText(to: &bytes)
        raw(kind.suffix)
        bytes.append(0x22)
    }

    fileprivate mutating func texts(_ texts: [String]?) {
        beginArray()
        for text in texts ?? [] { string(text) }
        endArray()
    }

    fileprivate mutating func names(_ subtypes: MediaSubtypes) {
        beginArray()
        if !subtypes.isEmpty {
            for (subtype, name) in MediaSubtypes.names where subtypes.contains(subtype) {
                string(name)
            }
        }
        endArray()
    }

    fileprivate mutating func names(_ traits: AssetTraits) {
        beginArray()
        if !traits.isEmpty {
            for (trait, name) in AssetTraits.names where traits.contains(trait) { string(name) }
        }
        endArray()
    }

    /// Writes the burst selection: a picture that the phone itself made the cover counts as its automatic pick.
    fileprivate mutating func burstSelection(_ record: AssetRecord) {
        beginArray()
        if record.representsBurst, record.isBurstPrimary { string("autoPick" as StaticString) }
        endArray()
    }

    fileprivate mutating func resources(_ subject: AssetJSON.Subject) {
        beginArray()
        resource(subject.record.file.type, subject.path)
        if let film = subject.record.film { resource(.pairedVideo, subject.path, film) }
        for part in subject.parts { resource(part.file.type, part.path) }
        endArray()
    }

    /// Appends a file, or the range of one that contains a video.
    private mutating func resource(
        _ type: ResourceType,
        _ path: [UInt8],
        _ film: EmbeddedFilm? = nil
    ) {
        beginObject()
        key("type")
        string(type.name)
        key("path")
        self.path(path)
        exactPath(path)
        if let film {
            key("offset")
            integer(film.offset)
            key("length")
            integer(film.length)
        }
        endObject()
    }
}
