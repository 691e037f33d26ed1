import Foundation

/// A page of the documentation.
struct MarkdownPage {
    struct Block {
        let language: String
        /// What stands behind the language.
        let note: String
        let text: String
    }

    /// The pages that are written for readers of the project, without those of its libraries.
    static var all: [String] {
        let folders = [
            "", "Documentation", ".github", "contrib/consumers", "contrib/examples", "Sources",
        ]
        return folders.flatMap { folder in
            let path = Program.package.appendingPathComponent(folder).path
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            return names.filter { $0.hasSuffix(".md") }.sorted()
                .map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
        }
    }

    private(set) var blocks: [Block] = []
    private var prose = ""

    init(_ path: String) throws {
        try self.init(at: Program.package.appendingPathComponent(path))
    }

    init(at file: URL) throws {
        var open: (info: Substring, lines: [Substring])?
        for line in try String(contentsOf: file, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        {
            let isFence = line.hasPrefix("```")
            if isFence, let block = open {
                let words = block.info.split(separator: " ", maxSplits: 1).map(String.init)
                blocks.append(
                    Block(
                        language: words.first ?? "",
                        note: words.count > 1 ? words[1] : "",
                        text: block.lines.map { $0 + "\n" }.joined()
                    )
                )
                open = nil
            } else if isFence {
                open = (line.dropFirst(3), [])
            } else if open != nil {
                open?.lines.append(line)
            } else {
                prose += line + "\n"
            }
        }
    }

    var links: [String] {
        prose.matches(of: /\]\(([^)]+)\)/).map { String($0.output.1) }
    }

    /// What a link to a heading of the page ends with.
    var anchors: Set<String> {
        Set(
            prose.split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
                heading.drop { $0 == "#" || $0 == " " }.lowercased()
                    .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
                    .replacing(" ", with: "-")
            }
        )
    }
}
