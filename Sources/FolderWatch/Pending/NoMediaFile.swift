package import Kernel

/// The file `.nomedia`, with which a user says that nothing in its directory counts.
package enum NoMediaFile {
    package static let name = FileName(".nomedia")

    /// Whether an open directory has one.
    package static func isIn(_ directory: Int32, _ files: any FileSystemCalls) -> Bool {
        unsafe name.withCString { unsafe files.contains($0, in: directory) }
    }
}
