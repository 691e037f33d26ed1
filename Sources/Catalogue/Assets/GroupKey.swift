internal import PhotoModel

/// A key of files that may be one asset: those of a directory whose names begin alike.
struct GroupKey: Hashable {
    let directory: Int64
    let family: [UInt8]

    init(_ record: AssetRecord) {
        self.init(record.directory, record.file.name)
    }

    init(_ directory: Int64, _ name: [UInt8]) {
        (self.directory, family) = (directory, MediaFileName(name).family)
    }

    init(_ directory: Int64, stem: [UInt8]) {
        (self.directory, family) = (directory, MediaFileName.family(stem))
    }
}

extension AssetRecord {
    /// Returns parts in the order they are listed: by type, exact sidecars first, then by name.
    static func ordered(_ parts: [AssetRecord]) -> [AssetRecord] {
        parts.sorted { a, b in
            let (first, second) = (a.rank, b.rank)
            return first == second
                ? a.file.name.lexicographicallyPrecedes(b.file.name) : first < second
        }
    }

    private var rank: Int {
        switch file.type {
        case .pairedVideo: 0
        case .alternatePhoto: 1
        case .fullSizePhoto, .fullSizeVideo: 2
        case .fullSizePairedVideo: 3
        case .adjustmentData: isAdjustment ? 4 : 5
        case .sidecar: MediaFileName(file.name).subject == nil ? 7 : 6
        default: 8
        }
    }
}
