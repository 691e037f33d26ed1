internal import Catalogue
internal import Foundation
internal import PhotoModel

extension PHAsset {
    /// Whether, and by whom, a photo's look was changed after it was taken.
    public enum AdjustmentsState: Int, Sendable {
        /// It was not changed.
        case none = 0
        /// The user edited it.
        case userAdjusted = 2
        /// The camera changed it by itself.
        case cameraAutoAdjusted = 3
    }

    /// The files that say how it was edited, or are what came of that.
    var edits: [AssetRecord] {
        guard let record, record.partCount > 0 else { return [] }
        return connection?.askLatest { reader in
            try reader.partRecords(of: record).filter {
                $0.file.type == .adjustmentData || $0.file.type.isRendered
            }
        } ?? []
    }

    /// How it was edited; nil when no file says so.
    var adjustments: AssetRecord? { edits.first { $0.file.type == .adjustmentData } }

    /// Which of the two files of a picture that is there as RAW too is its own.
    public enum OriginalResourceChoice: Int, Sendable {
        /// The JPEG or HEIC file.
        case compressed = 0
        /// The RAW file.
        case raw = 1
    }
}
