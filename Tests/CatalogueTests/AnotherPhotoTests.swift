import PhotoModel
import Testing

@testable import Catalogue

/// Which photo at a known place is another one than the known one.
struct AnotherPhotoTests {
    private static func photo(
        _ camera: String?,
        _ hours: Int64,
        _ source: DateSource = .exif,
        offset: Int? = nil,
        make: String? = nil
    ) -> AssetRecord {
        var record = AssetRecord()
        (record.cameraMake, record.cameraModel) = (make, camera)
        record.creationDate = CaptureDate(
            microseconds: 1_300_000_000_000_000 + hours * 3_600_000_000,
            offsetMinutes: offset,
            source: source
        )
        return record
    }

    static let others = [
        (photo("iPhone 6", 0), photo("Canon EOS R6", 90_000)),
        (photo("DSC-T1", 0), photo("DMC-FZ5", 2)),
        (photo(nil, 0, make: "Leica"), photo("X100", 5, make: "FUJIFILM")),
        (photo("E5000", 0, .xmp), photo("iPhone 15", 1, .quicktime)),
        (photo("E5000", 0, .iptc), photo("SM-G960F", 1, offset: 60)),
    ]

    static let same = [
        // A camera's clock was wrong, and was put right.
        (photo("iPhone 6", 0), photo("iPhone 6", 90_000)),
        // The name of the camera is written otherwise.
        (photo("EOS R6", 0), photo("Canon EOS R6", 1)),
        (photo("NIKON D70", 0), photo("Nikon D70", 1)),
        (photo("iPhone 6", 0), photo("Scanner", 0)),
        // The fraction of the second and the zone are added.
        (photo("iPhone 6", 0), photo("Scanner", -1, offset: 60)),
        // Nobody says when or by what.
        (photo("iPhone 6", 0, .modificationTime), photo("Canon EOS R6", 90_000)),
        (photo("iPhone 6", 0), photo("Canon EOS R6", 90_000, .filename)),
        (photo("iPhone 6", 0, .takeout), photo("Canon EOS R6", 90_000)),
        (photo(nil, 0), photo("Canon EOS R6", 90_000)),
        (photo("iPhone 6", 0), photo("", 90_000)),
    ]

    @Test(arguments: others)
    func `one of another time and camera is another photo`(before: AssetRecord, found: AssetRecord)
    {
        #expect(found.isAnotherPhoto(than: before) && before.isAnotherPhoto(than: found))
    }

    @Test(arguments: same)
    func `one that may be an edited version of it is not`(before: AssetRecord, found: AssetRecord) {
        #expect(!found.isAnotherPhoto(than: before) && !before.isAnotherPhoto(than: found))
    }
}
