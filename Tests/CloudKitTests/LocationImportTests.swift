import CoreLocation
import Testing

/// As code for Apple's systems has it: nothing else is imported.
struct LocationImportTests {
    @Test func `dates come with CoreLocation`() {
        let location = CLLocation(latitude: 48, longitude: 11)
        #expect(location.timestamp.timeIntervalSince(Date()) < 60)
    }
}
