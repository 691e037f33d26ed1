internal import ArgumentParser
internal import Catalogue
internal import Foundation
internal import Imaging
internal import LibraryPictures
internal import PhotoModel

extension ThumbnailCommand {
    /// Writes the assets of an album, or all assets, on the pages of a contact sheet.
    func makePages(_ file: String) throws {
        let reader = try common.openReader()
        let pages = ContactSheetPages(
            reader: reader,
            imager: Imager.shared(catalogue: common.cataloguePath),
            options: rendition,
            version: original ? .original : .current
        )
        let format = rendition.format ?? PictureFormat(fileName: file) ?? .jpeg
        let encoding = format.encoding(quality: rendition.quality)
        let made = try pages.forEachPage(
            of: query(reader),
            encoding: encoding,
            onFailure: {
                Exit.complain("no picture of \(PrintableText.line($0.path)): \($1.description)")
            }
        ) { page, number in
            let output = number == 1 ? file : Self.numbered(file, number)
            try checkIsNoPhoto(output, nil)
            try OutputFile.write(page, to: output)
        }
        if made.pictures == 0 { Exit.complain("there are no assets to show; nothing was written") }
        if made.failed > 0 {
            Exit.complain("\(made.failed) of \(made.pictures) pictures could not be made")
        }
        if made.pictures == 0 || made.failed > 0 { throw ExitCode(1) }
    }

    /// Returns the query for the assets of the album, or all assets, as `assets` lists them.
    private func query(_ reader: CatalogueReader) throws -> AssetQuery {
        var query = AssetQuery()
        if let album { query = try reader.snapshot { try reader.members(of: album) } }
        query.leavesOutHidden = true
        return query
    }

    /// Returns the name of a further page: `sheet.jpg` becomes `sheet-2.jpg`.
    private static func numbered(_ file: String, _ number: Int) -> String {
        let name = file as NSString
        let ending = name.pathExtension
        let start = "\(name.deletingPathExtension)-\(number)"
        return ending.isEmpty ? start : "\(start).\(ending)"
    }
}
