public import Foundation

/// The bytes of a resource, in an open file; Heliograph's own.
public struct PHAssetResourceBytes: Sendable {
    /// Is closed when nothing refers to it any more.
    public let file: FileHandle
    /// Where in the file the resource lies; a motion photo's film lies in its picture's file.
    public let range: Range<Int64>
}

extension PHAssetResource {
    /// Opens the file that the resource lies in, for who reads parts of it; Heliograph's own.
    ///
    /// What is read is as of the opening even if the file is renamed or deleted meanwhile.
    ///
    /// - Throws: ``PHPhotosError``.
    public func open() throws -> PHAssetResourceBytes {
        let stored = try bytes()
        let (descriptor, range) = try stored.openedRange()
        return PHAssetResourceBytes(
            file: FileHandle(fileDescriptor: descriptor, closeOnDealloc: true),
            range: range
        )
    }
}
