internal import Catalogue
internal import Foundation
internal import PhotoModel

extension PHAsset {
    /// How a photo's look was changed after it was taken.
    public enum AdjustmentsState: Int, Sendable {
        /// It was not changed.
        case none = 0
        /// The user edited it.
        case userAdjusted = 2
        /// The camera changed it automatically.
        case cameraAutoAdjusted = 3
    }

    /// The files that describe the asset's edits or result from them.
    var edits: [AssetRecord] {
        guard let record, record.partCount > 0 else { return [] }
        return connection?.askLatest { reader in
            try reader.partRecords(of: record).filter {
                $0.file.type == .adjustmentData || $0.file.type.isRendered
            }
        } ?? []
    }

    /// The file that describes how the asset was edited; nil without such a file.
    var adjustments: AssetRecord? { edits.first { $0.file.type == .adjustmentData } }

    /// Which file is the original of a picture that exists as RAW and in another format.
    public enum OriginalResourceChoice: Int, Sendable {
        /// The JPEG or HEIC file.
        case compressed = 0
        /// The RAW file.
        case raw = 1
    }
}
