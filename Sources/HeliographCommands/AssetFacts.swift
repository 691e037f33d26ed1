internal import ChangeFeed
internal import Foundation

/// The values of an asset as rows for a terminal, by their names in JSON; values that it does not have are left out.
struct AssetFacts {
    private let values: [String: Value]

    /// `line`: The asset as a line of JSON, with its evidence.
    init(line: [UInt8]) throws {
        values = try JSONDecoder().decode([String: Value].self, from: Data(line))
    }

    func show() {
        for key in ["id", "trashed"] + FeedLines.keyNames where key != "resources" {
            if let text = values[key]?.text { row(key, text) }
        }
        for resource in values["resources"]?.objects ?? [] {
            row("resource", "\(Self.text("path", resource)), \(Self.text("type", resource))")
        }
        for reason in values["evidence"]?.objects ?? [] {
            let words = "\(Self.text("value", reason)): \(Self.text("detail", reason))"
            row("because", "\(words)  [\(Self.text("rule", reason))]")
        }
    }

    private func row(_ key: String, _ text: String) { Terminal.row(key, 20, text) }

    private static func text(_ key: String, _ object: [String: Value]) -> String {
        object[key]?.text ?? ""
    }
}

extension AssetFacts {
    /// A value of JSON.
    private enum Value: Decodable {
        case missing
        case flag(Bool)
        case integer(Int64)
        case number(Double)
        case word(String)
        case list([Value])
        case object([String: Value])

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            self =
                if value.decodeNil() {
                    .missing
                } else if let flag = try? value.decode(Bool.self) {
                    .flag(flag)
                } else if let integer = try? value.decode(Int64.self) {
                    .integer(integer)
                } else if let number = try? value.decode(Double.self) {
                    .number(number)
                } else if let word = try? value.decode(String.self) {
                    .word(word)
                } else if let list = try? value.decode([Value].self) {
                    .list(list)
                } else {
                    .object(try value.decode([String: Value].self))
                }
        }

        /// Nil for a value that says nothing: null, false, 0 or an empty list.
        var text: String? {
            switch self {
            case .missing, .flag(false), .integer(0), .number(0), .object: nil
            case .flag: "yes"
            case .integer(let integer): "\(integer)"
            case .number(let number): "\(number)"
            case .word(let word): word
            case .list(let list):
                list.isEmpty ? nil : list.compactMap(\.text).joined(separator: ", ")
            }
        }

        var objects: [[String: Value]] {
            guard case .list(let list) = self else { return [] }
            return list.compactMap { if case .object(let object) = $0 { object } else { nil } }
        }
    }
}
