import Foundation
import Renditions
import TestSupport
import Testing

@testable import Imaging

/// An imager of its own, asked one thing after another.
final class Studio {
    private let process: ImagerProcess

    init(_ arguments: [String] = []) {
        setenv("HELIOGRAPH_TEST_MISBEHAVIOUR", "1", 1)
        let products = Bundle.main.executableURL?.deletingLastPathComponent().path ?? "."
        process = ImagerProcess(products + "/heliograph-imager", arguments)
    }

    /// The parts of the sandbox that are not in force.
    var missingSandbox: String { process.missingSandbox ?? "it did not start" }

    func make(
        _ file: [UInt8],
        name: String = "a",
        _ change: (inout RenditionRequest) -> Void = { _ in }
    ) -> ImagerProcess.Outcome {
        make(PictureSource(memory: file).open(), name, change)
    }

    /// Of a file on disk.
    func make(
        _ path: String,
        _ change: (inout RenditionRequest) -> Void
    ) -> ImagerProcess.Outcome {
        make(open(path, O_RDONLY | O_CLOEXEC), path, change)
    }

    private func make(
        _ descriptor: Int32,
        _ name: String,
        _ change: (inout RenditionRequest) -> Void
    ) -> ImagerProcess.Outcome {
        defer { close(descriptor) }
        var request = RenditionRequest()
        change(&request)
        // So long that no busy machine makes a failure of it; what hangs is ended by its own limit of processor time.
        return process.make(request, Array(name.utf8), descriptor, deadline: 600_000)
    }

    func picture(
        _ file: [UInt8],
        name: String = "a",
        _ change: (inout RenditionRequest) -> Void = { _ in }
    ) throws -> Picture {
        switch make(file, name: name, change) {
        case .made(let picture): return picture
        case let other: throw Unexpected(outcome: "\(other)")
        }
    }

    /// Why there is no picture.
    func reason(
        _ file: [UInt8],
        name: String = "a",
        _ change: (inout RenditionRequest) -> Void = { _ in }
    ) -> String {
        switch make(file, name: name, change) {
        case .failed(let reason): reason
        case let other: "\(other)"
        }
    }

    /// A file with these pixels.
    func file(_ drawing: Drawing, _ encoding: Encoding) throws -> [UInt8] {
        let picture = try picture(drawing.pixels) { request in
            (request.subject, request.encoding) = (.pixels, encoding)
            (request.width, request.height) = (drawing.width, drawing.height)
            request.wantsPixels = false
        }
        return try #require(picture.encoded)
    }
}

struct Unexpected: Error, CustomStringConvertible {
    let outcome: String
    var description: String { outcome }
}

/// Pixels of a few colours.
struct Drawing {
    let width: Int
    let height: Int
    let pixels: [UInt8]

    init(_ width: Int, _ height: Int, _ colour: (Int, Int) -> Colour) {
        (self.width, self.height) = (width, height)
        pixels = (0..<height).flatMap { y in
            (0..<width).flatMap { x in colour(x, y).bytes }
        }
    }

    /// Red and green above blue and white.
    static func quarters(_ width: Int, _ height: Int) -> Drawing {
        Drawing(width, height) { x, y in
            let isRight = x >= width / 2
            return y >= height / 2 ? (isRight ? .white : .blue) : (isRight ? .green : .red)
        }
    }
}

enum Colour: Character {
    case red = "R", green = "G", blue = "B", white = "W", black = "K", clear = "-"

    var bytes: [UInt8] {
        switch self {
        case .red: [255, 0, 0, 255]
        case .green: [0, 255, 0, 255]
        case .blue: [0, 0, 255, 255]
        case .white: [255, 255, 255, 255]
        case .black: [0, 0, 0, 255]
        case .clear: [0, 0, 0, 0]
        }
    }

    /// The colour that a pixel is near to.
    init?(near pixel: ArraySlice<UInt8>) {
        let rounded = pixel.map { $0 < 60 ? UInt8(0) : $0 > 195 ? 255 : 128 }
        let all: [Colour] = [.red, .green, .blue, .white, .black, .clear]
        guard let found = all.first(where: { $0.bytes == rounded }) else { return nil }
        self = found
    }
}

extension Picture {
    /// The colours in the middle of the quarters: `RG/BW`.
    var quarters: String {
        let places = [(1, 1), (3, 1), (1, 3), (3, 3)]
        let letters = places.map { x, y -> Character in
            let at = (height * y / 4 * width + width * x / 4) * 4
            guard let pixels, pixels.count >= at + 4 else { return " " }
            return Colour(near: pixels[at..<at + 4])?.rawValue ?? "?"
        }
        return "\(letters[0])\(letters[1])/\(letters[2])\(letters[3])"
    }
}
