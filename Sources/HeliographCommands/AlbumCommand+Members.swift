internal import ArgumentParser
internal import Catalogue
internal import PhotoModel

extension AlbumCommand {
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
