internal import ArgumentParser
internal import Catalogue
internal import ChangeFeed
internal import Foundation
internal import LibraryFiles

struct TrashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trash",
        abstract: "Delete assets: move their files to the trash of their file system.",
        discussion: """
            All files of an asset go together, and come back together with `heliograph restore`, with \
            everything the catalogue said of them. The trash is the one that file managers show. Either \
            all assets named are deleted or none. An indexer may be running; in a library that is \
            read-only nothing is deleted, and never a file that took the place of the one the library knows.

            Examples:
              heliograph trash ~/Pictures/IMG_0001.HEIC
              heliograph assets --where "trashed == YES"
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "Identifiers of assets, or paths of their files.")
    var assets: [String]

    func run() throws {
        try Exit.translating {
            try common.actAsOwner()
            try saying("nothing was deleted") {
                let reader = try common.openReader()
                let find = { try reader.find(all: assets).map(\.id) }
                let ids = try changingFiles(common.cataloguePath, find) { try $0.trash($1) }
                // A program finds them by what it has named, and in the feed.
                if Terminal.isOutput { try reader.show(ids) }
            }
        }
    }
}

struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring deleted assets back from the trash to where they were.",
        discussion: """
            Should their directory be gone, it is made again; should another file have taken their name, \
            they get one with a number. The assets are printed as they are then. Either all assets named \
            come back or none.

            Examples:
              heliograph restore ~/Pictures/IMG_0001.HEIC
              heliograph restore B84E8479-475C-4727-A4A4-B77AA9980897/L0/001
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "Identifiers of deleted assets, or paths their files had.")
    var assets: [String]

    func run() throws {
        try Exit.translating {
            try common.actAsOwner()
            let (reader, ids) = try saying("nothing was restored") {
                let reader = try common.openReader()
                let find = { FileTransaction.once(try reader.findTrashed(all: assets).map(\.id)) }
                let ids = try changingFiles(common.cataloguePath, find) { try $0.restore($1) }
                return (reader, ids)
            }
            try reader.show(ids)
        }
    }
}

/// Says first, where a disk is full, what was not done: who wanted to make room would look for it.
private func saying<Result>(_ outcome: String, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as CatalogueError where error.code == .diskFull {
        throw CatalogueError(.diskFull, "\(outcome): \(error.message)")
    } catch let error as LibraryFileError where error.code == .diskFull {
        throw LibraryFileError(.diskFull, "\(outcome): \(error.message)")
    }
}

/// A change of the library's files made by a command beside the indexer, all of it or nothing.
///
/// `find`: Returns the assets it is about; called when what killed programs had begun is ended, which may bring some
/// back.
/// Returns those assets.
private func changingFiles(
    _ catalogue: String,
    _ find: () throws -> [Int64],
    _ body: (FileTransaction, [Int64]) throws -> Void
) throws -> [Int64] {
    let writer = try CatalogueWriter(path: catalogue, as: .editor)
    let files = try FileTransaction(writer, warn: Exit.complain)
    return try files.commit {
        let assets = try find()
        try body(files, assets)
        return assets
    }
}
