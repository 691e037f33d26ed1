internal import Catalogue
public import Foundation
internal import PhotoModel

extension PHAsset {
    /// Whether, and by whom, a photo's look was changed after it was taken.
    public enum AdjustmentsState: Int, Sendable {
        case none = 0
        case userAdjusted = 2
        case cameraAutoAdjusted = 3
    }

    /// How the picture was edited; nil when no file says so.
    private var adjustments: AssetRecord? {
        guard let record, record.partCount > 0 else { return nil }
        return connection?.askLatest { reader in
            try reader.partRecords(of: record).first { $0.file.type == .adjustmentData }
        }
    }

    /// Whether a file of Apple's Photos beside the picture says that it was edited.
    public var hasAdjustments: Bool { adjustments != nil }

    /// The program that edited it, such as `com.apple.photo`; nil when it was not edited.
    public var adjustmentFormatIdentifier: String? {
        let line = adjustments?.evidence?.split(separator: "\n")
            .first { $0.contains("\tadjustmentFormatIdentifier\t") }
        return line?.split(separator: "\t").last.map(String.init)
    }

    /// When it was edited last; nil when it was not, or nothing says when.
    public var adjustmentTimestamp: Date? {
        guard let date = adjustments?.creationDate, date.source == .user else { return nil }
        return Date(date)
    }

    /// Whether somebody edited the picture.
    public var adjustmentsState: AdjustmentsState { hasAdjustments ? .userAdjusted : .none }

    /// Which of the two files of a picture that is there as RAW too is its own.
    public enum OriginalResourceChoice: Int, Sendable {
        case compressed = 0
        case raw = 1
    }

    /// Whether the asset's own file is a RAW file.
    public var originalResourceChoice: OriginalResourceChoice {
        record?.uti.hasSuffix("raw-image") == true ? .raw : .compressed
    }

    /// Whether a change request could do that.
    ///
    /// Properties can be changed by who may write the catalogue. Assets can be deleted besides by who may
    /// write the directory they lie in, unless the library is read-only. Their content cannot be changed.
    public func canPerform(_ editOperation: PHAssetEditOperation) -> Bool {
        guard let record, let connection, connection.isEditable else { return false }
        switch editOperation {
        case .properties: return true
        case .content: return false
        case .delete:
            let path = connection.ask { reader -> [UInt8]? in
                let isDeletable = try reader.asset(record.id) != nil && !reader.isReadOnly
                return isDeletable ? try reader.absolutePath(of: record) : nil
            }
            guard let path = path ?? nil, let slash = path.lastIndex(of: UInt8(ascii: "/")) else {
                return false
            }
            return unsafe access(String(decoding: path[..<slash], as: UTF8.self), W_OK | X_OK) == 0
        }
    }
}
