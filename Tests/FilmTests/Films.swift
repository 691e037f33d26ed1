import Foundation
import Renditions
import Synchronization
import TestSupport
import Testing

@testable import Imaging

/// A folder for the films of one test, which goes with it.
final class FilmFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// Has ffmpeg make a film of that name, by which it knows the container too; the arguments are what else it is
    /// told.
    func make(_ name: String, _ arguments: String) throws -> String {
        let words = arguments.split(separator: " ").map(String.init)
        _ = try FFmpeg.run(["-y"] + words + [file(name)])
        return file(name)
    }
}

/// The program that many films are made with, and compared to.
enum FFmpeg {
    static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/ffmpeg")

    /// Runs it; what it writes to its standard output.
    static func run(_ arguments: [String]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/ffmpeg")
        process.arguments = ["-v", "error", "-nostdin"] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "ffmpeg \(arguments)")
        return Array(bytes)
    }

    /// The pixels of the frame at a time, red, green and blue.
    static func frame(_ path: String, at time: Double, _ width: Int, _ height: Int) throws
        -> [UInt8]
    {
        let scaling = "scale=\(width):\(height):flags=area+accurate_rnd+full_chroma_int"
        return try run(
            (time > 0 ? ["-ss", "\(time)"] : [])
                + ["-i", path, "-map", "0:v:0", "-frames:v", "1", "-vf", scaling]
                + ["-pix_fmt", "rgb24", "-f", "rawvideo", "-"]
        )
    }

    /// A number for all of the frames that a film's first picture track has.
    static func checksum(_ path: String) throws -> String {
        let bytes = try run(["-i", path, "-map", "0:v:0", "-f", "md5", "-"])
        return String(decoding: bytes, as: UTF8.self)
    }
}

enum Films {
    static let imager = Imager(cache: nil, workers: 1, programs: programs)

    static var programs: ImagerPrograms {
        var programs = ImagerPrograms()
        let products = Bundle.main.executableURL?.deletingLastPathComponent().path ?? "."
        programs.films = products + "/heliograph-film-imager"
        return programs
    }

    static func source(_ path: String) -> PictureSource {
        let name = URL(filePath: path).lastPathComponent
        var source = PictureSource(name: Array(name.utf8), content: nil) {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            return descriptor < 0 ? -errno : descriptor
        }
        source.isFilm = true
        return source
    }

    /// Makes a picture of a film, no side of it longer than asked for.
    static func picture(
        _ path: String,
        _ size: Int = 0,
        change: (inout RenditionRequest) -> Void = { _ in }
    ) throws -> Picture {
        var request = RenditionRequest()
        (request.subject, request.width, request.height) = (.frame, size, size)
        change(&request)
        return try imager.picture(PictureOrder(source(path), request))
    }
}

extension Picture {
    var size: [Int] { [width, height] }
    var sourceSize: [Int] { [sourceWidth, sourceHeight] }

    /// How far the colours are from others on average, of 255; nil when there are not as many.
    func difference(_ others: [UInt8]) -> Double? {
        guard let pixels, others.count / 3 == pixels.count / 4 else { return nil }
        var sum = 0
        for index in 0..<others.count / 3 {
            for channel in 0..<3 {
                sum += abs(Int(pixels[4 * index + channel]) - Int(others[3 * index + channel]))
            }
        }
        return Double(sum) / Double(others.count)
    }

    /// Red, green, blue and alpha at a place.
    func colour(_ x: Int, _ y: Int) -> [UInt8]? {
        pixels.map { Array($0[4 * (y * width + x)..<4 * (y * width + x) + 4]) }
    }
}
