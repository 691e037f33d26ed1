package import Foundation
package import PredicateFormat

extension PredicateValue {
    /// Creates the value of a text, number, date or nil; fails for other objects.
    ///
    /// Cases of an enumeration and option sets are compared as the number or text they stand for.
    package init?(scalar object: Any?) {
        switch object {
        case nil: self = .null
        case let text as String: self = .text(text)
        case let number as Int: self = .integer(Int64(number))
        case let number as Double: self = .real(number)
        case let flag as Bool: self = .bool(flag)
        case let date as Date: self = .date(Self.microseconds(date))
        case let value as PredicateValue:
            if case .list = value { return nil }
            self = value
        default:
            guard let value = Self.rarer(ObjectReading.unwrapped(object)) else { return nil }
            self = value
        }
    }

    private static func rarer(_ object: Any?) -> PredicateValue? {
        switch object {
        case nil, is NSNull: .null
        case let text as NSString: .text(text._bridgeToSwift())
        case let text as Substring: .text(String(text))
        case let character as Character: .text(String(character))
        case let date as NSDate: .date(microseconds(date._bridgeToSwift()))
        case let number as Decimal: .real(NSDecimalNumber(decimal: number).doubleValue)
        case let number as any BinaryInteger: whole(number)
        case let number as any BinaryFloatingPoint: .real(Double(number))
        case let number as NSNumber: numeric(number)
        case let value as any RawRepresentable: PredicateValue(scalar: value.rawValue)
        default: nil
        }
    }

    private static func whole(_ number: some BinaryInteger) -> PredicateValue {
        Int64(exactly: number).map { .integer($0) } ?? .real(Double(number))
    }

    private static func numeric(_ number: NSNumber) -> PredicateValue {
        let type = unsafe String(cString: number.objCType)
        if ["f", "d"].contains(type) { return .real(number.doubleValue) }
        return type == "Q" ? whole(number.uint64Value) : .integer(number.int64Value)
    }

    /// Returns microseconds since 1970, rounded and limited to the range.
    package static func microseconds(_ date: Date) -> Int64 {
        let microseconds = (date.timeIntervalSince1970 * 1_000_000).rounded()
        return Int64(exactly: microseconds) ?? (microseconds < 0 ? .min : .max)
    }

    /// The value as a Foundation object: numbers as `NSNumber`, dates as `Date`, lists as arrays.
    package var object: Any? {
        switch self {
        case .null: nil
        case .integer(let number): NSNumber(value: number)
        case .real(let number): NSNumber(value: number)
        case .text(let text): text
        case .date(let moment): Date(timeIntervalSince1970: Double(moment) / 1_000_000)
        case .list(let items): items.map { $0.object ?? NSNull() }
        }
    }
}

extension ObjectReading {
    /// Returns whether a comparison of two values holds.
    ///
    /// Values that cannot be compared are unequal, and neither is less or greater.
    func holds(
        _ left: Any?,
        _ asked: PredicateOperator,
        _ right: Any?,
        _ options: TextOptions
    ) -> Bool {
        switch asked {
        case .equal: return isSame(left, right, options)
        case .notEqual: return !isSame(left, right, options)
        case .isIn, .contains:
            let (whole, part) = asked == .isIn ? (right, left) : (left, right)
            if let members = members(whole) {
                return members.contains { isSame(part, $0, options) }
            }
            return scalars(whole, .contains, part, options)
        case .between:
            guard let ends = members(right), ends.count == 2 else { return false }
            return scalars(left, .greaterOrEqual, ends[0], options)
                && scalars(left, .lessOrEqual, ends[1], options)
        default: return scalars(left, asked, right, options)
        }
    }

    private func scalars(
        _ left: Any?,
        _ asked: PredicateOperator,
        _ right: Any?,
        _ options: TextOptions
    ) -> Bool {
        guard let (left, right) = scalarPair(left, right) else { return false }
        return asked.holds(left, right, options)
    }

    /// Converts both values; a text next to a date is read as a date if possible.
    private func scalarPair(_ left: Any?, _ right: Any?) -> (PredicateValue, PredicateValue)? {
        guard let left = PredicateValue(scalar: left), let right = PredicateValue(scalar: right)
        else { return nil }
        switch (left, right) {
        case (.date, .text(let text)): return (left, PredicateDate.value(text) ?? right)
        case (.text(let text), .date): return (PredicateDate.value(text) ?? left, right)
        default: return (left, right)
        }
    }

    func isSame(_ left: Any?, _ right: Any?, _ options: TextOptions = []) -> Bool {
        if let (left, right) = scalarPair(left, right) {
            return PredicateOperator.equal.holds(left, right, options)
        }
        if let first = members(left), let second = members(right) {
            return first.count == second.count
                && (Self.isOrdered(left) && Self.isOrdered(right)
                    ? zip(first, second).allSatisfy { isSame($0, $1, options) }
                    : first.allSatisfy { member in
                        second.contains { isSame(member, $0, options) }
                    })
        }
        guard let left = Self.unwrapped(left) as? AnyHashable,
            let right = Self.unwrapped(right) as? AnyHashable
        else { return false }
        return left == right
    }

    private static func isOrdered(_ list: Any?) -> Bool {
        !(list is Set<AnyHashable> || list is NSSet || list is NSDictionary)
    }
}

extension PredicateDate {
    fileprivate static func value(_ text: String) -> PredicateValue? {
        read(text).map { .date($0.microseconds) }
    }
}
