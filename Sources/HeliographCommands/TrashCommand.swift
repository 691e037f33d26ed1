internal import ArgumentParser
internal import Catalogue
internal import ChangeFeed
internal import Foundation
internal import LibraryFiles

struct TrashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trash",
        abstract: "Delete assets by moving their files to the trash of their file system.",
        discussion: """
            All files of an asset are moved together, to the trash that file managers show, and can be \
            brought back by `heliograph restore`, with everything the catalogue said about them. Either all \
            named assets are deleted or none. Prints the assets as they are afterwards. An indexer may be running. Nothing is deleted in a read-only \
            library, nor is a file that replaced the one the catalogue knows.

            Examples:
              heliograph trash ~/Pictures/IMG_0001.HEIC
              heliograph assets --where "trashed == YES"
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "Identifiers of assets, or paths of their files.")
    var assets: [String]

    func run() throws {
        try common.actAsOwner()
        try saying("nothing was deleted") {
            let reader = try common.openReader()
            let find = { try reader.find(all: assets).map(\.id) }
            let ids = try changingFiles(common.cataloguePath, find) { try $0.trash($1) }
            try reader.show(ids)
        }
    }
}

struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Move deleted assets from the trash back to where they were.",
        discussion: """
            A directory that no longer exists is made again. If another file has taken a name, a number is \
            added. Either all named assets are restored or none. Prints the assets as they are afterwards.

            Examples:
              heliograph restore ~/Pictures/IMG_0001.HEIC
              heliograph restore B84E8479-475C-4727-A4A4-B77AA9980897/L0/001
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "Identifiers of deleted assets, or former paths of their files.")
    var assets: [String]

    func run() throws {
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

/// Begins the error of a full disk with what was not done, for users who delete to make room.
private func saying<Result>(_ outcome: String, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as CatalogueError where error.code == .diskFull {
        throw CatalogueError(.diskFull, "\(outcome): \(error.message)")
    } catch let error as LibraryFileError where error.code == .diskFull {
        throw LibraryFileError(.diskFull, "\(outcome): \(error.message)")
    }
}

/// Changes files of the library in one transaction, while an indexer may be running.
///
/// `find`: Returns the assets to change; called after unfinished changes of killed programs were completed or undone,
/// which may bring some assets back.
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
