internal import Extraction
internal import Glibc
internal import Kernel
internal import MediaMetadata

/// What an editor has to know of a file before it opens that.
package enum EditedFile {
    /// What an `.AAE` file says; nil when it says nothing.
    package static func adjustments(at path: [UInt8]) -> AdjustmentEnvelope? {
        guard let file = try? Source.open(Source.place(path)) else { return nil }
        return AdjustmentEnvelope(descriptor: file.number)
    }

    /// How the stored pixels of a picture are to be turned, 1 to 8 as in Exif; 1 when that cannot be told.
    ///
    /// An extractor looks, as for all that strangers made.
    package static func orientation(of path: [UInt8]) -> Int {
        let found = try? FileExtraction().read(Disk.split(path).name) {
            (try? Source.open(Source.place(path))).map { dup($0.number) } ?? -1
        }
        return found?.metadata.orientation ?? 1
    }
}
