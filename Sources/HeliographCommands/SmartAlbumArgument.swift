internal import ArgumentParser
internal import PhotoModel
internal import PredicateFormat

/// The value of `--smart-album` or `--observe`: a title, `=` and a predicate.
struct SmartAlbumArgument: ExpressibleByArgument {
    private let title: String
    private let format: String

    init?(argument: String) {
        guard let sign = argument.firstIndex(of: "="), sign != argument.startIndex else {
            return nil
        }
        title = String(argument[..<sign])
        format = String(argument[argument.index(after: sign)...])
    }

    func definition(option: String = "--smart-album") throws -> SmartAlbumDefinition {
        do {
            return try SmartAlbumDefinition(.smartAlbumGeneric, title, format)
        } catch {
            throw ValidationError("\(option) '\(PrintableText.line(title))': \(error)")
        }
    }
}
