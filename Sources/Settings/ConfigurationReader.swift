internal import Catalogue
internal import Indexing
internal import PhotoModel
internal import PredicateFormat
internal import TOMLKit

/// A reader of the values of a configuration, each according to its type.
struct ConfigurationReader {
    let path: String
    let text: String

    static let keys = [
        "roots", "ignore", "time-zone", "rescan", "read-only", "history", "gain-maps-are-hdr",
        "motion-photos-are-live", "dates-from-names", "thumbnails", "feed", "smart-album",
    ]

    func read() throws -> Configuration {
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            let end = Int(error.source.begin.line)
            let mistake = ConfigurationSyntax(text, end: end, reason: error.description)
            throw ConfigurationError(path, mistake.line, mistake.message)
        }
        if let index = TOMLLine.all(text).firstIndex(where: { TOMLLine($0).namesNUL }) {
            let words = #"there is a \u0000, which no path, name or pattern can have; remove it"#
            throw ConfigurationError(path, index + 1, words)
        }
        for key in table.keys where !Self.keys.contains(key) {
            throw ConfigurationError(
                path,
                line(of: key),
                "there is no key '\(key)'; there are \(Self.keys.joined(separator: ", "))"
            )
        }
        var configuration = Configuration()
        configuration.roots = try texts("roots", table)
        guard configuration.roots.allSatisfy({ $0.hasPrefix("/") || $0.hasPrefix("~/") }) else {
            throw mistake(
                "roots",
                "a list of paths that begin with / or ~/, such as: roots = [\"/srv/photos\"]"
            )
        }
        configuration.ignored = try texts("ignore", table)
        if let mistake = NamePattern.mistake(in: configuration.ignored) {
            throw ConfigurationError(path, line(of: "ignore"), "'ignore': \(mistake)")
        }
        configuration.zone = try zone("time-zone", table)
        configuration.rescan = try rescan("rescan", table)
        configuration.history = try interval("history", table)
        configuration.isReadOnly = try flag("read-only", table)
        configuration.gainMapsAreHDR = try flag("gain-maps-are-hdr", table)
        configuration.motionPhotosAreLive = try flag("motion-photos-are-live", table)
        configuration.datesFromNames = try flag("dates-from-names", table)
        configuration.thumbnails = try sizes("thumbnails", table)
        configuration.feed = try path("feed", table)
        configuration.smartAlbums = try smartAlbums(table)
        return configuration
    }

    /// Returns the line of a key, after line `below`; `number` selects one of several, from 0.
    func line(of key: String, _ number: Int = 0, below: Int = 0) -> Int? {
        var found = -1
        for (index, line) in TOMLLine.all(text).enumerated().dropFirst(below) {
            let start = line.drop { " \t[\"'".contains($0) }
            guard start.hasPrefix(key),
                start.dropFirst(key.count).first.map({ " \t=]\"'.".contains($0) }) ?? false
            else { continue }
            found += 1
            if found == number { return index + 1 }
        }
        return nil
    }

    func mistake(_ key: String, _ expected: String) -> ConfigurationError {
        ConfigurationError(path, line(of: key), "'\(key)' must be \(expected)")
    }

    private func texts(_ key: String, _ table: TOMLTable) throws -> [String] {
        guard let value = table[key] else { return [] }
        let example = ConfigurationSyntax.examples[key] ?? ""
        guard let array = value.array else {
            let own = value.string.map { "\(key) = [\"\($0)\"]" }
            throw mistake(key, "a list, with brackets: \(own ?? example)")
        }
        return try array.map { item in
            guard let text = item.string else {
                throw mistake(key, "a list of texts in quotes, such as: \(example)")
            }
            return text
        }
    }

    private func path(_ key: String, _ table: TOMLTable) throws -> String? {
        guard let value = table[key] else { return nil }
        guard let path = value.string, path.hasPrefix("/") else {
            throw mistake(key, "an absolute path such as \"/run/heliograph/feed\"")
        }
        return path
    }

    private func sizes(_ key: String, _ table: TOMLTable) throws -> [Int]? {
        guard let value = table[key] else { return nil }
        let found = value.array.map { array in array.map { $0.int } }
        guard let sizes = found.flatMap(ThumbnailSizes.init(numbers:)) else {
            throw mistake(key, "a list such as [256, 1024]: \(ThumbnailSizes.rule)")
        }
        return sizes.all
    }

    private func interval(_ key: String, _ table: TOMLTable) throws -> Interval? {
        guard let value = table[key] else { return nil }
        guard let text = value.string, let interval = Interval(argument: text) else {
            throw mistake(key, "a time such as \"90s\", \"30m\", \"1h\", \"30d\", or \"off\"")
        }
        return interval
    }

    private func zone(_ key: String, _ table: TOMLTable) throws -> LibraryZone? {
        guard let value = table[key] else { return nil }
        guard let name = value.string else {
            throw mistake(key, "the name of a time zone, such as \"Europe/Rome\"")
        }
        guard let zone = LibraryZone(named: name) else {
            throw ConfigurationError(path, line(of: key), LibraryZone.refusal(of: name))
        }
        return zone
    }

    private func rescan(_ key: String, _ table: TOMLTable) throws -> RescanPlan? {
        guard let value = table[key] else { return nil }
        guard let text = value.string, let plan = RescanPlan(argument: text) else {
            throw mistake(
                key,
                "a time such as \"30m\" or \"1h\", an hour such as \"03:00\", or \"off\""
            )
        }
        return plan
    }

    private func flag(_ key: String, _ table: TOMLTable) throws -> Bool? {
        guard let value = table[key] else { return nil }
        guard let flag = value.bool else { throw mistake(key, "true or false") }
        return flag
    }
}
