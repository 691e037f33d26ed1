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
        abstract: "Make a picture of an asset or of any file, in the size asked for.",
        discussion: """
            It is right way up and in sRGB, and holds nothing of the file but the picture. Of a film it \
            is a frame, of a RAW file its preview. Files are decoded in a sandbox. JPEG files of at most \
            2,048 pixels that are made of assets are kept in the cache (of transparent pictures WebP \
            files): in the directory that $HELIOGRAPH_CACHE names (empty for none), else in \
            heliograph in $XDG_CACHE_HOME or ~/.cache; for the service's catalogue in \
            /var/cache/heliograph, and where that may not be written in one's own. The directory may be \
            removed at any time. It takes at most 2 GB, or a twentieth of its disk; what was not used \
            for longest goes first.

            Examples:
              heliograph thumbnail ~/Pictures/2023/IMG_0001.HEIC -o small.jpg
              heliograph thumbnail B84E8479-475C-4727-A4A4-B77AA9980897/L0/001 --size 640x480 --mode fill --exact -o cell.webp
              heliograph thumbnail film.mov --at 12.5 --size full -o frame.png
              heliograph thumbnail --album 6F0…/L0/040 --contact-sheet italy.jpg
              heliograph thumbnail IMG_0001.HEIC --size full     # on a terminal: drawn there
              heliograph thumbnail IMG_0001.HEIC | wl-copy
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(
        help: "An asset's identifier, or the path of a file, in the library or not.",
        completion: .file()
    )
    var asset: String?

    @Option(
        help: ArgumentHelp(
            "Instead of one asset all of an album, on a contact sheet.",
            valueName: "id"
        )
    )
    var album: String?

    @Option(
        help: ArgumentHelp(
            "Where the page goes; more than 48 pictures go on to FILE-2 and so on. Without --album all assets.",
            valueName: "file"
        ),
        completion: .file()
    )
    var contactSheet: String?

    @OptionGroup var rendition: RenditionOptions

    @Flag(help: "Show what came from the camera, not what became of it by editing.")
    var original = false

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Where the picture goes: a file, which is replaced unless it is a photo, or - for standard output.",
            discussion: "Default: standard output, and a terminal is drawn on.",
            valueName: "file"
        ),
        completion: .file()
    )
    var output: String?

    func validate() throws {
        guard (asset == nil) == (contactSheet != nil) else {
            throw ValidationError(
                asset == nil
                    ? "name an asset or a file, or say --contact-sheet FILE"
                    : "a contact sheet is of an album, not of '\(asset ?? "")'; leave one of the two away"
            )
        }
        guard contactSheet != "-" else {
            throw ValidationError(
                "a contact sheet may have several pages; name a file for the first"
            )
        }
        guard contactSheet == nil || output == nil else {
            throw ValidationError(
                "a contact sheet goes to --contact-sheet FILE; leave --output away"
            )
        }
        try rendition.checkFormat(of: contactSheet ?? output)
        guard contactSheet != nil || album == nil else {
            throw ValidationError("--album goes with --contact-sheet FILE")
        }
    }

    func run() throws {
        try Exit.translating {
            if let contactSheet { return try makePages(contactSheet) }
            let (source, path) = try findSource()
            guard output == nil, Terminal.isOutput else {
                let output = output ?? "-"
                if output != "-" { try checkIsNoPhoto(output, path) }
                return try OutputFile.write(Data(makeFile(source).encoded ?? []), to: output)
            }
            guard let terminal = TerminalPicture() else {
                throw ValidationError(
                    "this terminal shows no pictures; say where it goes: -o FILE, or -o - for standard output"
                )
            }
            let request = rendition.request(isFilm: source.isFilm, output: nil)
            try terminal.draw(make(PictureOrder(source, terminal.request(request))))
        }
    }

    /// Refuses to write over the photo itself, and over any other.
    func checkIsNoPhoto(_ output: String, _ path: String?) throws {
        let isThere = FileManager.default.fileExists(atPath: common.cataloguePath)
        let reader = isThere ? try common.openReader() : nil
        let roots = try reader?.snapshot { reader?.allRoots.map(\.path) } ?? []
        try OutputFile.checkIsNoPhoto(output, source: path, roots: roots)
    }

    private func makeFile(_ source: PictureSource) throws(ImagingError) -> Picture {
        let request = rendition.request(isFilm: source.isFilm, output: output)
        if case .jpeg(let quality) = request.encoding, source.content != nil {
            // What the cache keeps is JPEG too, unless something is transparent.
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

    /// The asset in the catalogue, if there is one of either.
    private func findAsset() throws -> AssetPicture? {
        guard FileManager.default.fileExists(atPath: common.cataloguePath) else { return nil }
        let reader = try common.openReader()
        return try reader.snapshot {
            guard let record = try reader.find(asset ?? "") else { return nil }
            return try AssetPicture(of: record, original ? .original : .current, in: reader)
        }
    }
}
