internal import PhotoModel

/// Determines which files are edited versions of others in their directory.
///
/// The edited version of `IMG_0001.HEIC` lies beside it as `IMG_E0001.JPG`, or has another name that ``EditedName``
/// knows. Names alone would hide other people's pictures, so an `.AAE` file has to say that the original was edited. If
/// it names the resulting file, as ours do, that file is the edited version; otherwise it is one that does not have a
/// different date.
///
/// Each original has one edited version; further files stay assets of their own.
struct EditedVersions {
    /// The original of each edited version, by the ID of the latter.
    private(set) var originals: [Int64: AssetRecord] = [:]
    private let crowded: Set<String>
    /// The names of the files that edits resulted in, by the stem of the edited file, or by its full name if the `.AAE`
    /// file is named after that; empty if the name is unknown or no such file is there.
    private var adjusted: [[UInt8]: [UInt8]] = [:]

    init(_ files: [AssetGrouping.File], _ byStem: [[UInt8]: [Int]], _ crowded: Set<String>) {
        self.crowded = crowded
        let envelopes = files.filter { $0.record.isAdjustment && $0.record.isReadable }
        guard !envelopes.isEmpty else { return }
        let names = Set(files.map(\.record.file.name))
        for file in envelopes {
            let about = file.name.subject.map(AssetGrouping.folded) ?? file.name.stem
            let rendered = file.record.renderedName
            // Files restored from the trash may have new names, and other files their old ones.
            let isThere =
                names.contains(rendered)
                && MediaFileName(rendered).family == file.name.family
            if isThere || adjusted[about] == nil { adjusted[about] = isThere ? rendered : [] }
        }
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

    private static func canBeRendered(_ record: AssetRecord) -> Bool {
        !record.isSidecar && record.isReadable && !record.isRaw
            && (record.mediaType == .image || record.mediaType == .video)
    }

    /// Returns whether a file is preferred: edits of an original come before edits of edits, then an iPhone's names
    /// before others.
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
        guard
            let told = adjusted[AssetGrouping.folded(record.file.name)]
                ?? adjusted[original.name.stem]
        else { return false }
        if !told.isEmpty { return edited.file.name == told }
        if let identifier = record.contentIdentifier, identifier == edited.contentIdentifier,
            !crowded.contains(identifier)
        {
            return true
        }
        // A film that was encoded again often has the date of that.
        guard record.mediaType == .image, let taken = record.takenDate,
            let rendered = edited.takenDate
        else { return true }
        return taken.isContained(in: rendered) || rendered.isContained(in: taken)
    }
}

extension AssetRecord {
    /// Whether the file describes a user's edit of another; `IMG_O0001.AAE` describes how that was taken.
    package var isAdjustment: Bool {
        isSidecar && ownType == .adjustmentData && !MediaFileName.isAboutTaking(file.name)
    }

    /// The name of the file that an edit resulted in; empty if the `.AAE` file about it does not say.
    fileprivate var renderedName: [UInt8] {
        let line = evidence?.split(separator: "\n").first { $0.hasPrefix("rendered\t") }
        return line?.split(separator: "\t").last.map { Array($0.utf8) } ?? []
    }

    /// The date at which the file itself says that it was taken; nil if it does not say.
    fileprivate var takenDate: CaptureDate? {
        let date = own?.creationDate ?? creationDate
        return date.source.isInFile ? date : nil
    }
}
