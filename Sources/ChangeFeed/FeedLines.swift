package import Catalogue
internal import PhotoModel

/// The lines of the feed, made of entries of the history.
package struct FeedLines {
    let reader: CatalogueReader
    var buffer = JSONBuffer()
    /// The keys of assets to write; nil for all.
    private let keys: Set<String>?

    package init(_ reader: CatalogueReader, keys: Set<String>? = nil) {
        self.reader = reader
        self.keys = keys
    }

    /// The lines that are not written yet.
    package var bytes: [UInt8] { buffer.bytes }

    /// The version of the feed's format.
    package static let format: Int64 = 1

    /// The names accepted by `--keys`.
    package static var keyNames: [String] { AssetJSON.keys.map { "\($0.name)" } }

    mutating func begin(_ type: StaticString, _ token: ChangeToken) {
        buffer.beginObject()
        buffer.key("type")
        buffer.string(type)
        buffer.key("token")
        buffer.string("" as StaticString)
        buffer.bytes.removeLast()
        token.append(to: &buffer.bytes)
        buffer.bytes.append(0x22)
    }

    mutating func end() {
        buffer.endObject()
        buffer.endLine()
    }

    /// Appends the first line of a run.
    package mutating func library(_ token: ChangeToken, version: String) {
        begin("library", token)
        buffer.key("format")
        buffer.integer(Self.format)
        buffer.key("library")
        buffer.string(reader.library.description)
        buffer.key("roots")
        buffer.beginArray()
        for root in reader.allRoots { buffer.string(bytes: root.path) }
        buffer.endArray()
        buffer.key("state")
        let states = reader.allRoots.map(\.state)
        let worst = states.max { $0.rawValue < $1.rawValue } ?? .indexing
        buffer.string(worst.name)
        buffer.key("heliograph")
        buffer.string(version)
        end()
    }

    /// Appends the answer to a token that cannot be honoured.
    package mutating func tokenExpired(_ token: ChangeToken, _ reason: ChangeToken.Expiry) {
        begin("tokenExpired", token)
        buffer.key("reason")
        buffer.string(reason.rawValue)
        end()
    }

    /// Appends the last line of `changes`.
    package mutating func more(_ token: ChangeToken, moreComing: Bool, count: Int64) {
        begin("more", token)
        buffer.key("moreComing")
        buffer.bool(moreComing)
        buffer.key("count")
        buffer.integer(count)
        end()
    }

    /// Appends the line of an entry.
    package mutating func entry(_ entry: HistoryEntry, _ token: ChangeToken) throws {
        switch entry.kind {
        case .asset: try asset(entry, token)
        case .album, .folder, .smartAlbum, .moment, .userAlbum, .userFolder:
            try collection(entry, token)
        case .state: state(entry, token)
        case .synced: try synced(entry, token)
        }
    }

    private mutating func asset(_ entry: HistoryEntry, _ token: ChangeToken) throws {
        begin("asset", token)
        buffer.key("change")
        buffer.string(entry.change.name)
        buffer.key("asset")
        if let record = entry.asset {
            try self.asset(record)
        } else {
            try removed(entry)
        }
        if entry.change == .changed || (entry.change == .moved && !entry.assetKeys.isEmpty) {
            changedKeys(entry)
        }
        if entry.change == .moved { try previous(entry) }
        end()
    }

    /// Appends the object of an asset that exists.
    package mutating func asset(_ record: AssetRecord) throws {
        let root = try reader.directory(record.directory).flatMap { reader.root($0.root) }
        let subject = AssetJSON.Subject(
            record: record,
            path: try reader.path(record.directory, record.file.name),
            root: root?.path ?? [],
            album: try reader.albumUUID(record.directory),
            // The files of a deleted asset are in no directory themselves.
            parts: try reader.partRecords(of: record).map {
                (try reader.path($0.directory, $0.file.name), $0.file)
            }
        )
        AssetJSON.write(subject, wanted: keys, to: &buffer)
    }

    private mutating func removed(_ entry: HistoryEntry) throws {
        buffer.beginObject()
        buffer.key("id")
        buffer.identifier(entry.uuid.map { ObjectUUID(bytes: $0) }, .asset)
        buffer.key("path")
        buffer.string(bytes: entry.path ?? [])
        buffer.exactPath(entry.path ?? [])
        buffer.key("root")
        buffer.string(bytes: try entry.root.flatMap(reader.rootPath) ?? [])
        buffer.key("mediaType")
        buffer.string(entry.mediaType.name)
        buffer.endObject()
    }

    private mutating func changedKeys(_ entry: HistoryEntry) {
        buffer.key("changedKeys")
        buffer.beginArray()
        for (key, names) in AssetKeys.names
        where entry.assetKeys.contains(key) {
            for name in names { buffer.string(name) }
        }
        buffer.endArray()
        buffer.key("contentChanged")
        buffer.bool(entry.contentChanged)
    }

    private mutating func previous(_ entry: HistoryEntry) throws {
        buffer.key("previousPath")
        buffer.string(bytes: entry.path ?? [])
        if let path = entry.path, String(validating: path, as: UTF8.self) == nil {
            buffer.key("previousPathBase64")
            buffer.base64(path)
        }
        buffer.key("previousRoot")
        buffer.string(bytes: try entry.root.flatMap(reader.rootPath) ?? [])
    }

    private mutating func collection(_ entry: HistoryEntry, _ token: ChangeToken) throws {
        begin("album", token)
        buffer.key("change")
        buffer.string(entry.change.name)
        buffer.key("album")
        if let record = entry.collection {
            collection(record)
        } else {
            removedCollection(entry)
        }
        if entry.change == .changed || entry.change == .moved {
            buffer.key("changedKeys")
            buffer.beginArray()
            for (key, names) in CollectionKeys.names
            where entry.collectionKeys.contains(key)
                && (key != .position || entry.collection?.position != nil)
            {
                for name in names { buffer.string(name) }
            }
            buffer.endArray()
        }
        if entry.change == .moved { try previous(entry) }
        end()
    }

    /// Appends the object of an album, folder or smart album.
    package mutating func collection(_ record: CollectionRecord) {
        buffer.beginObject()
        buffer.key("id")
        buffer.identifier(record.uuid, record.kind)
        buffer.key("kind")
        buffer.string(record.kind.name)
        buffer.key("subtype")
        buffer.string(record.subtype.name)
        buffer.key("title")
        buffer.string(bytes: record.title)
        buffer.key("path")
        if let path = record.path { buffer.string(bytes: path) } else { buffer.null() }
        buffer.key("parentId")
        buffer.identifier(record.parent, .folder)
        buffer.key("count")
        buffer.integer(record.count)
        if let position = record.position {
            buffer.key("position")
            buffer.integer(position)
        }
        buffer.key("startDate")
        buffer.date(record.startDate)
        buffer.key("endDate")
        buffer.date(record.endDate)
        if let path = record.path { buffer.exactPath(path) }
        buffer.endObject()
    }

    private mutating func removedCollection(_ entry: HistoryEntry) {
        let kind = entry.kind.objectKind
        buffer.beginObject()
        buffer.key("id")
        buffer.identifier(entry.uuid.map { ObjectUUID(bytes: $0) }, kind)
        buffer.key("kind")
        buffer.string(kind.name)
        buffer.key("path")
        if let path = entry.path {
            buffer.string(bytes: path)
            buffer.exactPath(path)
        } else {
            buffer.null()
        }
        buffer.endObject()
    }

    private mutating func state(_ entry: HistoryEntry, _ token: ChangeToken) {
        // A folder that was removed from the library no longer has a state, nor a path to name it by.
        guard let root = reader.root(entry.object) else { return }
        begin("state", token)
        buffer.key("root")
        buffer.string(bytes: root.path)
        buffer.key("state")
        buffer.string(entry.libraryState.name)
        buffer.key("reason")
        buffer.string(entry.stateReason.name)
        buffer.key("detail")
        if let detail = entry.path { buffer.string(bytes: detail) } else { buffer.null() }
        end()
    }

    private mutating func synced(_ entry: HistoryEntry, _ token: ChangeToken) throws {
        let counts = try reader.assetCounts()
        begin("synced", token)
        buffer.key("assets")
        buffer.integer(counts.all)
        buffer.key("albums")
        buffer.integer(try reader.albumCount())
        buffer.key("unreadable")
        buffer.integer(counts.unreadable)
        buffer.key("seconds")
        buffer.double(Double(entry.milliseconds) / 1_000)
        end()
    }

    /// Appends an asset on its own line, as printed by `assets`.
    package mutating func assetLine(_ record: AssetRecord) throws {
        try asset(record)
        buffer.endLine()
    }

    /// Appends a collection on its own line, as printed by `albums`.
    package mutating func collectionLine(_ record: CollectionRecord) {
        collection(record)
        buffer.endLine()
    }

    /// Whether enough is waiting that it should be written.
    package var isFull: Bool { buffer.bytes.count >= 512 << 10 }

    /// Whether nothing is waiting.
    package var isEmpty: Bool { buffer.bytes.isEmpty }

    /// Writes the lines, keeping the buffer's capacity.
    ///
    /// - Returns: False if the reader has closed the output.
    package mutating func flush(to output: FeedOutput) -> Bool {
        defer { buffer.bytes.removeAll(keepingCapacity: true) }
        return output.write(buffer.bytes)
    }

    /// Writes as much as the reader accepts until a deadline; the rest stays in the buffer.
    ///
    /// - Returns: Whether everything was written.
    package mutating func flush(to output: FeedOutput, until end: ContinuousClock.Instant) -> Bool {
        let count = output.write(buffer.bytes, until: end)
        buffer.bytes.removeFirst(count)
        return buffer.bytes.isEmpty
    }

    /// Writes the lines with ``FeedOutput/put(_:)``.
    package mutating func put(to output: FeedOutput) -> Bool {
        defer { buffer.bytes.removeAll(keepingCapacity: true) }
        return output.put(buffer.bytes)
    }
}
