import CloudKit
import Testing

/// As code for Apple's systems has it: nothing else is imported.
struct ImportTests {
    @Test func `dates, URLs and locations come with CloudKit`() {
        let location = CLLocation(latitude: 48, longitude: 11)
        let date = Date(timeIntervalSince1970: 0)
        let file = CKAsset(fileURL: URL(fileURLWithPath: "/photos/1.jpg"))
        #expect(location.distance(from: location) == 0 && date < Date())
        #expect(file.fileURL?.lastPathComponent == "1.jpg")
    }
}
