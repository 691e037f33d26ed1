package import PhotoModel

extension AssetRecord {
    var isSidecar: Bool { MediaFileName.isSidecar(file.name) }
    var isRaw: Bool { (own?.traits ?? traits).contains(.raw) && mediaType == .image }
    var isReadable: Bool { unreadableReason == nil }

    /// The extension, in lower case, of the file that a sidecar says it is about.
    var subjectEnding: [UInt8]? {
        let beginning = "\(MediaFileName.subjectEvidence)\t"
        let line = evidence?.split(separator: "\n").first { $0.hasPrefix(beginning) }
        return line?.split(separator: "\t").last.map { AssetGrouping.folded(Array($0.utf8)) }
    }

    /// The resource type of the file when it stands on its own.
    var ownType: ResourceType {
        if isSidecar {
            return file.name.last.map { $0 | 0x20 } == 0x65 ? .adjustmentData : .sidecar
        }
        return mediaType == .video ? .video : .photo
    }
}

/// Determines which files of one directory form one asset.
///
/// - A video belongs to the still with the same content identifier; if one of the two has lost it, to the
///   still of the same name, provided it is as short as such videos are. If more files of the directory than
///   ``mostOfOneIdentifier`` share an identifier, it only counts for files of the same name.
/// - A video without an identifier that is as short belongs to the still of the same name that says it has a film, or
///   that has a JSON file of Google Takeout while the video has none: Takeout writes one for each photo or video.
/// - A RAW file belongs to the JPEG or HEIC file of the same name, unless their cameras or years differ.
/// - An edited version belongs to the original it is named after: see ``EditedVersions``.
/// - A sidecar belongs to the file it is named after: `IMG_1.jpg.xmp` to `IMG_1.jpg`, `IMG_1.xmp` to the file of that
///   name whose extension it says it is for, else to the RAW file, else to the photo, else to the video.
/// - A camera's thumbnail belongs to the film of its name, else to the RAW file.
/// - A JSON file of Google Takeout belongs to the photo it is named after, see ``TakeoutName``, or to the edited
///   version of that photo if there is nothing else. Otherwise the edited version only borrows its values.
/// - If a file belongs to one that is itself part of an asset, it becomes part of that asset.
package struct AssetGrouping {
    package struct Membership: Equatable {
        package var owner: Int64
        package var type: ResourceType
    }

    package private(set) var parts: [Int64: Membership] = [:]
    /// The files of Google Takeout about the originals of edited copies that have no such file themselves, by the ID of
    /// the copy.
    package private(set) var lent: [Int64: AssetRecord] = [:]
    let files: [File]
    private let crowded: Set<String>
    /// The indexes in ``files`` of the files with each stem.
    let byStem: [[UInt8]: [Int]]
    /// The indexes of the photos that Google Takeout files may be about, by the names of these files.
    let claims: [[UInt8]: [Int]]
    private let edits: EditedVersions

    /// The maximum number of files of a directory that are paired by a shared identifier alone.
    ///
    /// A Live Photo has two files, and a few more if it was edited. Pairing an unlimited number again for
    /// each new file would stall the indexer.
    package static let mostOfOneIdentifier = 16

    /// The maximum duration of a film that is taken for a Live Photo's by its name alone, in seconds.
    private static let longest = 6.0

    /// - Parameters:
    ///   - records: All files of the directory that can belong together, or more.
    ///   - crowded: Identifiers that too many files share; nil when all files are among `records`.
    package init(_ records: [AssetRecord], crowded: Set<String>? = nil) {
        files = records.sorted { $0.file.name.lexicographicallyPrecedes($1.file.name) }
            .map { ($0, MediaFileName($0.file.name)) }
        byStem = Dictionary(grouping: files.indices) { [files] in files[$0].name.stem }
        claims = Self.claims(files)
        self.crowded = crowded ?? Self.crowded(records)
        edits = EditedVersions(files, byStem, self.crowded)
        pairRaws()
        pairFilms()
        pairEdits()
        for (record, name) in files where record.isSidecar { attach(record, name) }
        lent = loans()
    }

    private static func crowded(_ records: [AssetRecord]) -> Set<String> {
        var counts: [String: Int] = [:]
        for record in records {
            if let identifier = record.contentIdentifier { counts[identifier, default: 0] += 1 }
        }
        return Set(counts.filter { $0.value > mostOfOneIdentifier }.keys)
    }

    /// Returns the asset a file is part of, as in ``AssetRecord/partOf``, and the part it plays.
    func place(of record: AssetRecord) -> (partOf: Int64?, type: ResourceType) {
        if let membership = parts[record.id] { return (membership.owner, membership.type) }
        return (record.isSidecar ? 0 : nil, record.ownType)
    }

    typealias File = (record: AssetRecord, name: MediaFileName)

    /// Returns the readable pictures and films that are wanted, except edited versions.
    private func readable(_ isWanted: (AssetRecord) -> Bool) -> [File] {
        files.filter {
            !$0.record.isSidecar && $0.record.isReadable && edits.originals[$0.record.id] == nil
                && isWanted($0.record)
        }
    }

    /// Makes each edited version part of the asset that its original belongs to.
    private mutating func pairEdits() {
        for (edited, original) in edits.originals {
            let owner = parts[original.id]?.owner ?? original.id
            let type: ResourceType =
                original.mediaType == .image
                ? .fullSizePhoto
                : parts[original.id]?.type == .pairedVideo ? .fullSizePairedVideo : .fullSizeVideo
            parts[edited] = Membership(owner: owner, type: type)
        }
    }

    private mutating func pairRaws() {
        let pictures = Dictionary(
            grouping: readable { Self.cameraFormats.contains($0.uti) },
            by: \.name.stem
        )
        for (raw, name) in readable({ $0.isRaw && !Self.cameraFormats.contains($0.uti) }) {
            let picture = pictures[name.stem]?.filter { !raw.isUnrelated(to: $0.record) }.min {
                Self.rank($0.record) < Self.rank($1.record)
            }
            guard let picture else { continue }
            parts[raw.id] = Membership(owner: picture.record.id, type: .alternatePhoto)
        }
    }

    static let cameraFormats = ["public.jpeg", "public.heic", "public.heif"]

    static func rank(_ record: AssetRecord) -> Int {
        cameraFormats.firstIndex(of: record.uti) ?? cameraFormats.count
    }

    private mutating func pairFilms() {
        let stills = readable { $0.mediaType == .image && parts[$0.id] == nil }
        let byName = Dictionary(grouping: stills, by: \.name.stem)
        let byIdentifier = Dictionary(grouping: stills) { $0.record.contentIdentifier }
        var films = readable { $0.mediaType == .video }
        var taken: Set<Int64> = []
        func pair(_ candidates: (File) -> [File]?, _ belong: (AssetRecord, AssetRecord) -> Bool) {
            films.removeAll { film in
                let still = (candidates(film) ?? [])
                    .filter { !taken.contains($0.record.id) && belong($0.record, film.record) }
                    .min { Self.order($0.record) < Self.order($1.record) }
                guard let still else { return false }
                taken.insert(still.record.id)
                parts[film.record.id] = Membership(owner: still.record.id, type: .pairedVideo)
                return true
            }
        }
        pair({ byName[$0.name.stem] }, Self.sayTheSame)
        pair(
            { film in
                let identifier = film.record.contentIdentifier
                return identifier.map(crowded.contains) == false ? byIdentifier[identifier] : nil
            },
            Self.sayTheSame
        )
        pair({ byName[$0.name.stem] }, Self.oneSays)
        pair({ byName[$0.name.stem] }, Self.stillSays)
        guard !films.isEmpty else { return }
        let described = describedByTakeout
        pair({ byName[$0.name.stem] }) { still, film in
            described.contains(still.id) && !described.contains(film.id)
                && Self.haveNoIdentifier(still, film)
        }
    }

    /// Ranks stills: HEIC is the original; a JPEG file with the same identifier was derived from it.
    private static func order(_ still: AssetRecord) -> Int {
        still.uti == "public.heic" ? 0 : rank(still) + 1
    }

    private static func sayTheSame(_ still: AssetRecord, _ film: AssetRecord) -> Bool {
        still.contentIdentifier != nil && still.contentIdentifier == film.contentIdentifier
    }

    private static func oneSays(_ still: AssetRecord, _ film: AssetRecord) -> Bool {
        (still.contentIdentifier == nil) != (film.contentIdentifier == nil)
            && canBeLive(still, film)
    }

    /// Whether a still without an identifier says that it has a film: it may have been cut off, or there twice.
    private static func stillSays(_ still: AssetRecord, _ film: AssetRecord) -> Bool {
        (still.own?.traits ?? still.traits).contains(.motionPhoto) && haveNoIdentifier(still, film)
    }

    /// Whether neither of two files has an identifier, and they can be a Live Photo's otherwise.
    private static func haveNoIdentifier(_ still: AssetRecord, _ film: AssetRecord) -> Bool {
        still.contentIdentifier == nil && film.contentIdentifier == nil && film.duration > 0
            && canBeLive(still, film) && !still.isUnrelated(to: film)
    }

    private static func canBeLive(_ still: AssetRecord, _ film: AssetRecord) -> Bool {
        film.duration <= longest && isOfCamera(still)
    }

    /// Whether a still can be that of a Live Photo: some programs write PNG under the names of cameras' pictures, and a
    /// picture that is called PNG is a screenshot.
    private static func isOfCamera(_ still: AssetRecord) -> Bool {
        let endings = ["heic", "heif", "jpg", "jpeg"]
        let ending = String(
            decoding: MediaFileName(still.file.name).fileExtension,
            as: UTF8.self
        )
        return cameraFormats.contains(still.uti)
            || still.uti == "public.png" && endings.contains(ending)
    }

    private mutating func attach(_ sidecar: AssetRecord, _ name: MediaFileName) {
        let candidates = (byStem[name.stem] ?? []).map { files[$0] }
            .filter { !$0.record.isSidecar }
        let target: AssetRecord?
        if let takeout = TakeoutName(sidecar.file.name) {
            target = subject(of: takeout, named: sidecar.file.name, candidates)
        } else if let subject = name.subject {
            target =
                (candidates.first { $0.record.file.name == subject }
                ?? candidates.first { Self.folded($0.record.file.name) == Self.folded(subject) }
                // `PXL_1.MP` is also how the name of a picture begins.
                ?? candidates.first { MediaFileName.base($0.record.file.name) == subject })?
                .record
        } else if name.isThumbnail {
            let films = candidates.filter { $0.record.mediaType == .video }
            target = (films + candidates.filter(\.record.isRaw)).first?.record
        } else {
            let ending = sidecar.subjectEnding
            let named = candidates.filter { $0.name.fileExtension == ending }
            target = (named.isEmpty ? candidates : named).map(\.record)
                .min { Self.preference($0) < Self.preference($1) }
        }
        guard let target else { return }
        parts[sidecar.id] = Membership(
            owner: parts[target.id]?.owner ?? target.id,
            type: sidecar.ownType
        )
    }

    static func folded(_ name: [UInt8]) -> [UInt8] {
        name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }

    static func preference(_ record: AssetRecord) -> Int {
        if record.mediaType == .video { return 9 }
        return record.isRaw ? 0 : order(record) + 1
    }
}
