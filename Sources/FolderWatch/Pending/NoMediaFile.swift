internal import Kernel

/// The `.nomedia` file, with which a user excludes a directory and everything below it.
enum NoMediaFile {
    static let text = ".nomedia"
    static let name = FileName(text)
}
