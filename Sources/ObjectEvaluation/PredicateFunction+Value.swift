internal import Foundation
internal import PredicateFormat

extension PredicateFunction {
    func value(of values: [Any?], _ reading: ObjectReading) -> Any? {
        // A single list stands for its members.
        var members = values
        if values.count == 1, let list = reading.members(values[0]) { members = list }
        switch self {
        case .sum: return Calculation.sum(members)
        case .count: return PredicateValue(members.count)
        case .min: return Calculation.extreme(members, .less)
        case .max: return Calculation.extreme(members, .greater)
        case .average: return Calculation.average(members)
        case .uppercase, .lowercase, .length: return text(PredicateValue(scalar: values[0]))
        case .cast: return cast(values[0], to: PredicateValue(scalar: values[1]) ?? .null)
        default: return number(PredicateValue(scalar: values[0]))
        }
    }

    private func text(_ value: PredicateValue?) -> PredicateValue {
        guard case .text(let text)? = value else { return .null }
        return switch self {
        case .uppercase: .text(text.uppercased())
        case .lowercase: .text(text.lowercased())
        default: PredicateValue(text.utf16.count)
        }
    }

    private func number(_ value: PredicateValue?) -> PredicateValue {
        let number: Double
        switch value {
        case .integer(let integer)?: number = Double(integer)
        case .real(let real)?: number = real
        default: return .null
        }
        let result =
            switch self {
            case .sqrt: number.squareRoot()
            case .log: log10(number)
            case .ln: Foundation.log(number)
            case .exp: Foundation.exp(number)
            case .floor: number.rounded(.down)
            case .ceiling: number.rounded(.up)
            case .abs: number.magnitude
            default: number.rounded(.towardZero)
            }
        return result.isNaN ? .null : .real(result)
    }

    private static let reference = 978_307_200.0

    /// Converts dates to and from seconds since 2001, as Foundation does; an unknown type changes nothing.
    private func cast(_ value: Any?, to type: PredicateValue) -> Any? {
        switch (type, PredicateValue(scalar: value)) {
        case (.text("NSDate"), .integer(let seconds)?): return moment(Double(seconds))
        case (.text("NSDate"), .real(let seconds)?): return moment(seconds)
        case (.text("NSDate"), .text(let text)?):
            return PredicateDate.read(text).map { PredicateValue.date($0.microseconds) }
        case (.text("NSNumber"), .date(let moment)?),
            (.text("NSDecimalNumber"), .date(let moment)?):
            return PredicateValue.real(Double(moment) / 1_000_000 - Self.reference)
        case (.text("NSNumber"), .text(let text)?), (.text("NSDecimalNumber"), .text(let text)?):
            return Int64(text).map { PredicateValue.integer($0) }
                ?? Double(text).map { PredicateValue.real($0) }
        case (.text("NSString"), .integer(let number)?): return "\(number)"
        case (.text("NSString"), .real(let number)?):
            return Int64(exactly: number).map { "\($0)" } ?? "\(number)"
        default: return value
        }
    }

    private func moment(_ seconds: Double) -> PredicateValue {
        let microseconds = ((seconds + Self.reference) * 1_000_000).rounded()
        return Int64(exactly: microseconds).map { .date($0) } ?? .null
    }
}
