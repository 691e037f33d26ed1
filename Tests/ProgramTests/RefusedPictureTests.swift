import Foundation
import TestSupport
import Testing

/// Pictures of which nothing can be decoded, as those of a newer phone are for an older library.
struct RefusedPictureTests {
    /// A photo as a phone takes it, with all that is said of it outside of what is decoded.
    private static let heic = Sample.heif([
        .undecodable(4_032, 3_024),
        .exif(
            Sample.exif(
                zero: [0x10F: .text("Apple"), 0x110: .text("iPhone 19")],
                photo: [0x9003: .text("2026:09:30 12:30:45"), 0x9011: .text("+02:00")]
            )
        ),
        .xmp(["exif:GPSLatitude": "48,30.0N", "exif:GPSLongitude": "11,15.0E"]),
    ])

    @Test
    func
        `a photo that cannot be decoded is an asset with all that is said of it, and others are shown`()
        throws
    {
        let program = try Program()
        program.environment["HELIOGRAPH_CACHE"] = "\(program.work.path)/cache"
        try program.write(Self.heic, to: "IMG_1.HEIC")
        try program.write(ThumbnailTests.tiff(width: 64, height: 32, red: 9), to: "b.tif")
        let indexed = try program.run("index", "--thumbnails", "32", program.photos.path)
        #expect(indexed.code == 0)
        let photo = "\(program.photos.path)/IMG_1.HEIC"
        let reason = try #require(
            indexed.complaint.split(separator: "\n").first {
                $0.contains("no thumbnail of \(photo): ")
            }
        )
        #expect(reason.contains("it cannot be decoded: "), "\(reason)")
        #expect(try ThumbnailTests.kept(program).count == 1)

        let asset = try #require(try program.assets()["IMG_1.HEIC"])
        #expect(asset["readable"] as? Bool == true && asset["unreadableReason"] is NSNull)
        #expect(
            asset["mediaType"] as? String == "image" && asset["uti"] as? String == "public.heic"
        )
        #expect(asset["pixelWidth"] as? Int == 4_032 && asset["pixelHeight"] as? Int == 3_024)
        #expect(asset["creationDate"] as? String == "2026-09-30T12:30:45.000+02:00")
        #expect(asset["latitude"] as? Double == 48.5 && asset["longitude"] as? Double == 11.25)
        #expect(asset["cameraModel"] as? String == "iPhone 19")
        let shown = try program.run("thumbnail", photo, "-o", "\(program.work.path)/x.jpg")
        #expect(shown.code == 1 && shown.complaint.contains("it cannot be decoded: "))
        #expect(try program.run("status").lines.first?["unreadable"] as? Int == 0)
        #expect(try program.run("audit").code == 0)
    }
}
