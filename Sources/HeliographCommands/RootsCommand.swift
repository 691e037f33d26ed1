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
        abstract: "List the library's folders, change the path of one, or forget one.",
        subcommands: [List.self, Move.self, Remove.self],
        defaultSubcommand: List.self
    )

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the library's folders.")

        @OptionGroup var common: CommonOptions

        func run() throws {
            try common.actAsOwner()
            let reader = try common.openReader()
            let roots = try reader.snapshot { reader.allRoots }
            if Terminal.isOutput {
                var table = Table(["state", "path"])
                for root in roots {
                    let state = root.isThere ? root.state.name : "not there"
                    table.add([state, PrintableText.line(root.path)])
                }
                table.show()
            } else {
                for root in roots { print(json(root)) }
            }
        }

        private func json(_ root: RootRecord) -> String {
            var root = root
            let isThere = root.isThere
            if !isThere {
                (root.state, root.reason) = (.offline, .unmounted)
                root.detail = "there is no such directory on this machine"
            }
            return "\(StatusCommand.json(root).dropLast()),\"exists\":\(isThere)}"
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Forget a folder and its assets, without touching anything on disk.",
            discussion: """
                The indexer must not be running.

                If another folder of the library has a later copy of a photo, with the same time and not yet \
                edited or added to an album, the photo continues as that copy, with its identifier, edits \
                and albums. Forgotten photos can come back for as long as `history` keeps them.

                Example:
                  heliograph roots remove /srv/photos
                """
        )

        @OptionGroup var common: CommonOptions

        @Argument(help: "The folder, as `heliograph roots` lists it.", completion: .directory)
        var folder: String

        @Flag(help: "Also forget the folder's deleted photos; their files stay in the trash.")
        var forgetTrash = false

        func run() throws {
            let writer = try common.openWriter()
            let root = try common.root(folder, in: writer)
            var outcome = RootRemoval.Outcome()
            try writer.write {
                // Unfinished changes of files in the folder cannot be completed once it is removed.
                var journals = JournalLookout(warn: Exit.complain)
                try journals.recoverNow(writer)
                let removal = RootRemoval(root, writer)
                if !forgetTrash { try refuse(toForget: removal.trashed()) }
                outcome = try removal.run()
            }
            try writer.commit()
            tell(outcome, root)
        }

        private func refuse(toForget trashed: Int) throws {
            guard trashed > 0 else { return }
            throw IndexingError(
                .inTrash,
                "\(Quantity(trashed, "file")) from \(folder) in the trash would be forgotten; restore those to "
                    + "keep, listed by: heliograph assets --where 'trashed == YES', or add --forget-trash"
            )
        }

        private func tell(_ outcome: RootRemoval.Outcome, _ root: RootRecord) {
            if Terminal.isOutput {
                print(
                    "\(Quantity(outcome.removed, "asset")) removed, \(outcome.moved) moved to copies in other folders"
                )
            } else {
                let path = StatusCommand.quoted(String(decoding: root.path, as: UTF8.self))
                print(
                    """
                    {"root":\(path),"removed":\(outcome.removed),"moved":\(outcome.moved)}
                    """
                )
            }
        }
    }
}

extension CommonOptions {
    /// Opens the catalogue for writing; throws while an indexer is running.
    func openWriter() throws -> CatalogueWriter {
        try actAsOwner()
        try CatalogueFile.refuseMissing(cataloguePath)
        return try CatalogueWriter(path: cataloguePath)
    }

    /// Returns the library's folder that an argument names.
    func root(_ folder: String, in writer: CatalogueWriter) throws -> RootRecord {
        let path = Array(Paths.absolute(folder).utf8)
        let root = writer.roots.values.first { $0.path == path || $0.path + [0x2F] == path }
        guard let root else {
            throw IndexingError(
                .folderMissing,
                "\(folder) is not a folder of the library; list them with: heliograph roots"
                    + CatalogueLocation.option(cataloguePath)
            )
        }
        return root
    }
}
