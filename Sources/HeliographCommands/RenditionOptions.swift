internal import ArgumentParser
internal import Renditions

/// The size of a picture: `256`, `640x480`, `640x`, `x480` or `full`.
struct PictureSize: ExpressibleByArgument {
    /// In pixels; 0 for no limit.
    var width = 0
    var height = 0

    private static let most = 65_500

    static let standard = PictureSize(width: 256, height: 256)

    var isFull: Bool { width == 0 && height == 0 }

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
    }

    init?(argument: String) {
        guard argument != "full" else { return }
        let parts = argument.lowercased().replacing("×", with: "x").split(
            separator: "x",
            omittingEmptySubsequences: false
        )
        let numbers = parts.map { $0.isEmpty ? 0 : Int($0) ?? -1 }
        guard (1...2).contains(numbers.count),
            numbers.allSatisfy({ (0...Self.most).contains($0) }),
            numbers.contains(where: { $0 > 0 }), let first = numbers.first,
            let last = numbers.last
        else { return nil }
        (width, height) = (first, last)
    }

    var defaultValueDescription: String {
        isFull ? "full" : width == height ? "\(width)" : "\(width)x\(height)"
    }
}

extension UnitRect: ExpressibleByArgument {
    /// Parses `0.25,0,0.5,1`: left, top, width and height, each from 0 to 1.
    package init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false)
            .compactMap { Double($0) }
        guard numbers.count == 4 else { return nil }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        // Sums such as 0.7 + 0.3 may be a little more than one.
        guard let part = clipped, abs(part.width - width) < 1e-9, abs(part.height - height) < 1e-9,
            part.x == x, part.y == y
        else { return nil }
        self = part
    }
}

extension RenditionRequest.Mode: ExpressibleByArgument {
    package init?(argument: String) {
        switch argument {
        case "fit": self = .fit
        case "fill": self = .fill
        default: return nil
        }
    }

    package var defaultValueDescription: String { "\(self)" }
}

/// A file format, by name.
enum PictureFormat: String, ExpressibleByArgument, CaseIterable {
    case jpeg, png, webp, avif

    /// Creates the format that a file's extension stands for.
    init?(fileName: String) {
        switch fileName.lowercased().split(separator: ".").last {
        case "jpg", "jpeg": self = .jpeg
        case "png": self = .png
        case "webp": self = .webp
        case "avif": self = .avif
        default: return nil
        }
    }

    func encoding(quality: Int) -> Encoding {
        switch self {
        case .jpeg: .jpeg(quality: quality)
        case .png: .png
        case .webp: .webp(quality: quality)
        case .avif: .avif(quality: quality)
        }
    }
}

/// The options of the commands that make pictures.
struct RenditionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Set the size in pixels: 256 for a square, 640x480, 640x, x480 or full; at most 65,500.",
            valueName: "size"
        )
    )
    var size = PictureSize.standard

    @Option(help: "Show the whole picture within the size (fit), or fill all of the size (fill).")
    var mode: RenditionRequest.Mode = .fit

    @Flag(help: "Meet the size exactly: crop any excess, and enlarge smaller pictures.")
    var exact = false

    @Option(
        help: ArgumentHelp(
            "Show only this part of the picture: left, top, width and height, each from 0 to 1.",
            valueName: "x,y,w,h"
        )
    )
    var crop: UnitRect?

    @Option(
        help:
            "Write this file format: jpeg, png, webp or avif. (default: the output's extension, else jpeg)"
    )
    var format: PictureFormat?

    @Option(help: "Set the quality, from 1 to 100; ignored for png.")
    var quality = 82

    @Option(
        help: ArgumentHelp(
            "Show the frame of a film at this many seconds from its start. (default: the first worth showing)",
            valueName: "seconds"
        )
    )
    var at: Double?

    mutating func validate() throws {
        guard (1...100).contains(quality) else {
            throw ValidationError("--quality takes a number from 1 to 100, not \(quality)")
        }
        if let at, !(at.isFinite && at >= 0) {
            throw ValidationError("--at takes a number of seconds from the start, not \(at)")
        }
    }

    /// Refuses an output file with the extension of an unsupported format, unless a format is named.
    func checkFormat(of output: String?) throws {
        guard let output, format == nil, PictureFormat(fileName: output) == nil else { return }
        let name = output.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return }
        throw ValidationError(
            "\(name[dot...]) files cannot be written; name a .jpg, .png, .webp or .avif file, or add --format"
        )
    }

    /// Returns the request for a picture, or for a frame of a film.
    func request(isFilm: Bool, output: String?) -> RenditionRequest {
        var request = RenditionRequest()
        request.subject = isFilm ? .frame : .picture
        (request.width, request.height) = (size.width, size.height)
        request.mode = mode
        request.resize = size.isFull ? .none : exact || crop != nil ? .exact : .fast
        (request.crop, request.time) = (crop, isFilm ? at : nil)
        request.wantsPixels = false
        let chosen = format ?? output.flatMap(PictureFormat.init(fileName:))
        request.encoding = chosen?.encoding(quality: quality) ?? .compact(quality: quality)
        return request
    }
}
