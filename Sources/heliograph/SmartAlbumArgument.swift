internal import ArgumentParser
internal import PhotoModel
internal import PredicateFormat

/// A smart album as `--smart-album` takes it, or a fetch as `--observe` does: a title, `=`, a predicate.
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
