internal import Catalogue
internal import Foundation
internal import PhotoModel

extension PHAsset {
    /// Whether, and by whom, a photo's look was changed after it was taken.
    public enum AdjustmentsState: Int, Sendable {
        case none = 0
        case userAdjusted = 2
        case cameraAutoAdjusted = 3
    }

    /// How the picture was edited; nil when no file says so.
    var adjustments: AssetRecord? {
        guard let record, record.partCount > 0 else { return nil }
        return connection?.askLatest { reader in
            try reader.partRecords(of: record).first { $0.file.type == .adjustmentData }
        }
    }

    /// Which of the two files of a picture that is there as RAW too is its own.
    public enum OriginalResourceChoice: Int, Sendable {
        case compressed = 0
        case raw = 1
    }
}
