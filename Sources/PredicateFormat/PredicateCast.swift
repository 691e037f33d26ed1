/// Evaluates `CAST` of constants: from dates to numbers of seconds, and back.
struct PredicateCast {
    let arguments: [PredicateValue?]

    /// Seconds since 2001, which is how Foundation converts a date to a number; with `isNow`, seconds after the time of
    /// evaluation.
    private struct Moment {
        var isNow = false
        var seconds: Double
    }

    private static let reference = 978_307_200.0

    /// Returns the term; nil if it cannot be expressed in SQL.
    func term(_ values: [ExpressionSyntax]) -> PredicateTerm? {
        guard values.count == 2, case .constant(.text("NSDate")) = values[1],
            let moment = number(values[0])
        else {
            guard let moment = number(.function(.cast, values, at: 0)), !moment.isNow else {
                return nil
            }
            return .constant(.real(moment.seconds))
        }
        // Beyond these limits a number lacks digits, so the printed form would not be read as the same date.
        let isWhole = moment.seconds == moment.seconds.rounded()
        guard moment.seconds.magnitude < (isWhole ? 5e11 : 8e9) else { return nil }
        let since1970 = moment.isNow ? moment.seconds : moment.seconds + Self.reference
        let microseconds = Int64((since1970 * 1_000_000).rounded())
        return moment.isNow ? .now(microseconds) : .constant(.date(microseconds))
    }

    private func number(_ syntax: ExpressionSyntax) -> Moment? {
        switch syntax {
        case .constant(.integer(let number)): return Moment(seconds: Double(number))
        case .constant(.real(let number)): return Moment(seconds: number)
        case .argument(let position): return arguments[position].flatMap { number(.constant($0)) }
        case .arithmetic(let left, .add, let right, _):
            guard let a = number(left), let b = number(right), !a.isNow || !b.isNow else {
                return nil
            }
            return Moment(isNow: a.isNow || b.isNow, seconds: a.seconds + b.seconds)
        case .arithmetic(let left, .subtract, let right, _):
            guard let a = number(left), let b = number(right), !b.isNow else { return nil }
            return Moment(isNow: a.isNow, seconds: a.seconds - b.seconds)
        case .function(.cast, let values, _):
            guard values.count == 2, case .constant(.text("NSNumber")) = values[1] else {
                return nil
            }
            return date(values[0])
        default: return nil
        }
    }

    private func date(_ syntax: ExpressionSyntax) -> Moment? {
        switch syntax {
        case .now(let offset): return Moment(isNow: true, seconds: Double(offset) / 1_000_000)
        case .constant(.date(let moment)):
            return Moment(seconds: Double(moment) / 1_000_000 - Self.reference)
        case .argument(let position): return arguments[position].flatMap { date(.constant($0)) }
        case .function(.cast, let values, _):
            guard values.count == 2, case .constant(.text("NSDate")) = values[1] else { return nil }
            return number(values[0])
        default: return nil
        }
    }
}
