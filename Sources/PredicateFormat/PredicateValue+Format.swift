extension PredicateValue {
    /// The value as Apple's `predicateFormat` prints it: a date as seconds since 2001.
    package var format: String {
        switch self {
        case .null: return "nil"
        case .date(let moment):
            return "CAST(\(Self.seconds(moment &- Self.microsecondsTo2001)), \"NSDate\")"
        case .list(let items): return "{\(items.map(\.format).joined(separator: ", "))}"
        default: return "\(self)"
        }
    }

    /// Returns microseconds as seconds, with all digits.
    static func seconds(_ microseconds: Int64) -> String {
        let (seconds, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        return "\(microseconds < 0 ? "-" : "")\(seconds).\(String(1_000_000 + rest).dropFirst())"
    }

    private static let microsecondsTo2001: Int64 = 978_307_200_000_000

    /// Creates the date that a `CAST` of a number of seconds stands for.
    init?(dateIn values: [ExpressionSyntax]) {
        guard case .constant(let seconds)? = values.first, seconds.kind == .number,
            case .constant(let date)? = PredicateCast(arguments: []).term(values),
            date.kind == .date
        else { return nil }
        self = date
    }
}
