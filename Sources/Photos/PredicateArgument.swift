internal import Foundation
internal import ObjectEvaluation
internal import PredicateFormat

/// Converts the arguments of a format to values.
enum PredicateArgument {
    /// Returns the present time in microseconds since 1970.
    static func now() -> Int64 { microseconds(Date()) }

    static func microseconds(_ date: Date) -> Int64 { PredicateValue.microseconds(date) }

    /// Returns the value that a catalogue can compare; nil for an unsupported argument.
    ///
    /// Objects of a library are represented by their identifiers.
    static func value(_ argument: Any?) -> PredicateValue? {
        if let object = argument as? PHObject { return .text(object.localIdentifier) }
        if let value = PredicateValue(scalar: argument) { return value }
        guard let members = ObjectReading.photos.members(argument) else { return nil }
        var values: [PredicateValue] = []
        for member in members {
            guard let value = value(member) else { return nil }
            values.append(value)
        }
        return .list(values)
    }

    /// Returns the argument in the format language, as far as it can be expressed.
    static func text(_ argument: Any?, _ value: PredicateValue?) -> String {
        if let value, !(argument is PHObject) { return value.format }
        if let argument, let members = ObjectReading.photos.members(argument) {
            return "{\(members.map { text($0, self.value($0)) }.joined(separator: ", "))}"
        }
        return argument.map { "\($0)" } ?? "nil"
    }
}
