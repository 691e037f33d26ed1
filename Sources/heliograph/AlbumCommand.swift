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
            afterwards.

            Examples:
              heliograph album create "Best of 2023"
              heliograph album add "Best of 2023" ~/Pictures/IMG_0001.HEIC
            """,
        subcommands: [
            Create.self, Rename.self, Delete.self, Add.self, Remove.self, Move.self,
        ]
    )

    /// Returns an album or folder of these kinds, by identifier or title.
    private static func own(
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

    private static func show(_ id: Int64, _ kind: HistoryKind, _ reader: CatalogueReader) throws {
        let record = try reader.snapshot { try reader.collection(id, kind) }
        AlbumsCommand.show(record.map { [$0] } ?? [], reader)
    }

    struct Create: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Create an album or a folder.")

        @OptionGroup var common: CommonOptions
        @Argument(help: "The title.") var title: String
        @Flag(help: "Create a folder for albums.") var folder = false
        @Option(name: .customLong("in"), help: "Put it into this folder, by identifier or title.")
        var parent: String?

        func run() throws {
            try Exit.translating {
                try common.actAsOwner()
                let reader = try common.openReader()
                let inside = try parent.map { try own($0, [.userFolder], reader).id }
                let id = try editing(common.cataloguePath) { writer in
                    try writer.addUserCollection(title, isFolder: folder, parent: inside)
                }
                try show(id, folder ? .userFolder : .userAlbum, reader)
                try noteTwin(reader)
            }
        }

        /// Titles need not be unique, but then they cannot name the album in other commands.
        private func noteTwin(_ reader: CatalogueReader) throws {
            let albums = try reader.snapshot { try reader.collections([.album, .folder]) }
            guard albums.count(where: { $0.title == Array(title.utf8) }) > 1 else { return }
            Exit.complain(
                "there was an album or folder '\(title)' already; name each by its identifier"
            )
        }
    }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change the title of an album or folder."
        )

        @OptionGroup var common: CommonOptions
        @Argument(help: "The album or folder, by identifier or title.") var album: String
        @Argument(help: "The new title.") var title: String

        func run() throws {
            try Exit.translating {
                try common.actAsOwner()
                let reader = try common.openReader()
                let record = try own(album, [.userAlbum, .userFolder], reader)
                try editing(common.cataloguePath) { writer in
                    try writer.renameUserCollection(record.id, title)
                }
                try show(record.id, record.source, reader)
            }
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete an album, or a folder with everything in it, but never an asset."
        )

        @OptionGroup var common: CommonOptions
        @Argument(help: "The album or folder, by identifier or title.") var album: String

        func run() throws {
            try Exit.translating {
                try common.actAsOwner()
                let record = try own(album, [.userAlbum, .userFolder], common.openReader())
                try editing(common.cataloguePath) { try $0.removeUserCollection(record.id) }
            }
        }
    }

    /// The album, and the assets to add, remove or move.
    struct Members: ParsableArguments {
        @OptionGroup var common: CommonOptions
        @Argument(help: "The album, by identifier or title.") var album: String
        @Argument(help: "Identifiers of assets, or paths of their files.") var assets: [String]

        /// Makes a change; `refusal` returns the reason why it is not possible for an asset in a directory's album.
        func change(
            refusal: (_ liesInIt: Bool) -> String? = { _ in nil },
            _ body: (MemberRows, [Int64]) throws -> Void
        ) throws {
            try Exit.translating {
                try common.actAsOwner()
                let reader = try common.openReader()
                let record = try own(album, [.userAlbum, .album], reader)
                var assets = try reader.find(all: assets)
                if record.source == .album {
                    for asset in assets {
                        guard let reason = refusal(asset.directory == record.id) else { continue }
                        let name = PrintableText.line(asset.file.name)
                        Exit.complain("\(name): \(reason)")
                        throw ExitCode(1)
                    }
                    assets.removeAll { $0.directory == record.id }
                }
                let ids = assets.map(\.id)
                try editing(common.cataloguePath) { writer in
                    try writer.editMembers(of: record.id) { rows in
                        try body(rows, ids)
                        return true
                    }
                }
                try show(record.id, record.source, reader)
            }
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add assets at the end; those already in the album keep their positions."
        )

        @OptionGroup var members: Members

        func run() throws {
            try members.change { try $0.append($1) }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove assets from the album, but not from the library."
        )

        @OptionGroup var members: Members

        func run() throws {
            try members.change(
                refusal: { liesInIt in
                    liesInIt
                        ? "it lies in the directory; move its file, or delete it with: "
                            + "heliograph trash" : nil
                },
                { try $0.remove($1) }
            )
        }
    }

    struct Move: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Move assets of the album together to another position."
        )

        @OptionGroup var members: Members
        @Option(help: "The position of the first of them among the other members, from 0.") var to:
            Int

        func run() throws {
            let reason = "the album of a directory is sorted by date and has no other order"
            try members.change(refusal: { _ in reason }) { rows, ids in
                let moved = try ids.filter { try rows.contains($0) }
                try rows.insert(moved, at: max(to, 0))
            }
        }
    }
}
