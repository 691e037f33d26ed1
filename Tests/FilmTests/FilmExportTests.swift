import Foundation
import Renditions
import TestSupport
import Testing

@testable import Imaging

/// Films put into another container.
struct FilmExportTests {
    private static func export(_ film: String, as container: FilmContainer, to path: String)
        -> FilmExport
    {
        FilmExport(Films.source(film), as: container, to: path, programs: Films.programs)
    }

    /// The names of the boxes that a film is made of.
    private static func boxes(_ path: String) throws -> [String] {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        var (names, next): ([String], Int) = ([], 0)
        while next + 8 <= bytes.count {
            let size = bytes[next..<next + 4].reduce(0) { $0 << 8 | Int($1) }
            names.append(String(decoding: bytes[next + 4..<next + 8], as: UTF8.self))
            try #require(size >= 8, "a box of \(size) bytes")
            next += size
        }
        #expect(next == bytes.count)
        return names
    }

    @Test(
        .enabled(if: FFmpeg.isThere, "needs ffmpeg"),
        arguments: Effort.part(2, of: ["film.mp4", "film.mov", "film.mkv", "film.ts", "film.avi"]),
        [FilmContainer.mp4, .quickTime]
    )
    func `a film has the same frames in another container, its headers first`(
        name: String,
        container: FilmContainer
    ) throws {
        let folder = try FilmFolder()
        let codecs =
            name == "film.avi"
            ? "-c:v mjpeg -q:v 3 -c:a mp3" : "-c:v libx264 -preset veryfast -c:a aac"
        let film = try folder.make(
            name,
            "-f lavfi -i testsrc2=s=640x360:r=25:d=3 -f lavfi -i sine=d=3 "
                + "-pix_fmt yuv420p \(codecs)"
        )
        let path = folder.file("new")
        let export = Self.export(film, as: container, to: path)
        #expect(export.progress == 0)
        try export.run()
        #expect(export.progress == 1)
        #expect(try FFmpeg.checksum(path) == FFmpeg.checksum(film))
        #expect(try folder.names() == [name, "new"])
        let isCopy = name == (container == .mp4 ? "film.mp4" : "film.mov")
        if isCopy {
            let contents = try [film, path].map { try Data(contentsOf: URL(filePath: $0)) }
            #expect(contents[0] == contents[1])
        } else {
            let boxes = try Self.boxes(path)
            let (headers, frames) = (boxes.firstIndex(of: "moov"), boxes.firstIndex(of: "mdat"))
            #expect(try #require(headers) < #require(frames), "\(boxes)")
        }
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        #expect(FilmContainer(descriptor) == container)
    }

    @Test(.enabled(if: FFmpeg.isThere, "needs ffmpeg"))
    func `what a film says of itself goes with it`() throws {
        let folder = try FilmFolder()
        let upright = try folder.make("upright.mp4", FilmCase.h264)
        let film = try folder.make(
            "film.mov",
            "-i \(upright) -c copy -metadata:s:v rotate=90 -movflags use_metadata_tags "
                + "-metadata creation_time=2024-05-06T07:08:09Z "
                + "-metadata com.apple.quicktime.location.ISO6709=+48.2082+016.3738/"
        )
        let path = folder.file("new.mp4")
        try Self.export(film, as: .mp4, to: path).run()
        let descriptions = try [film, path].map { try Films.imager.describe(Films.source($0)) }
        #expect(descriptions[0].tracks[0].orientation == descriptions[1].tracks[0].orientation)
        #expect(descriptions[1].naturalSize?.width == 360)
        let bytes = try Data(contentsOf: URL(filePath: path))
        #expect(bytes.range(of: Data("+48.2082+016.3738/".utf8)) != nil)
        let text = try FFmpeg.run(["-i", path, "-f", "ffmetadata", "-"])
        #expect(
            String(decoding: text, as: UTF8.self).contains("com.apple.quicktime.location.ISO6709")
        )
    }

    @Test(.enabled(if: FFmpeg.isThere, "needs ffmpeg"))
    func `a film that the container cannot have leaves nothing`() throws {
        let folder = try FilmFolder()
        let film = try folder.make(
            "film.webm",
            "-f lavfi -i testsrc2=s=64x36:r=25:d=1 -c:v libvpx -cpu-used 8"
        )
        let export = Self.export(film, as: .mp4, to: folder.file("new.mp4"))
        let error = #expect(throws: ImagingError.self) { try export.run() }
        #expect(error?.code == .undecodable)
        #expect(error?.description.contains("vp8") == true, "\(error?.description ?? "")")
        #expect(try folder.names() == ["film.webm"])
    }

    @Test
    func `what is no film leaves nothing`() throws {
        let folder = try FilmFolder()
        let path = folder.file("film.mp4")
        try Data("this is no film".utf8).write(to: URL(filePath: path))
        let export = Self.export(path, as: .quickTime, to: folder.file("new.mov"))
        #expect(throws: ImagingError.self) { try export.run() }
        let missing = Self.export(folder.file("none"), as: .mp4, to: folder.file("new.mov"))
        #expect(#expect(throws: ImagingError.self) { try missing.run() }?.code == .unavailable)
        #expect(try folder.names() == ["film.mp4"])
    }

    @Test(.enabled(if: FFmpeg.isThere, "needs ffmpeg"), arguments: ["film.mp4", "film.mkv"])
    func `a file that is there already stays`(name: String) throws {
        let folder = try FilmFolder()
        let film = try folder.make(name, FilmCase.h264)
        try Data("mine".utf8).write(to: URL(filePath: folder.file("new.mp4")))
        let export = Self.export(film, as: .mp4, to: folder.file("new.mp4"))
        #expect(#expect(throws: ImagingError.self) { try export.run() }?.code == .unavailable)
        #expect(try folder.names() == [name, "new.mp4"])
        #expect(try Data(contentsOf: URL(filePath: folder.file("new.mp4"))) == Data("mine".utf8))
    }

    @Test(.enabled(if: FFmpeg.isThere, "needs ffmpeg"), arguments: ["film.mp4", "film.mkv"])
    func `a cancelled export leaves nothing`(name: String) throws {
        let folder = try FilmFolder()
        let film = try folder.make(name, FilmCase.h264)
        let export = Self.export(film, as: .mp4, to: folder.file("new.mp4"))
        export.cancel()
        #expect(#expect(throws: ImagingError.self) { try export.run() }?.code == .cancelled)
        #expect(try folder.names() == [name])
    }
}
