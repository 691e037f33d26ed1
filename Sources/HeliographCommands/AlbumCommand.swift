internal import ArgumentParser
internal import Catalogue
internal import ChangeFeed
internal import Foundation
internal import PhotoModel

struct AlbumCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "album",
        abstract: "Create, change and delete albums and folders that exist only in the catalogue.",
        discussion: """
            Directories are albums and folders too, and are not changed; but assets from elsewhere can be \
            added to their albums, and removed again. An indexer may be running. Prints the album as it is \
            afterwards. `heliograph albums` lists all of them.

            Examples:
              heliograph album create "Best of 2023"
              heliograph album add "Best of 2023" ~/Pictures/IMG_0001.HEIC
            """,
        subcommands: [
            Create.self, Rename.self, Delete.self, Add.self, Remove.self, Move.self,
        ]
    )

    /// Returns an album or folder of these kinds, by identifier or title.
    static func own(
        _ identifier: String,
        _ kinds: Set<HistoryKind>,
        _ reader: CatalogueReader
    ) throws -> CollectionRecord {
        let record = try reader.snapshot { try reader.findCollection(identifier, of: kinds) }
        guard kinds.contains(record.source) else {
            let title = PrintableText.line(record.title)
            let wanted = kinds == [.userFolder] ? "a folder" : "an album"
            Exit.complain(
                "\(title) is not \(wanted) made with `heliograph album create`; only those can be changed"
            )
            throw ExitCode(1)
        }
        return record
    }

    /// Returns a title, unless it would be invisible in lists.
    static func title(_ argument: String) throws -> String {
        guard !argument.allSatisfy(\.isWhitespace) else {
            throw ValidationError("a title needs at least one visible character")
        }
        return argument
    }

    /// Prints an album or folder as it is now.
    static func show(_ id: Int64, _ kind: HistoryKind, _ reader: CatalogueReader) throws {
        let record = try reader.snapshot { try reader.collection(id, kind) }
        AlbumsCommand.show(record.map { [$0] } ?? [], reader)
    }
}
