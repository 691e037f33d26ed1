import MediaMetadata
import PhotoModel
import TestSupport
import Testing

struct RawPictureTests {
    @Test(arguments: [200, 70_000])
    func `a DNG is as large as it is cropped, wherever in the file that is said`(
        _ place: Int
    ) throws {
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            Sample.bigEndian(tag, 2) + Sample.bigEndian(type, 2) + Sample.bigEndian(count, 4)
                + value
        }
        var bytes = Array("MM\u{0}*".utf8) + Sample.bigEndian(8, 4) + Sample.bigEndian(4, 2)
        bytes += entry(0x100, 4, 1, Sample.bigEndian(4_024, 4))
        bytes += entry(0x101, 4, 1, Sample.bigEndian(3_016, 4))
        bytes += entry(0xC612, 1, 4, [1, 4, 0, 0])
        bytes += entry(0xC620, 5, 2, Sample.bigEndian(place, 4)) + [0, 0, 0, 0]
        bytes += [UInt8](repeating: 0, count: place - bytes.count)
        for number in [4_000, 1, 3_000, 1] { bytes += Sample.bigEndian(number, 4) }
        let metadata = try Sample.read(bytes, name: "a.dng")
        #expect((metadata.width, metadata.height) == (4_000, 3_000))
    }
}
