internal import Foundation
internal import GRDB
internal import PhotoModel
internal import PredicateFormat

/// The functions that SQL conditions call.
enum PredicateFunctions {
    static let all = [text, identifier, name, words, nested]

    private static let text = DatabaseFunction(
        PredicateSQL.Function.text,
        argumentCount: 4,
        pure: true
    ) { values in
        guard let asked = String.fromDatabaseValue(values[0]),
            let options = Int.fromDatabaseValue(values[1])
        else { return false }
        return PredicateSQL.answer(asked, options, value(values[2]), value(values[3]))
    }

    private static let identifier = DatabaseFunction(
        PredicateSQL.Function.identifier,
        argumentCount: 1,
        pure: true
    ) { values in
        Data.fromDatabaseValue(values[0]).map { bytes in
            "\(ObjectUUID(bytes: [UInt8](bytes)))\(ObjectKind.asset.suffix)"
        }
    }

    private static let name = DatabaseFunction(
        PredicateSQL.Function.name,
        argumentCount: 1,
        pure: true
    ) { values in
        Data.fromDatabaseValue(values[0]).map { String(decoding: $0, as: UTF8.self) }
    }

    private static let words = DatabaseFunction(
        PredicateSQL.Function.words,
        argumentCount: 1,
        pure: true
    ) { values in
        PredicateSQL.words(String.fromDatabaseValue(values[0]) ?? "")
    }

    private static let nested = DatabaseFunction(PredicateSQL.Function.nested, pure: true) {
        values in
        let (number, now) = (Int64.fromDatabaseValue(values[0]), Int64.fromDatabaseValue(values[1]))
        guard let number, let now,
            let answer = NestedPredicates.answer(number, now: now, values.dropFirst(2).map(value))
        else { throw DatabaseError(message: "a condition was forgotten; fetch again") }
        return answer
    }

    private static func value(_ value: DatabaseValue) -> PredicateValue {
        switch value.storage {
        case .null, .blob: .null
        case .int64(let number): .integer(number)
        case .double(let number): .real(number)
        case .string(let text): .text(text)
        }
    }
}

extension SQLiteStatement {
    /// Binds the values that a condition compares with, starting at a position.
    @discardableResult
    func bind(_ values: [PredicateValue], from first: Int32 = 1) -> SQLiteStatement {
        for (offset, value) in values.enumerated() {
            let position = first + Int32(offset)
            switch value {
            case .null, .list: bind(position, Int64?.none)
            case .integer(let number), .date(let number): bind(position, number)
            case .real(let number): bind(position, number)
            case .text(let text): bind(position, text: text)
            }
        }
        return self
    }
}
