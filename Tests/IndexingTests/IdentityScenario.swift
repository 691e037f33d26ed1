import Catalogue
import Foundation
import Testing

@testable import Indexing

/// A story of files and who is who at its end, as text.
///
/// ```
/// == a file is renamed
/// before: a.jpg
/// mv a.jpg b.jpg
/// after: b.jpg is a.jpg
/// ```
///
/// Each line of `before` and `after` names files, with commas between them; all of them lie in one directory. A file
/// `holds` what others may hold too. An asset is called as its file was `before`; `x is new` stands for one there was
/// not. Files and assets that `after` does not name are not there. Between the two each line does something:
///
/// - `write`, `save` (into the file there is), `cp`, `cp -p`, `mv`, `swap`, `ln`, `rm`: what users do; `write x as y`
///   writes what y holds, `write x dated y` something else with the size and the time of y, which may be gone
/// - `see`, `see NAMES`: looks at all names that have an event, or at these, and decides
/// - `look NAMES`: looks at these; it is decided about them when something is seen next
/// - `expire`: what is missing is removed
/// - `settle`: looks and waits until all is known; it is done at the end, too
/// - `files are large`: none is known by its fingerprint alone
/// - `inodes change`, `inodes are reused`, `no births`: how the file system is; `remount`: it is mounted anew
struct IdentityScenario: CustomTestStringConvertible {
    let title: String
    let lines: [String]

    var testDescription: String { title }

    /// The scenarios of a text.
    static func all(in text: String) -> [IdentityScenario] {
        text.components(separatedBy: "== ").dropFirst().map { part in
            let lines = part.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty && !$0.hasPrefix("#") }
            return IdentityScenario(title: lines[0], lines: Array(lines.dropFirst()))
        }
    }

    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    /// Plays the story.
    ///
    /// - Returns: Who is who at its end, in the words of `after`, as it is and as it should be.
    func play() throws -> (found: [String], expected: [String]) {
        let story = Story()
        for line in lines {
            do {
                try story.perform(line)
            } catch {
                throw Mistake(description: "\(line): \(error)")
            }
        }
        try story.library.settle()
        return (story.outcome(), story.expected.sorted())
    }

    private final class Story {
        let library = MemoryLibrary()
        var expected: [String] = []
        private var labels: [Int64: String] = [:]
        private var contents: [String: Int] = ["nothing": 0]
        private var disk: MemoryDisk { library.disk }

        func perform(_ line: String) throws {
            let words = line.split(separator: " ").map(String.init)
            let names = Array(words.dropFirst())
            switch (words[0], names.count) {
            case ("before:", _): try begin(line)
            case ("after:", _): expected += list(line)
            case ("write", 1): disk.write(names[0], content(UUID().uuidString))
            case ("write", 3) where names[1] == "dated":
                disk.write(names[0], content(UUID().uuidString), dated: names[2])
            case ("write", 3): write(names[0], names[2])
            case ("save", 1): disk.rewrite(names[0], content(UUID().uuidString))
            case ("cp", 2): disk.copy(names[0], names[1])
            case ("cp", 3) where names[0] == "-p":
                disk.copy(names[1], names[2], keepsTime: true)
            case ("mv", 2): disk.move(names[0], names[1])
            case ("swap", 2): disk.swap(names[0], names[1])
            case ("ln", 2): disk.link(names[0], names[1])
            case ("rm", _): names.forEach(disk.remove)
            case ("look", _): try names.forEach(library.look)
            case ("see", 0): try library.seeAll()
            case ("see", _):
                try names.forEach(library.look)
                try library.decide()
            case ("later", 0): disk.isTold = false
            case ("told", 0): disk.tell()
            case ("expire", 0): try library.expire()
            case ("settle", 0): try library.settle()
            case ("remount", 0): disk.renumber()
            case ("inodes", 1): library.keepsInodes = false
            case ("inodes", 2): disk.reusesInodes = true
            case ("files", 2): disk.size = 1_000_000
            case ("no", 1): disk.hasBirths = false
            default: throw Mistake(description: "not understood")
            }
        }

        private func list(_ line: String) -> [String] {
            line.drop { $0 != ":" }.dropFirst().split(separator: ",")
                .map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0 != "nothing" }
        }

        private func begin(_ line: String) throws {
            for item in list(line) {
                let words = item.split(separator: " ").map(String.init)
                write(words[0], words.count == 3 ? words[2] : words[0])
            }
            try library.settle()
            for path in catalogue.paths {
                if let asset = catalogue.asset(at: path) { labels[asset] = path }
            }
        }

        private var catalogue: MemoryCatalogue { library.catalogue }

        private func write(_ path: String, _ name: String) {
            disk.write(path, content(name), size: name == "nothing" ? 0 : disk.size)
        }

        private func content(_ name: String) -> Int {
            let number = contents[name] ?? contents.count
            contents[name] = number
            return number
        }

        func outcome() -> [String] {
            let files = disk.files.map { path, file in
                guard let asset = catalogue.asset(at: path) else { return "\(path) is not known" }
                let isStale = catalogue.asset(asset)?.file.fingerprint != Int64(file.content)
                return "\(path) is \(labels[asset] ?? "new")\(isStale ? " as it was" : "")"
            }
            let ghosts = catalogue.paths.subtracting(disk.files.keys).map { "\($0) is not there" }
            return (files + ghosts).sorted()
        }
    }
}
