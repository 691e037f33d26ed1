import Foundation
import Renditions
import TestSupport
import Testing

@testable import Imaging

/// Films that are broken, or made to cost much: each ends in an error or a picture, and the imager lives.
struct HostileFilmTests {
    /// Has no deadline that a busy machine would exceed: what costs much is to end by itself.
    private static let imager: Imager = {
        var programs = Films.programs
        programs.deadline = 300_000
        return Imager(cache: nil, workers: 1, programs: programs)
    }()

    private static let subjects: [RenditionRequest.Subject] = [.frame, .embedded, .tracks, .mp4]

    /// Asks for all that can be asked of a film; those that end the imager, or take it too long.
    private static func ask(_ path: String) throws -> [String] {
        try subjects.compactMap { subject in
            do {
                var request = RenditionRequest()
                (request.subject, request.resize) = (subject, .none)
                _ = try imager.picture(PictureOrder(Films.source(path), request))
                return nil
            } catch let error as ImagingError {
                let isFault = error.description.contains("imager") || error.code != .undecodable
                return isFault || error.description.contains("given up")
                    ? "\(subject): \(error.description)" : nil
            }
        }
    }

    @Test(arguments: Effort.part(5, of: Bombs.all))
    func `a bomb costs no imager`(_ bomb: Bomb) throws {
        let folder = try FilmFolder()
        try bomb.write(to: folder.file(bomb.name))
        #expect(try Self.ask(folder.file(bomb.name)) == [])
    }

    private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let size = UInt32(content.count + 8)
        return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + Array(type.utf8)
            + content
    }

    @Test
    func `a film of a million tracks is an error`() throws {
        let folder = try FilmFolder()
        let track = Self.box("trak", Self.box("mdia", []))
        var tracks: [UInt8] = []
        tracks.reserveCapacity(track.count * 1_000_000)
        for _ in 0..<1_000_000 { tracks += track }
        let film = Self.box("ftyp", Array("qt  ".utf8) + [0, 0, 0, 0]) + Self.box("moov", tracks)
        try Data(film).write(to: URL(filePath: folder.file("film.mov")))
        #expect(try Self.ask(folder.file("film.mov")) == [])
        #expect(throws: ImagingError.self) { try Films.picture(folder.file("film.mov")) }
    }

    @Test(.enabled(if: FFmpeg.isThere, "needs ffmpeg"))
    func `a film of enormous frames says so`() throws {
        let folder = try FilmFolder()
        let path = try folder.make("film.mp4", FilmCase.h264)
        var film = try Data(contentsOf: URL(filePath: path))
        let entry = try #require(film.range(of: Data("avc1".utf8), in: 100..<film.count))
        film.replaceSubrange(
            entry.lowerBound + 28..<entry.lowerBound + 32,
            with: [255, 255, 255, 255]
        )
        try film.write(to: URL(filePath: path))
        let error = #expect(throws: ImagingError.self) { try Films.picture(path) }
        #expect(
            error?.description == "frames of 65535 × 65535 pixels are more than are decoded",
            "\(error?.description ?? "")"
        )
    }

    @Test(
        .enabled(if: FFmpeg.isThere, "needs ffmpeg"),
        arguments: ["film.mp4", "film.mkv", "film.ts", "film.avi"]
    )
    func `films that are cut, or have wrong bytes, end in a picture or an error`(name: String)
        throws
    {
        let folder = try FilmFolder()
        let seed = Effort.seed
        var random = SplitMix(state: seed)
        let codec =
            name == "film.avi" ? "-c:v mpeg4" : "-c:v libx264 -preset veryfast -pix_fmt yuv420p"
        let path = try folder.make(name, "-f lavfi -i testsrc2=s=320x180:r=25:d=1 \(codec)")
        let whole = [UInt8](try Data(contentsOf: URL(filePath: path)))
        for _ in 0..<20 {
            var film = whole
            if Bool.random(using: &random) {
                film.removeLast(Int.random(in: 0..<film.count, using: &random))
            }
            for _ in 0..<Int.random(in: 1...40, using: &random) where !film.isEmpty {
                // Headers are a small part of a film.
                let end = Bool.random(using: &random) ? film.count : min(film.count, 2_000)
                let index = Int.random(in: 0..<end, using: &random)
                film[index] = UInt8.random(in: 0...255, using: &random)
            }
            try Data(film).write(to: URL(filePath: path))
            #expect(try Self.ask(path) == [], "seed \(seed)")
        }
    }

    @Test
    func `what is no film says so`() throws {
        let folder = try FilmFolder()
        let path = folder.file("film.mp4")
        try Data("this is no film, whatever its name".utf8).write(to: URL(filePath: path))
        let error = #expect(throws: ImagingError.self) { try Films.picture(path) }
        #expect(error?.code == .undecodable)
        #expect(error?.description.hasPrefix("reading the film's headers fails") == true)
    }
}
