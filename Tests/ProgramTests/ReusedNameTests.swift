import Foundation
import TestSupport
import Testing

/// Another photo under a name that the library knows: a camera counts from 1 again, a sync tool renames over it.
struct ReusedNameTests {
    private let program: Program

    init() throws { program = try Program() }

    private func jpeg(_ camera: String, _ date: String) -> [UInt8] {
        let exif = Sample.exif(
            zero: [0x10F: .text("Maker"), 0x110: .text(camera)],
            photo: [0x9003: .text(date)]
        )
        return Sample.jpeg(64, 48, segments: [(0xE1, exif)])
    }

    private func write(_ camera: String, _ date: String, to name: String) throws {
        try program.write(jpeg(camera, date), to: name)
    }

    private var photo: String { program.photos.path + "/IMG_1.jpg" }

    /// A photo is moved by copying, and at once its name is used again.
    @Test(arguments: ["at once", "after the copy was seen", "while stopped"])
    func `a photo that was moved by copying goes on there, whoever has its name`(
        _ when: String
    ) throws {
        try write("iPhone 6", "2010:05:06 07:08:09", to: "IMG_1.jpg")
        #expect(try program.run("index", program.photos.path).code == 0)
        #expect(try program.run("edit", photo, "--favorite").code == 0)
        let id = try #require(try program.assets()["IMG_1.jpg"]?["id"] as? String)
        let feed = when == "while stopped" ? nil : try Feed(program, "--since", program.token())
        try feed?.waitUntilSynced()
        try Mount.run("mkdir", program.photos.path + "/old")
        try Mount.run("cp", "-p", photo, program.photos.path + "/old/IMG_1.jpg")
        if when == "after the copy was seen" {
            _ = try feed?.asset("old/IMG_1.jpg", "inserted")
        }
        try program.remove("IMG_1.jpg")
        try write("EOS R5", "2021:05:06 07:08:09", to: "IMG_1.jpg")
        if feed == nil { #expect(try program.run("index").code == 0) }
        try program.wait {
            let assets = try program.assets()
            return assets["IMG_1.jpg"]?["cameraModel"] as? String == "EOS R5"
                && assets["old/IMG_1.jpg"]?["id"] as? String == id
        }
        let assets = try program.assets()
        #expect(assets.count == 2 && assets["old/IMG_1.jpg"]?["favorite"] as? Bool == true)
        #expect(assets["IMG_1.jpg"]?["favorite"] as? Bool == false)
        if let feed { #expect(feed.stop() == 0) }
        #expect(try program.run("audit").code == 0)
    }

    /// How one file comes to the place of another.
    enum Way: CaseIterable {
        case renamedOver, overwritten, emptiedBefore, deletedBefore, whileStopped,
            overwrittenWhileStopped
    }

    private func exchange(_ way: Way, _ camera: String, _ date: String) throws {
        switch way {
        case .renamedOver:
            try write(camera, date, to: ".syncthing.IMG_1.jpg.tmp")
            #expect(rename(program.photos.path + "/.syncthing.IMG_1.jpg.tmp", photo) == 0)
        case .overwritten, .overwrittenWhileStopped:
            let file = try #require(fopen(photo, "w"))
            let bytes = jpeg(camera, date)
            #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count && fclose(file) == 0)
        case .emptiedBefore:
            try program.write([], to: "IMG_1.jpg")
            try program.wait {
                try program.run("assets", "--include-hidden").lines.first?["readable"] as? Bool
                    == false
            }
            try write(camera, date, to: "IMG_1.jpg")
        case .deletedBefore, .whileStopped:
            try program.remove("IMG_1.jpg")
            try write(camera, date, to: "IMG_1.jpg")
        }
    }

    /// What the catalogue has of the photo after another one, or an edited version, came to its place.
    private func asset(after way: Way, _ camera: String, _ date: String) throws -> (
        before: [String: Any], after: [String: Any]
    ) {
        try write("iPhone 6", "2010:05:06 07:08:09", to: "IMG_1.jpg")
        #expect(try program.run("index", program.photos.path).code == 0)
        #expect(
            try program.run(
                "edit",
                photo,
                "--favorite",
                "--hidden",
                "--date",
                "2009-01-02T03:04:05"
            ).code == 0
        )
        let before = try #require(try program.run("assets", "--include-hidden").lines.first)
        let isStopped = way == .whileStopped || way == .overwrittenWhileStopped
        let feed = isStopped ? nil : try Feed(program)
        try feed?.waitUntilSynced()
        try exchange(way, camera, date)
        if isStopped { #expect(try program.run("index").code == 0) }
        try program.wait {
            try program.run("assets", "--include-hidden").lines.first?["cameraModel"] as? String
                == camera
        }
        if let feed { #expect(feed.stop() == 0) }
        #expect(try program.run("audit").code == 0)
        let lines = try program.run("assets", "--include-hidden").lines
        #expect(lines.count == 1)
        return (before, try #require(lines.first))
    }

    @Test(arguments: Way.allCases)
    func `another photo inherits nothing`(_ way: Way) throws {
        let (before, after) = try asset(after: way, "EOS R6", "2021:12:24 18:00:00")
        #expect(after["id"] as? String != before["id"] as? String)
        #expect(after["favorite"] as? Bool == false && after["hidden"] as? Bool == false)
        #expect((after["creationDate"] as? String)?.hasPrefix("2021-12-24T18:00:00") == true)
        // The old one is who it was when it comes back.
        try write("iPhone 6", "2010:05:06 07:08:09", to: "restored/IMG_1.jpg")
        #expect(try program.run("index").code == 0)
        let all = try program.run("assets", "--include-hidden").lines
        let restored = all.first { $0["path"] as? String == "restored/IMG_1.jpg" }
        #expect(restored?["id"] as? String == before["id"] as? String)
        #expect(restored?["favorite"] as? Bool == true && restored?["hidden"] as? Bool == true)
    }

    @Test(arguments: Way.allCases)
    func `what an editor saves keeps all`(_ way: Way) throws {
        let (before, after) = try asset(after: way, "iPhone 6 (edited)", "2010:05:06 07:08:09")
        #expect(after["id"] as? String == before["id"] as? String)
        #expect(after["favorite"] as? Bool == true && after["hidden"] as? Bool == true)
        #expect((after["creationDate"] as? String)?.hasPrefix("2009-01-02T03:04:05") == true)
    }
}
