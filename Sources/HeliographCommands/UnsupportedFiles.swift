/// The media files of a library in formats that are not read.
struct UnsupportedFiles {
    private let counts: [(fileExtension: Substring, count: Int)]

    /// Reads `flv 2` in a line for each extension.
    init(_ text: String?) {
        counts = (text ?? "").split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            guard words.count == 2, let count = Int(words[1]) else { return nil }
            return (words[0], count)
        }
    }

    /// A sentence for people; nil without any.
    var sentence: String? {
        guard !counts.isEmpty else { return nil }
        let total = counts.reduce(0) { $0 + $1.count }
        let list = counts.map { "\($0.count) .\($0.fileExtension)" }.joined(separator: ", ")
        return total == 1
            ? "1 file is not indexed because its format is not supported: \(list)"
            : "\(total) files are not indexed because their formats are not supported: \(list)"
    }

    var json: String {
        let members = counts.map { "\(StatusCommand.quoted(String($0.fileExtension))):\($0.count)" }
        return "{\(members.joined(separator: ","))}"
    }
}
