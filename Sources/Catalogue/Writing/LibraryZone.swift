internal import Foundation
internal import PhotoModel

/// The time zone that is assumed for photos that give none.
///
/// It is kept in the catalogue, so that everybody who reads that sees the same instants.
package struct LibraryZone: LocalClock, Sendable {
    /// The name in the time zone database, such as `Europe/Rome`.
    package let identifier: String
    private let zone: TimeZone

    /// Returns nil for a name that is not in the database.
    package init?(_ identifier: String) {
        guard let zone = TimeZone(identifier: identifier) else { return nil }
        (self.identifier, self.zone) = (identifier, zone)
    }

    private init(_ zone: TimeZone) { (identifier, self.zone) = (zone.identifier, zone) }

    /// Its key in the table `status`.
    static let statusKey = "timeZone"

    /// Returns the zone of a catalogue; nil if it has none yet.
    static func known(_ connection: WriteConnection) throws -> LibraryZone? {
        try StatusTable(connection).value(statusKey).flatMap { LibraryZone($0) }
    }

    /// Before a catalogue has one.
    static let utc = LibraryZone(.gmt)

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

    /// The zone of the machine.
    package static var ofMachine: LibraryZone { LibraryZone(TimeZone.current) }

    package func offset(at instant: Int64) -> Int {
        let years = Self.years
        let seconds = min(max(instant / 1_000_000, years.lowerBound), years.upperBound)
        return zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))) / 60
    }

    /// From the year 1 to 9999, in seconds since 1970: a damaged catalogue may contain any number.
    private static let years = Int64(-62_135_596_800)...253_402_300_799
}
