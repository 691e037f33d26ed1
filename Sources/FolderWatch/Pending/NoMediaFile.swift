package import Kernel

/// The `.nomedia` file, with which a user excludes a directory and everything below it.
package enum NoMediaFile {
    package static let name = FileName(".nomedia")

    /// Returns whether an open directory has a `.nomedia` file.
    package static func isIn(_ directory: Int32, _ files: any FileSystemCalls) -> Bool {
        unsafe name.withCString { unsafe files.contains($0, in: directory) }
    }
}
