internal import PhotoModel

/// Which files are edited versions of others in their directory.
///
/// What an editor makes of `IMG_0001.HEIC` lies beside it as `IMG_E0001.JPG`, or has another name that ``EditedName``
/// knows. Names alone would hide other people's pictures, so one of these has to be the case besides:
///
/// - an `.AAE` file says that the original was edited, and two pictures do not tell different dates;
/// - both tell the same date of their own, or have the same content identifier.
///
/// Each original has one edited version; further files stay assets of their own.
struct EditedVersions {
    /// The original of each edited version, by the number of that.
    private(set) var originals: [Int64: AssetRecord] = [:]
    private let crowded: Set<String>
    /// Stems of files that were edited, and names of such where the name is what tells.
    private let adjusted: Set<[UInt8]>

    init(_ files: [AssetGrouping.File], _ byStem: [[UInt8]: [Int]], _ crowded: Set<String>) {
        self.crowded = crowded
        adjusted = Set(files.compactMap(Self.adjusted))
        var taken: Set<Int64> = []
        let edited = files.filter { $0.name.original != nil && Self.canBeRendered($0.record) }
        for (record, name) in edited.sorted(by: Self.isBetter) {
            let known = (name.original.flatMap { byStem[$0] } ?? []).map { files[$0] }
            let candidates = known.filter { original in
                !taken.contains(original.record.id) && originals[original.record.id] == nil
                    && isOriginal(original, of: record, name)
            }
            let original = candidates.map(\.record).min {
                AssetGrouping.preference($0) < AssetGrouping.preference($1)
            }
            guard let original else { continue }
            taken.insert(original.id)
            originals[record.id] = original
        }
    }

    /// What an `.AAE` file is about; nothing for `IMG_O0001.AAE`, which says how the original was taken.
    private static func adjusted(_ file: AssetGrouping.File) -> [UInt8]? {
        guard file.record.isAdjustment, file.record.isReadable else { return nil }
        return file.name.subject.map(AssetGrouping.folded) ?? file.name.stem
    }

    private static func canBeRendered(_ record: AssetRecord) -> Bool {
        !record.isSidecar && record.isReadable && !record.isRaw
            && (record.mediaType == .image || record.mediaType == .video)
    }

    /// What was made of an original comes before what was made of that, an iPhone's name before others.
    private static func isBetter(_ a: AssetGrouping.File, _ b: AssetGrouping.File) -> Bool {
        func order(_ file: AssetGrouping.File) -> (Int, Int, Int) {
            let isLettered = MediaFileName.editedForm(file.record.file.name) == .letter
            return (
                file.name.original?.count ?? 0, isLettered ? 0 : 1, AssetGrouping.rank(file.record)
            )
        }
        let (first, second) = (order(a), order(b))
        return first == second
            ? a.record.file.name.lexicographicallyPrecedes(b.record.file.name) : first < second
    }

    private func isOriginal(
        _ original: AssetGrouping.File,
        of edited: AssetRecord,
        _ name: MediaFileName
    ) -> Bool {
        let record = original.record
        guard record.id != edited.id, record.mediaType == edited.mediaType, record.isReadable,
            original.name.family == name.family
        else { return false }
        if let subject = name.subject,
            AssetGrouping.folded(record.file.name) != AssetGrouping.folded(subject)
        {
            return false
        }
        let (taken, rendered) = (record.takenDate, edited.takenDate)
        if let identifier = record.contentIdentifier, identifier == edited.contentIdentifier,
            !crowded.contains(identifier)
        {
            return true
        }
        guard let taken, let rendered else { return isAdjusted(original) }
        if taken.isContained(in: rendered) || rendered.isContained(in: taken) { return true }
        // A film that is made anew often tells when that was.
        return record.mediaType == .video && isAdjusted(original)
    }

    private func isAdjusted(_ file: AssetGrouping.File) -> Bool {
        adjusted.contains(AssetGrouping.folded(file.record.file.name))
            || adjusted.contains(file.name.stem)
    }
}

extension AssetRecord {
    /// Whether the file says how somebody edited another; `IMG_O0001.AAE` says how that was taken.
    package var isAdjustment: Bool {
        isSidecar && ownType == .adjustmentData && !MediaFileName.isAboutTaking(file.name)
    }

    /// When the file itself says that it was taken; nil when it does not.
    fileprivate var takenDate: CaptureDate? {
        let date = own?.creationDate ?? creationDate
        return [.exif, .xmp, .iptc, .quicktime].contains(date.source) ? date : nil
    }
}
