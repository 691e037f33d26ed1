import Foundation
import Renditions
import TestSupport
import Testing

@testable import Imaging

/// Films with more light than a screen shows.
@Suite(.enabled(if: FFmpeg.isThere, "needs ffmpeg"))
struct FilmLightTests {
    @Test(arguments: [
        ("smpte2084", BrightGrey.perceptual), ("arib-std-b67", BrightGrey.hybrid),
    ])
    func `greys of HDR films are those of a screen`(
        transfer: String,
        greys: [BrightGrey]
    ) throws {
        let folder = try FilmFolder()
        // Bars of eighty pixels, each of one grey: 10 bits, of which 64 is black and 940 white.
        let row = greys.flatMap { grey in
            [UInt16](repeating: UInt16((64 + 876 * grey.signal).rounded()), count: 80)
        }
        let frame =
            Array(repeating: row, count: 360).flatMap { $0 }
            + [UInt16](repeating: 512, count: 640 * 180)
        let bytes = frame.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        try Data(bytes).write(to: URL(filePath: folder.file("greys.yuv")))
        let film = try folder.make(
            "film.mov",
            "-f rawvideo -s 640x360 -pix_fmt yuv420p10le -r 1 -i \(folder.file("greys.yuv")) "
                + "-c:v libx265 -tag:v hvc1 -x265-params log-level=none:lossless=1:"
                + "colorprim=bt2020:transfer=\(transfer):colormatrix=bt2020nc"
        )
        let picture = try Films.picture(film)
        for (index, grey) in greys.enumerated() {
            let colour = try #require(picture.colour(80 * index + 40, 180))
            for channel in colour.prefix(3) {
                #expect(abs(Int(channel) - grey.shown) <= 2, "signal \(grey.signal)")
            }
        }
    }
}
