internal import ArgumentParser
internal import Renditions

/// How large a picture is to be: `256`, `640x480`, `640x`, `x480` or `full`.
struct PictureSize: ExpressibleByArgument {
    /// In pixels; 0 for as many as there are.
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
    /// `0.25,0,0.5,1`: from the left, from the top, the width and the height, each of 0 to 1.
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

/// A file format by its name.
enum PictureFormat: String, ExpressibleByArgument, CaseIterable {
    case jpeg, png, webp, avif

    /// The format that a file's name ends with.
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

/// What the commands take that make pictures.
struct RenditionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Pixels, at most 65,500: 256 for a square that the picture lies in, 640x480, 640x, x480, or full.",
            valueName: "size"
        )
    )
    var size = PictureSize.standard

    @Option(help: "Whether all of the picture is seen (fit) or all of the size filled (fill).")
    var mode: RenditionRequest.Mode = .fit

    @Flag(help: "Meet the size to the pixel: cut what is too much, enlarge what is too small.")
    var exact = false

    @Option(
        help: ArgumentHelp(
            "The part wanted, which lies in the picture: left, top, width and height, 1 for all of it.",
            valueName: "x,y,w,h"
        )
    )
    var crop: UnitRect?

    @Option(
        help:
            "The file format: jpeg, png, webp or avif (default: what the output's name ends with, else jpeg)."
    )
    var format: PictureFormat?

    @Option(help: "How well it is kept, of 1 to 100; for png without meaning.")
    var quality = 82

    @Option(
        help: ArgumentHelp(
            "The frame of a film, in seconds from its beginning (default: the first worth showing).",
            valueName: "seconds"
        )
    )
    var at: Double?

    mutating func validate() throws {
        guard (1...100).contains(quality) else {
            throw ValidationError("--quality takes a number of 1 to 100, not \(quality)")
        }
        if let at, !(at.isFinite && at >= 0) {
            throw ValidationError("--at takes seconds from the beginning, not \(at)")
        }
    }

    /// Refuses a file whose name ends like those of formats that are not written, unless a format is named.
    func checkFormat(of output: String?) throws {
        guard let output, format == nil, PictureFormat(fileName: output) == nil else { return }
        let name = output.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return }
        throw ValidationError(
            "files that end with \(name[dot...]) are not written; name a .jpg, .png, .webp or .avif file, or say --format"
        )
    }

    /// What is asked of a picture, or of a film.
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
