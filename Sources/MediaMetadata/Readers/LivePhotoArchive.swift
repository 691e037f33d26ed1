internal import PhotoModel

/// The picture and the film of a Live Photo in one file, a ZIP archive in which both are stored as they are: `.livp`,
/// as cloud drives save it from iPhones.
///
/// Source: APPNOTE.TXT, 4.3.7 (local headers), 4.3.12 (central directory) and 4.3.16 (its end).
package struct LivePhotoArchive {
    package private(set) var still = 0..<0
    private(set) var film: Range<Int>?

    /// An archive has the two, and perhaps notes of the system that made it.
    private static let mostEntries = 64
    /// The end of the directory is followed by a comment.
    private static let endSize = 22
    private static let longestComment = 1_024

    /// Returns nil if there is no picture that is stored without compression.
    package init?(_ file: FileBytes) {
        guard var (place, count) = Self.directory(file) else { return nil }
        while count > 0, let entry = Entry(file, at: place) {
            (place, count) = (entry.end, count - 1)
            guard let data = entry.data, let type = Self.mediaType(data, file) else { continue }
            if type == .image, still.isEmpty { still = data }
            if type == .video, film == nil { film = data }
        }
        if still.isEmpty { return nil }
    }

    /// Returns the place of the first entry of the directory, and the number of entries.
    private static func directory(_ file: FileBytes) -> (place: Int, count: Int)? {
        let count = min(file.size, endSize + longestComment)
        return file.withBytes(at: file.size - count, count: count) { bytes in
            let starts = (0...max(0, count - endSize)).reversed()
            guard let end = starts.first(where: { bytes.be32($0) == 0x504B_0506 }),
                let entries = bytes.le16(end + 10), let place = bytes.le32(end + 16)
            else { return nil }
            return (place, min(entries, mostEntries))
        }
    }

    private static func mediaType(_ data: Range<Int>, _ file: FileBytes) -> MediaType? {
        file.withBytes(at: data.lowerBound, count: min(data.count, 256)) {
            MediaFormat(head: $0, fileExtension: "").mediaType
        }
    }

    /// An entry of the directory.
    private struct Entry {
        /// The bytes of the file, if they are neither compressed nor encrypted.
        var data: Range<Int>?
        let end: Int

        init?(_ file: FileBytes, at place: Int) {
            let fields: [Int]? = file.withBytes(at: place, count: 46) { bytes in
                guard bytes.be32(0) == 0x504B_0102, let flags = bytes.le16(8),
                    let method = bytes.le16(10), let size = bytes.le32(20),
                    let name = bytes.le16(28), let extra = bytes.le16(30),
                    let comment = bytes.le16(32), let header = bytes.le32(42)
                else { return nil }
                return [flags & 1 | method, size, name + extra + comment, header]
            }
            guard let fields else { return nil }
            end = place + 46 + fields[2]
            guard fields[0] == 0, fields[1] > 0 else { return }
            let skipped: Int? = file.withBytes(at: fields[3], count: 30) { bytes in
                guard bytes.be32(0) == 0x504B_0304, let name = bytes.le16(26),
                    let extra = bytes.le16(28)
                else { return nil }
                return 30 + name + extra
            }
            guard let start = skipped.map({ fields[3] + $0 }), start <= file.size - fields[1]
            else { return }
            data = start..<start + fields[1]
        }
    }
}
