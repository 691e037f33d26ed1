internal import ArgumentParser
internal import Catalogue
internal import Foundation
internal import Indexing
internal import LibraryFiles
internal import PhotoModel
internal import Settings

struct RootsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "roots",
        abstract: "List the library's folders, give one another path, or forget one.",
        subcommands: [List.self, Move.self, Remove.self],
        defaultSubcommand: List.self
    )

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the library's folders.")

        @OptionGroup var common: CommonOptions

        func run() throws {
            try Exit.translating {
                try common.actAsOwner()
                let reader = try common.openReader()
                let roots = try reader.snapshot { reader.allRoots }
                if Terminal.isOutput {
                    var table = Table(["state", "path"])
                    for root in roots {
                        table.add([root.state.name, PrintableText.line(root.path)])
                    }
                    table.show()
                } else {
                    for root in roots { print(StatusCommand.json(root)) }
                }
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forget a folder and its assets; nothing on disk is touched.",
            discussion: """
                The indexer must not be running.

                A photo of which another folder of the library has a copy, with the same time and nothing done to it yet, goes on as
                that, with its identifier, edits and albums. What is forgotten can come back as long as `history` reaches.

                Example:
                  heliograph roots remove /srv/photos
                """
        )

        @OptionGroup var common: CommonOptions

        @Argument(help: "The folder, as `heliograph roots` shows it.", completion: .directory)
        var folder: String

        @Flag(help: "Forget the folder's deleted photos too; their files stay in the trash.")
        var forgetTrash = false

        func run() throws {
            try Exit.translating {
                let writer = try common.openWriter()
                let root = try common.root(folder, in: writer)
                var outcome = RootRemoval.Outcome()
                try writer.write {
                    // What was begun in the folder cannot be ended once it is none of the library's.
                    var journals = JournalLookout(warn: Exit.complain)
                    try journals.recoverNow(writer)
                    let removal = RootRemoval(root, writer)
                    if !forgetTrash { try refuse(toForget: removal.trashed()) }
                    outcome = try removal.run()
                }
                try writer.commit()
                tell(outcome)
            }
        }

        private func refuse(toForget trashed: Int) throws {
            guard trashed > 0 else { return }
            throw IndexingError(
                .inTrash,
                "\(Quantity(trashed, "file")) from \(folder) in the trash would not be known any more; restore "
                    + "what is wanted, listed by: heliograph assets --where 'trashed == YES', or add --forget-trash"
            )
        }

        private func tell(_ outcome: RootRemoval.Outcome) {
            if Terminal.isOutput {
                print(
                    "\(Quantity(outcome.removed, "asset")) removed; \(outcome.moved) moved, to copies in other folders"
                )
            } else {
                print("{\"removed\":\(outcome.removed),\"moved\":\(outcome.moved)}")
            }
        }
    }
}

extension CommonOptions {
    /// Opens the catalogue to be written, of which no indexer may be running.
    func openWriter() throws -> CatalogueWriter {
        try actAsOwner()
        try CatalogueFile.refuseMissing(cataloguePath)
        return try CatalogueWriter(path: cataloguePath)
    }

    /// The library's folder that an argument names.
    func root(_ folder: String, in writer: CatalogueWriter) throws -> RootRecord {
        let path = Array(Paths.absolute(folder).utf8)
        let root = writer.roots.values.first { $0.path == path || $0.path + [0x2F] == path }
        guard let root else {
            throw IndexingError(
                .folderMissing,
                "\(folder) is none of the library's folders; list them with: heliograph roots"
                    + CatalogueLocation.option(cataloguePath)
            )
        }
        return root
    }
}
