internal import ArgumentParser
internal import Catalogue
internal import Indexing
internal import Kernel
internal import LibraryFiles
internal import PhotoModel
internal import Settings

extension RootsCommand {
    struct Move: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change the path of a folder whose files you moved or copied.",
            discussion: """
                The indexer must not be running. Nothing on disk is touched: first move or copy the files with \
                their times, as mv, cp -a and rsync -a do. Photos, albums and folders keep their identifiers, \
                and photos their edits; readers of the feed get a `moved` line for each. Afterwards, name the \
                new path in the configuration file if that names the old one.

                The old path need not exist: on another machine, restore a backup of the catalogue first.

                Examples:
                  mv /srv/photos /mnt/big/photos     # or: rsync -a /srv/photos/ /mnt/big/photos/
                  heliograph roots move /srv/photos /mnt/big/photos
                """
        )

        @OptionGroup var common: CommonOptions

        @Argument(help: "The folder, as `heliograph roots` lists it.", completion: .directory)
        var folder: String

        @Argument(help: "The path where its files are now.", completion: .directory)
        var path: String

        @Flag(
            help: "Continue even if files are missing; the next index removes their photos."
        )
        var incomplete = false

        func run() throws {
            let writer = try common.openWriter()
            let root = try common.root(folder, in: writer)
            let path = try Paths.root(path, catalogue: common.cataloguePath)
            let others = writer.roots.values.map(\.path).filter { $0 != root.path }
            try refuse(path, beside: others)
            let files = LinuxFileSystem.shared
            var survey = RootMove.Survey()
            try writer.write {
                var journals = JournalLookout(warn: Exit.complain)
                try journals.recoverNow(writer)
                let move = RootMove(root, to: path, writer, files)
                survey = try move.survey()
                if !incomplete { try refuse(survey, at: path) }
                if path != root.path { try move.run(time: SystemClock.shared) }
            }
            try writer.commit()
            tell(survey, path)
        }

        private func refuse(_ path: [UInt8], beside others: [[UInt8]]) throws {
            guard !others.contains(path) else {
                let root = ShellWord.quoted(Paths.absolute(folder))
                throw IndexingError(
                    .overlappingRoots,
                    "\(PrintableText.line(path)) is another folder of the library; to let the photos of \(folder) "
                        + "continue as their copies there, run: heliograph roots remove \(root)"
                        + CatalogueLocation.option(common.cataloguePath)
                )
            }
            try Indexer.refuseOverlaps([path], known: others)
        }

        private func refuse(_ survey: RootMove.Survey, at path: [UInt8]) throws {
            guard survey.missing > 0 else { return }
            let examples = survey.examples.map { PrintableText.line($0) }.joined(separator: ", ")
            let all = survey.found + survey.missing
            throw IndexingError(
                .folderMissing,
                "\(survey.missing) of \(Quantity(all, "file")) are not in \(PrintableText.line(path)), such as "
                    + "\(examples); move or copy them there, or add --incomplete"
            )
        }

        private func tell(_ survey: RootMove.Survey, _ path: [UInt8]) {
            guard Terminal.isOutput else {
                let root = StatusCommand.quoted(String(decoding: path, as: UTF8.self))
                print("{\"root\":\(root),\"found\":\(survey.found),\"missing\":\(survey.missing)}")
                return
            }
            print(
                "\(folder) is now \(PrintableText.line(path)), with \(Quantity(survey.found, "file")); "
                    + "name the new path in the configuration file, then start the indexer"
            )
        }
    }
}
