internal import ArgumentParser
internal import Catalogue
internal import Foundation
internal import Imaging
internal import Indexing
internal import LibraryPictures
internal import PhotoModel
internal import Renditions
internal import Settings

struct ThumbnailCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumbnail",
        abstract: "Make a picture of an asset or any other file, in a given size.",
        discussion: """
            The picture is upright and in sRGB, and contains nothing of the file but the picture. For a film \
            it is a frame, for a RAW file its preview. Files are decoded in a sandbox.

            JPEG pictures of assets, up to 2,048 pixels, are kept in a cache (WebP if transparent). Its \
            directory is $HELIOGRAPH_CACHE (empty for no cache), else heliograph in $XDG_CACHE_HOME or \
            ~/.cache; for the service's catalogue it is /var/cache/heliograph, or the user's own if that is \
            not writable. It takes at most 2 GB or a twentieth of its disk; the least recently used pictures \
            go first. You can delete the directory at any time.

            Examples:
              heliograph thumbnail ~/Pictures/2023/IMG_0001.HEIC -o small.jpg
              heliograph thumbnail IMG_0001.HEIC --size 640x480 --mode fill -o cell.webp
              heliograph thumbnail film.mov --at 12.5 --size full -o frame.png
              heliograph thumbnail --album 6F0…/L0/040 --contact-sheet italy.jpg
              heliograph thumbnail IMG_0001.HEIC     # on a terminal: drawn there
              heliograph thumbnail IMG_0001.HEIC | wl-copy
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(
        help: "The asset's identifier, or the path of a file, in the library or not.",
        completion: .file()
    )
    var asset: String?

    @Option(
        help: ArgumentHelp(
            "Show all assets of this album on the contact sheet. (default: all assets)",
            valueName: "id"
        )
    )
    var album: String?

    @Option(
        help: ArgumentHelp(
            "Write a contact sheet to this file; after 48 pictures it continues in FILE-2 and so on.",
            valueName: "file"
        ),
        completion: .file()
    )
    var contactSheet: String?

    @OptionGroup var rendition: RenditionOptions

    @Flag(help: "Show the original from the camera instead of the edited version.")
    var original = false

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Write the picture to this file, replacing any but a photo; - is standard output.",
            discussion: "(default: standard output; on a terminal, draw the picture there)",
            valueName: "file"
        ),
        completion: .file()
    )
    var output: String?

    func validate() throws {
        guard (asset == nil) == (contactSheet != nil) else {
            throw ValidationError(
                asset == nil
                    ? "name an asset or a file, or add --contact-sheet FILE"
                    : "a contact sheet is of an album, not of '\(asset ?? "")'; leave out one of the two"
            )
        }
        guard contactSheet != "-" else {
            throw ValidationError(
                "a contact sheet may have several pages; name a file instead of -"
            )
        }
        guard contactSheet == nil || output == nil else {
            throw ValidationError(
                "a contact sheet is written to --contact-sheet FILE; leave out --output"
            )
        }
        try rendition.checkFormat(of: contactSheet ?? output)
        guard contactSheet != nil || album == nil else {
            throw ValidationError("--album needs --contact-sheet FILE")
        }
    }

    func run() throws {
        if let contactSheet { return try makePages(contactSheet) }
        let (source, path) = try findSource()
        guard output == nil, Terminal.isOutput else {
            let output = output ?? "-"
            if output != "-" { try checkIsNoPhoto(output, path) }
            return try OutputFile.write(Data(makeFile(source).encoded ?? []), to: output)
        }
        guard let terminal = TerminalPicture() else {
            throw ValidationError(
                "this terminal cannot show pictures; add -o FILE, or -o - for standard output"
            )
        }
        let request = rendition.request(isFilm: source.isFilm, output: nil)
        try terminal.draw(make(PictureOrder(source, terminal.request(request))))
    }

    /// Refuses to overwrite the photo itself, or any file of the library.
    func checkIsNoPhoto(_ output: String, _ path: String?) throws {
        let isThere = FileManager.default.fileExists(atPath: common.cataloguePath)
        let reader = isThere ? try common.openReader() : nil
        let roots = try reader?.snapshot { reader?.allRoots.map(\.path) } ?? []
        try OutputFile.checkIsNoPhoto(output, source: path, roots: roots)
    }

    private func makeFile(_ source: PictureSource) throws(ImagingError) -> Picture {
        let request = rendition.request(isFilm: source.isFilm, output: output)
        if case .jpeg(let quality) = request.encoding, source.content != nil {
            // The cache keeps JPEG too, unless something is transparent.
            var kept = request
            kept.encoding = .compact(quality: quality)
            let picture = try make(PictureOrder(source, kept))
            if picture.format == .jpeg { return picture }
        }
        return try make(PictureOrder(source, request))
    }

    private func make(_ order: PictureOrder) throws(ImagingError) -> Picture {
        do { return try Imager.shared(catalogue: common.cataloguePath).picture(order) } catch {
            throw ImagingError(error.code, "\(asset ?? ""): \(error)")
        }
    }

    private func findSource() throws -> (PictureSource, path: String) {
        if let found = try findAsset() {
            return (found.source, String(decoding: found.path, as: UTF8.self))
        }
        let asset = asset ?? ""
        guard FileManager.default.fileExists(atPath: asset) else {
            Exit.complain("there is neither an asset nor a file \(asset)")
            throw ExitCode(EX_NOINPUT)
        }
        let path = Paths.absolute(asset)
        let isFilm = try Explanation(path: path).mediaType == .video
        return (PictureSource(path: Array(path.utf8), isFilm: isFilm, content: nil), path)
    }

    /// Returns the picture of the asset; nil if there is no catalogue, or no such asset in it.
    private func findAsset() throws -> AssetPicture? {
        guard FileManager.default.fileExists(atPath: common.cataloguePath) else { return nil }
        let reader = try common.openReader()
        return try reader.snapshot {
            guard let record = try reader.find(asset ?? "") else { return nil }
            return try AssetPicture(of: record, original ? .original : .current, in: reader)
        }
    }
}
