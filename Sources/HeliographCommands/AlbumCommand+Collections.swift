internal import ArgumentParser
internal import Catalogue
internal import PhotoModel

extension AlbumCommand {
    struct Create: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Create an album or a folder.")

        @OptionGroup var common: CommonOptions
        @Argument(help: "The title.", transform: AlbumCommand.title) var title: String
        @Flag(help: "Create a folder for albums.") var folder = false
        @Option(name: .customLong("in"), help: "Put it into this folder, by identifier or title.")
        var parent: String?

        func run() throws {
            try common.actAsOwner()
            let reader = try common.openReader()
            let inside = try parent.map { try own($0, [.userFolder], reader).id }
            let id = try editing(common.cataloguePath) { writer in
                try writer.addUserCollection(title, isFolder: folder, parent: inside)
            }
            try show(id, folder ? .userFolder : .userAlbum, reader)
            try noteTwin(reader)
        }

        /// Titles need not be unique, but then they cannot name the album in other commands.
        private func noteTwin(_ reader: CatalogueReader) throws {
            let albums = try reader.snapshot {
                try reader.collections([.album, .folder, .smartAlbum])
            }
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
        @Argument(help: "The new title.", transform: AlbumCommand.title) var title: String

        func run() throws {
            try common.actAsOwner()
            let reader = try common.openReader()
            let record = try own(album, [.userAlbum, .userFolder], reader)
            try editing(common.cataloguePath) { writer in
                try writer.renameUserCollection(record.id, title)
            }
            try show(record.id, record.source, reader)
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete an album, or a folder with everything in it, but never an asset."
        )

        @OptionGroup var common: CommonOptions
        @Argument(help: "The album or folder, by identifier or title.") var album: String

        func run() throws {
            try common.actAsOwner()
            let record = try own(album, [.userAlbum, .userFolder], common.openReader())
            try editing(common.cataloguePath) { try $0.removeUserCollection(record.id) }
        }
    }
}
