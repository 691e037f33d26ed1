import CloudKit
import Testing

/// What a program keeps on disk: archived, and read again.
struct ArchiveTests {
    private func archived<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object? {
        let data = try NSKeyedArchiver.archivedData(
            withRootObject: object,
            requiringSecureCoding: true
        )
        return try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data)
    }

    @Test func `names of zones and records come back`() throws {
        let zone = CKRecordZone.ID(zoneName: "library", ownerName: "somebody")
        let record = CKRecord.ID(recordName: "1/L0/001", zoneID: zone)
        #expect(try archived(zone) == zone)
        #expect(try archived(record) == record)
        let reference = CKRecord.Reference(recordID: record, action: .deleteSelf)
        let back = try #require(try archived(reference))
        #expect(back == reference && back.action == .deleteSelf)
    }

    @Test(arguments: ["", "Süd", String(repeating: "a", count: 256)])
    func `an archive with what is no name gives no name`(name: String) throws {
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode(CKRecordZone.ID.default, forKey: "zoneID")
        for key in ["recordName", "zoneName", "ownerName"] {
            archiver.encode(name as NSString, forKey: key)
        }
        let data = archiver.encodedData
        #expect(try CKRecord.ID(coder: NSKeyedUnarchiver(forReadingFrom: data)) == nil)
        #expect(try CKRecordZone.ID(coder: NSKeyedUnarchiver(forReadingFrom: data)) == nil)
    }

    @Test func `a place comes back with all that is known of it, and is equal`() throws {
        let place = CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: 48.5, longitude: -11.25),
            altitude: 520,
            horizontalAccuracy: 5,
            verticalAccuracy: 7,
            course: 90,
            speed: 2,
            timestamp: Date(timeIntervalSince1970: 1_700_000_000.5)
        )
        let back = try #require(try archived(place))
        #expect(back == place && back.hash == place.hash)
        let other = CLLocation(latitude: 48.5, longitude: -11.25)
        #expect(place != other)
    }

    @Test
    func `a record comes back with its fields, or without when only the system's were written`()
        throws
    {
        let id = CKRecord.ID(recordName: "1/L0/001")
        let record = CKRecord(recordType: "Asset", recordID: id)
        record["title"] = "Süd"
        record["width"] = 40
        record["when"] = Date(timeIntervalSince1970: 5)
        record["bytes"] = Data([1, 2])
        record["names"] = ["a", "b"]
        record["place"] = CLLocation(latitude: 1, longitude: 2)
        record["album"] = CKRecord.Reference(recordID: id, action: .none)
        record["file"] = CKAsset(fileURL: URL(fileURLWithPath: "/photos/1.jpg"))
        let back = try #require(try archived(record))
        #expect(back.recordID == id && back.recordType == "Asset")
        #expect(back.allKeys() == record.allKeys() && back.changedKeys() == record.changedKeys())
        #expect(back["title"] as? String == "Süd" && back["width"] as? Int == 40)
        #expect(back["when"] as? Date == Date(timeIntervalSince1970: 5))
        #expect(
            back["bytes"] as? Data == Data([1, 2]) && back["names"] as? [String] == ["a", "b"]
        )
        #expect((back["place"] as? CLLocation)?.coordinate.longitude == 2)
        #expect((back["album"] as? CKRecord.Reference)?.recordID == id)
        #expect((back["file"] as? CKAsset)?.fileURL?.path == "/photos/1.jpg")
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        record.encodeSystemFields(with: archiver)
        archiver.finishEncoding()
        let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        let bare = try #require(CKRecord(coder: reader))
        #expect(bare.recordID == id && bare.allKeys().isEmpty)
    }
}
