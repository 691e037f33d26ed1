internal import PhotoModel

/// The way a maker or an app puts the date into the names of photos and videos.
///
/// The pattern is matched at the beginning of the name, ignoring ASCII case; no digit may follow it. Its directives are
/// those of strptime(3) where they exist there:
///
/// | directive | stands for |
/// | --- | --- |
/// | `%Y`, `%y` | a year, with its century or in this one |
/// | `%m`, `%d`, `%H`, `%M`, `%S` | month, day, hour, minute, second; two digits each |
/// | `%k`, `%e`, `%I` | a month, a day or an hour of one or two digits |
/// | `%b` | an English month, abbreviated or not |
/// | `%p` | AM or PM in one of many languages, or nothing |
/// | `%f` | milliseconds, three digits |
/// | `%s`, `%Q` | seconds or milliseconds since 1970 |
/// | `%F`, `%T` | a date and a time of day in any of the forms that names have |
/// | `%n`, `%#` | digits, and one digit |
/// | `%w` | letters and digits |
/// | `%t` | up to 32 bytes without a digit, or nothing |
/// | `%u` | a UUID |
/// | `%W`, `%R` | the prefix of a screenshot and of a screen recording |
struct Naming: Sendable {
    /// The time zone of the time in the name.
    enum Zone: Sendable {
        /// Local time; the name does not say where.
        case local
        case utc
    }

    /// The makers or apps that use it.
    let source: String
    let zone: Zone
    let directives: [NamingDirective]
    /// The first byte of such names; nil if it varies.
    private let first: UInt8?

    init(_ source: String, _ pattern: String, _ zone: Zone = .local) {
        (self.source, self.zone) = (source, zone)
        directives = NamingDirective.parse(pattern)
        first = if case .literal(let text) = directives.first { text.first } else { nil }
    }

    /// The precision of the time in such names; nil if it varies.
    var precision: DatePrecision? { directives.compactMap(\.precision).max() }

    /// Returns the date in a name, or nil if the name does not match.
    func match(_ name: NameText) -> WrittenDate? {
        if let first, first != name[0] { return nil }
        var reader = NameReader(name)
        for directive in directives {
            guard reader.read(directive) else { return nil }
        }
        guard !reader.isBeforeDigit, var date = reader.date else { return nil }
        if zone == .utc { date.isUTC = true }
        return date
    }
}

/// The precision of a date.
package enum DatePrecision: Int, Comparable, Sendable {
    case year, month, day, minute, second, millisecond

    package static func < (a: DatePrecision, b: DatePrecision) -> Bool { a.rawValue < b.rawValue }
}

/// A date as written, with the parts that were given.
struct WrittenDate: Equatable, Sendable {
    var time: CivilTime
    var precision: DatePrecision
    var isUTC = false
}
