public import Foundation

/// The bytes of a resource in an open file; Heliograph's own.
public struct PHAssetResourceBytes: Sendable {
    /// The open file; it is closed when the last reference to it is released.
    public let file: FileHandle
    /// The position of the resource in the file; a motion photo's film is inside its picture's file.
    public let range: Range<Int64>
}

extension PHAssetResource {
    /// Opens the file that contains the resource, to read parts of it; Heliograph's own.
    ///
    /// The open file stays readable even if it is renamed or deleted in the meantime.
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
