internal import Glibc

/// What happens to a folder of photos and to the indexer that follows it, and what it knows then; as text.
///
/// ```
/// == a file is renamed
/// save /r/a.jpg
/// start
/// rest
/// remember
/// rename /r/a.jpg /r/b.jpg
/// rest
/// known: /r/b.jpg is /r/a.jpg
/// ```
///
/// Each line does something; a line that begins with spaces goes on with the one before.
///
/// - `mkdir`, `save`, `overwrite`, `rename` …: what users do, see ``ScenarioDisk/perform(_:)``
/// - `roots PATHS`: the folders to follow, `/r` without this line; `on KIND`: the disk they lie on; both come first
/// - `start`, `start accepting roots`: the indexer starts
/// - `kill indexer`, `kill watcher`, `kill extractors`
/// - `run N`: the parts do so many steps, in an order that is another each time; `wait MILLISECONDS`
/// - `rest`: all comes to its end that is under way, and who follows the feed has to hold what the catalogue does
/// - `while PATH is listed: …`: users do this as soon as the watcher has read some names in a directory and not all
/// - `watcher stalls`, `indexer stalls`, `extractors stall`: it gets no turn until `watcher goes on` …, and neither
///   does another one that is started in its place; `rest` does not wait for it
/// - `walk`, `lose events`, `watch limit N`; `errors`, `no errors`: every call of the watcher to a file system fails
/// - `remember`: from here on an asset is called by its path
/// - `known: FILES`: the files that the catalogue has, with commas between them; `a is b` when it is an asset that is
///   called otherwise than by its path, `a is new` when it has no name
/// - `PATH is STATE`: the state of a root
package struct Story: CustomStringConvertible, Sendable {
    package let title: String
    let lines: [String]

    package var description: String { title }

    /// The stories of a text.
    package static func all(in text: String) -> [Story] {
        var stories: [Story] = []
        var (title, lines): (String?, [String]) = (nil, [])
        func end() {
            if let title { stories.append(Story(title: title, lines: lines)) }
        }
        for line in text.split(separator: "\n").map(String.init) where !line.hasPrefix("#") {
            if line.hasPrefix("== ") {
                end()
                (title, lines) = (String(line.dropFirst(3)), [])
            } else if line.hasPrefix(" "), let last = lines.popLast() {
                lines.append(last + " " + line.drop { $0 == " " })
            } else {
                lines.append(line)
            }
        }
        end()
        return stories
    }

    /// Plays the story.
    ///
    /// - Parameters:
    ///   - seed: What the order of the steps follows from.
    ///   - catalogue: A path for the catalogue, better in memory; what is there is lost.
    ///   - log: Takes a line for each thing the indexer logs.
    /// - Throws: ``SimulationFault`` for what is not as it is told.
    package func play(
        seed: UInt64,
        catalogue: String,
        log: ((String) -> Void)? = nil
    ) throws {
        for kind in kinds {
            for ending in ["", "-wal", "-shm", "-lock", "-turns", "-journal"] {
                unlink(catalogue + ending)
            }
            let machine = StoryMachine(kind, catalogue: catalogue, seed: seed, log: log)
            let teller = StoryTeller(machine)
            defer { machine.killIndexer() }
            for (number, line) in lines.enumerated() where !line.hasPrefix("on ") {
                log?(line)
                do {
                    try teller.perform(line)
                } catch {
                    throw SimulationFault("line \(number + 1) of it on \(kind), \(line): \(error)")
                }
            }
            try teller.end()
        }
    }

    /// The disks on which it is played.
    private var kinds: [SimulatedDisk.Kind] {
        let named = lines.filter { $0.hasPrefix("on ") }
            .compactMap { line in SimulatedDisk.Kind.all.first { line == "on \($0)" } }
        return named.isEmpty ? [.ext4, .tmpfs] : named
    }
}
