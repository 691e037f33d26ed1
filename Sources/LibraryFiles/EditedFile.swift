internal import Extraction
internal import Glibc
internal import Kernel
internal import MediaMetadata

/// The information about a file that an editor needs before opening it.
package enum EditedFile {
    /// Reads the contents of an `.AAE` file; nil if it does not contain an adjustment.
    package static func adjustments(at path: [UInt8]) -> AdjustmentEnvelope? {
        guard let file = try? Source.open(Source.place(path)) else { return nil }
        return AdjustmentEnvelope(descriptor: file.number)
    }

    /// Returns how to turn the stored pixels of a picture, 1 to 8 as in Exif; 1 if that cannot be determined.
    ///
    /// An extractor reads the file, as it does all files from strangers.
    package static func orientation(of path: [UInt8]) -> Int {
        let found = try? FileExtraction().read(Disk.split(path).name) {
            (try? Source.open(Source.place(path))).map { dup($0.number) } ?? -1
        }
        return found?.metadata.orientation ?? 1
    }
}
