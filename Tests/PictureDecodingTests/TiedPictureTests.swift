import Foundation
import Imaging
import Renditions
import TestSupport
import Testing

/// Pictures as phones of 2024 tie them together: what describes them describes several at once.
struct TiedPictureTests {
    private func box(_ type: String, in file: [UInt8]) throws -> [UInt8] {
        let place = try #require(Data(file).range(of: Data(type.utf8)))
        let start = place.lowerBound - 4
        let size = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        return Array(file[start..<start + size])
    }

    @Test
    func `a picture whose description is that of another one too is decoded all the same`() throws {
        let studio = Studio()
        let drawing = Drawing.quarters(64, 48)
        let plain = try studio.file(drawing, .avif(quality: 90))
        let data = Array(try box("mdat", in: plain).dropFirst(8))
        let properties = [HEIFItem.size(64, 48), try box("av1C", in: plain)]
        let picture = HEIFItem("av01", data, properties: properties)
        let exif = HEIFItem.exif(Sample.exifBlock(customRendered: 0))
        let alone = Sample.heif([picture, exif], brand: "avif")
        let tied = Sample.heif([picture, exif, picture], brand: "avif", described: [1, 3])
        for file in [alone, tied] {
            let found = try studio.picture(file, name: "a.avif")
            #expect((found.width, found.height) == (64, 48) && found.quarters == "RG/BW")
        }
    }
}
