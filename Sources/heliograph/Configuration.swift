internal import ArgumentParser
internal import Catalogue
internal import Foundation
internal import PhotoModel
internal import PredicateFormat
internal import TOMLKit

/// What a configuration file says; what it does not say is nil or empty.
struct Configuration {
    var roots: [String] = []
    var ignored: [String] = []
    var rescan: Interval?
    var history: Interval?
    var isReadOnly: Bool?
    var gainMapsAreHDR: Bool?
    var motionPhotosAreLive: Bool?
    /// Nil when there is no file to say which there are.
    var smartAlbums: [SmartAlbumDefinition]?

    /// Reads the file named, or the usual one if there is one.
    ///
    /// - Throws: ``ConfigurationError``.
    static func read(_ named: String?, catalogue: String) throws -> Configuration {
        let path = named.map(Paths.absolute) ?? standard(for: catalogue)
        guard named != nil || access(path, F_OK) == 0 else { return Configuration() }
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            let reason =
                access(path, R_OK) == 0 ? "it is no UTF-8" : String(cString: strerror(errno))
            throw ConfigurationError(path, nil, "the configuration cannot be read: \(reason)")
        }
        var reader = ConfigurationReader(path: path, text: text)
        return try reader.read()
    }

    /// The system service has a file of its own, so that it does not become everybody's.
    private static func standard(for catalogue: String) -> String {
        if catalogue.hasPrefix("/var/lib/heliograph/") { return "/etc/heliograph/heliograph.toml" }
        let environment = ProcessInfo.processInfo.environment
        let home = environment["XDG_CONFIG_HOME"] ?? "\(NSHomeDirectory())/.config"
        return "\(home)/heliograph/heliograph.toml"
    }

    /// The albums of the file and those of the command line, which come before ones of the same title;
    /// nil when neither says anything.
    func smartAlbums(and more: [SmartAlbumDefinition]) -> [SmartAlbumDefinition]? {
        guard smartAlbums != nil || !more.isEmpty else { return nil }
        let titles = Set(more.map(\.title))
        return (smartAlbums ?? []).filter { !titles.contains($0.title) } + more
    }
}

/// What is wrong with a configuration, where, and the cure.
struct ConfigurationError: Error, CustomStringConvertible {
    let description: String

    init(_ path: String, _ line: Int?, _ message: String) {
        description = "\(path)\(line.map { ":\($0)" } ?? ""): \(message)"
    }
}

/// Reads the values of a configuration, each of its kind.
private struct ConfigurationReader {
    let path: String
    let text: String

    private static let keys = [
        "roots", "ignore", "rescan", "read-only", "history", "gain-maps-are-hdr",
        "motion-photos-are-live",
        "smart-album",
    ]

    mutating func read() throws -> Configuration {
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw ConfigurationError(path, Int(error.source.begin.line), error.description)
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
        configuration.ignored = try texts("ignore", table)
        configuration.rescan = try interval("rescan", table)
        configuration.history = try interval("history", table)
        configuration.isReadOnly = try flag("read-only", table)
        configuration.gainMapsAreHDR = try flag("gain-maps-are-hdr", table)
        configuration.motionPhotosAreLive = try flag("motion-photos-are-live", table)
        configuration.smartAlbums = try smartAlbums(table)
        return configuration
    }

    /// The line a key stands on: of several the one of this number, from 0.
    private func line(of key: String, _ number: Int = 0) -> Int? {
        var found = -1
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let start = line.drop { " \t[\"'".contains($0) }
            guard start.hasPrefix(key),
                start.dropFirst(key.count).first.map({ " \t=]\"'.".contains($0) }) ?? false
            else { continue }
            found += 1
            if found == number { return index + 1 }
        }
        return nil
    }

    private func mistake(_ key: String, _ expected: String) -> ConfigurationError {
        ConfigurationError(path, line(of: key), "'\(key)' must be \(expected)")
    }

    private func texts(_ key: String, _ table: TOMLTable) throws -> [String] {
        guard let value = table[key] else { return [] }
        guard let array = value.array else {
            throw mistake(key, "a list such as [\"/srv/photos\"]")
        }
        return try array.map { item in
            guard let text = item.string else { throw mistake(key, "a list of texts in quotes") }
            return text
        }
    }

    private func interval(_ key: String, _ table: TOMLTable) throws -> Interval? {
        guard let value = table[key] else { return nil }
        guard let text = value.string, let interval = Interval(argument: text) else {
            throw mistake(key, "a time such as \"90s\", \"30m\", \"1h\", \"30d\", or \"off\"")
        }
        return interval
    }

    private func flag(_ key: String, _ table: TOMLTable) throws -> Bool? {
        guard let value = table[key] else { return nil }
        guard let flag = value.bool else { throw mistake(key, "true or false") }
        return flag
    }

    private func smartAlbums(_ table: TOMLTable) throws -> [SmartAlbumDefinition] {
        let key = "smart-album"
        guard let value = table[key] else { return [] }
        guard let array = value.array else {
            throw mistake(key, "written as [[smart-album]], with two brackets")
        }
        var albums: [SmartAlbumDefinition] = []
        for (number, item) in array.enumerated() {
            guard let table = item.table, let title = table["title"]?.string,
                let format = table["predicate"]?.string, table.keys.count == 2, !title.isEmpty
            else {
                throw ConfigurationError(
                    path,
                    line(of: key, number),
                    "a smart album has just a title and a predicate, both texts in quotes"
                )
            }
            guard !albums.contains(where: { $0.title == title }) else {
                throw ConfigurationError(
                    path,
                    line(of: "title", number),
                    "there is a smart album '\(title)' already; give this one another title"
                )
            }
            do {
                albums.append(try SmartAlbumDefinition(.smartAlbumGeneric, title, format))
            } catch {
                throw ConfigurationError(path, line(of: "predicate", number), "\(error)")
            }
        }
        return albums
    }
}

/// A smart album as `--smart-album` takes it, or a fetch as `--observe` does: a title, `=`, a predicate.
struct SmartAlbumArgument: ExpressibleByArgument {
    private let title: String
    private let format: String

    init?(argument: String) {
        guard let sign = argument.firstIndex(of: "="), sign != argument.startIndex else {
            return nil
        }
        title = String(argument[..<sign])
        format = String(argument[argument.index(after: sign)...])
    }

    func definition(option: String = "--smart-album") throws -> SmartAlbumDefinition {
        do {
            return try SmartAlbumDefinition(.smartAlbumGeneric, title, format)
        } catch {
            throw ValidationError("\(option) '\(title)': \(error)")
        }
    }
}
