internal import Kernel

/// The catalogue's record of a journal: which file it is, whether its transaction is durable, and which files
/// from outside the library it moves.
///
/// The name of a file beside a catalogue proves nothing: anyone who can rename files there could give it to
/// another file of the catalogue's owner with contents of their choice. But nobody can produce another file
/// with the recorded inode and birth time. A secret would be no better: where names can be changed, the file
/// that contains it can be replaced, and others may be able to read the catalogue.
struct JournalVoucher: Equatable {
    let inode: UInt64
    /// The birth time in nanoseconds since 1970; 0 if the file system does not keep it.
    let born: Int64
    var isDone = false
    var sources: Set<[UInt8]> = []

    init(_ stat: FileStat) {
        (inode, born) = (stat.inode, stat.born)
    }

    func isOf(_ stat: FileStat) -> Bool { stat.inode == inode && stat.born == born }

    /// The text stored in the catalogue: `begun` or `done`, inode, birth, and paths in hexadecimal digits.
    var text: String {
        let paths = sources.map { path in
            path.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        return ([isDone ? "done" : "begun", "\(inode)", "\(born)"] + paths.sorted())
            .joined(separator: " ")
    }

    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count >= 3, words[0] == "begun" || words[0] == "done",
            let inode = UInt64(words[1]), let born = Int64(words[2])
        else { return nil }
        let paths = words.dropFirst(3).map(Self.path)
        guard !paths.contains([]) else { return nil }
        (self.inode, self.born, isDone) = (inode, born, words[0] == "done")
        sources = Set(paths)
    }

    /// Returns the path in hexadecimal digits; empty if one of them is not a digit.
    private static func path(_ digits: Substring) -> [UInt8] {
        let values = digits.utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16) }
        guard values.count.isMultiple(of: 2) else { return [] }
        let bytes = stride(from: 0, to: values.count, by: 2).map { index -> UInt8? in
            guard let high = values[index], let low = values[index + 1] else { return nil }
            return high << 4 | low
        }
        return bytes.contains(nil) ? [] : bytes.compactMap { $0 }
    }
}
