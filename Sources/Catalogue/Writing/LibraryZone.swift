internal import Foundation
internal import PhotoModel

/// The time zone that is assumed for photos that give none.
///
/// It is kept in the catalogue, so that everybody who reads that sees the same instants.
package struct LibraryZone: LocalClock, Sendable {
    /// The name in the time zone database, such as `Europe/Rome`.
    package let identifier: String
    private let zone: TimeZone

    private init(identifier: String, zone: TimeZone) {
        (self.identifier, self.zone) = (identifier, zone)
    }

    /// Returns nil for a name that the system does not know.
    package init?(_ identifier: String) {
        guard let zone = TimeZone(identifier: identifier) else { return nil }
        self.init(identifier: identifier, zone: zone)
    }

    /// Returns nil for what is not a name of the database: abbreviations and offsets are understood in two ways.
    package init?(named name: String) {
        guard
            ["UTC", "GMT"].contains(name) || name.hasPrefix("Etc/")
                || TimeZone.knownTimeZoneIdentifiers.contains(name)
        else { return nil }
        self.init(name)
    }

    /// Its key in the table `status`.
    static let statusKey = "timeZone"

    /// Returns the zone of a catalogue; nil if it has none yet.
    static func known(_ connection: WriteConnection) throws -> LibraryZone? {
        try StatusTable(connection).value(statusKey).flatMap { LibraryZone($0) }
    }

    /// Before a catalogue has one.
    static let utc = LibraryZone(identifier: "UTC", zone: .gmt)

    /// Returns a message that there is no zone of a name, with one that was meant or a way to find it.
    package static func refusal(of name: String) -> String {
        func place(_ name: String) -> String {
            let last = name.split(separator: "/").last ?? ""
            return String(last).lowercased().replacing(" ", with: "_")
        }
        let meant = TimeZone.knownTimeZoneIdentifiers.first { place($0) == place(name) }
        return "'\(name)' is not a time zone; "
            + (meant.map { "did you mean \($0)?" }
                ?? "write a name such as Europe/Rome, as in /usr/share/zoneinfo")
    }

    /// The zone of the machine: by `TZ`, by the file that `/etc/localtime` links to, or in `/etc/timezone`; UTC without
    /// any.
    ///
    /// Foundation knows an abbreviation only where `/etc/localtime` is a file, and it differs in summer and winter.
    package static var ofMachine: LibraryZone {
        let files = FileManager.default
        let names = [
            ProcessInfo.processInfo.environment["TZ"],
            try? files.destinationOfSymbolicLink(atPath: "/etc/localtime"),
            files.contents(atPath: "/etc/timezone").map { String(decoding: $0, as: UTF8.self) },
        ]
        return names.lazy.compactMap { $0.flatMap(named(onMachine:)) }.first ?? .utc
    }

    /// Returns the zone that `TZ` or a path names, such as `:Europe/Rome` or `/usr/share/zoneinfo/Europe/Rome`.
    static func named(onMachine text: String) -> LibraryZone? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let name = text.hasPrefix(":") ? String(text.dropFirst()) : text
        let directory = name.range(of: "zoneinfo/")
        return LibraryZone(named: directory.map { String(name[$0.upperBound...]) } ?? name)
    }

    package func offset(at instant: Int64) -> Int {
        let years = Self.years
        let seconds = min(max(instant / 1_000_000, years.lowerBound), years.upperBound)
        return zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))) / 60
    }

    /// From the year 1 to 9999, in seconds since 1970: a damaged catalogue may contain any number.
    private static let years = Int64(-62_135_596_800)...253_402_300_799
}
