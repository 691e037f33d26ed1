import CoreLocation
import Foundation
import MediaMetadata
import PhotoModel
import SourceCompatibility6
import Testing
import UniformTypeIdentifiers

struct UniformTypeTests {
    @Test(arguments: MediaFormat.allCases)
    func `what files are told to be is declared, and conforms to what they are`(
        _ format: MediaFormat
    ) throws {
        let type = try #require(
            UTType(format.uniformTypeIdentifier),
            "\(format.uniformTypeIdentifier) is not in UniformType.all"
        )
        #expect(type.conforms(to: .image) == (format.mediaType == .image))
        #expect(type.conforms(to: .movie) == (format.mediaType == .video))
        #expect(type.conforms(to: .rawImage) == format.isRaw)
        #expect(type.conforms(to: .data) && type.localizedDescription?.isEmpty == false)
        let isNamed = format != .unknown && type != .rawImage
        #expect((type.preferredFilenameExtension != nil) == isNamed)
    }

    @Test
    func `the table contradicts itself nowhere`() {
        let all = UniformType.all
        #expect(Set(all.map(\.identifier)).count == all.count)
        for type in all {
            #expect(type.supertypes.allSatisfy { UniformType.named($0) != nil }, "\(type)")
            #expect(!UniformType.ancestors(of: type.supertypes).contains(type.identifier))
            let tags = type.filenameExtensions + type.mimeTypes
            #expect(tags.allSatisfy { $0 == $0.lowercased() && !$0.hasPrefix(".") })
        }
        let extensions = all.flatMap(\.filenameExtensions)
        #expect(Set(extensions).count == extensions.count, "an extension is that of one type")
        #expect(all.count > 60)
    }

    @Test(arguments: [
        ("jpg", UTType.jpeg), ("JPEG", .jpeg), ("heic", .heic), ("hif", .heif), ("tif", .tiff),
        ("mov", .quickTimeMovie), ("mp4", .mpeg4Movie), ("dng", .dng), ("webp", .webP),
        ("svg", .svg), ("avi", .avi), ("ts", .mpeg2TransportStream), ("png", .png), ("gif", .gif),
    ])
    func `an extension has its type`(_ name: String, _ type: UTType) {
        #expect(UTType(filenameExtension: name) == type)
        #expect(UTType(type.identifier) == type && UTType(type.identifier.uppercased()) == type)
        #expect("\(type)" == type.identifier && type.isDeclared && !type.isDynamic)
    }

    @Test
    func `what no type has makes none`() {
        #expect(UTType("org.example.nothing") == nil && UTType("") == nil)
        #expect(UTType(filenameExtension: "") == nil && UTType(filenameExtension: "qqq") == nil)
        #expect(UTType(filenameExtension: "jpg", conformingTo: .movie) == nil)
        #expect(UTType(mimeType: "image/nothing") == nil)
        #expect(UTType(mimeType: "image/jpeg", conformingTo: .image) == .jpeg)
        #expect(UTType(mimeType: "video/x-msvideo")?.preferredMIMEType == "video/avi")
    }

    @Test
    func `types conform as Apple declares them`() {
        #expect(UTType.jpeg.conforms(to: .jpeg) && !UTType.jpeg.isSubtype(of: .jpeg))
        #expect(UTType.jpeg.conforms(to: .content) && UTType.jpeg.conforms(to: .item))
        #expect(UTType.heic.conforms(to: .image) && !UTType.heic.conforms(to: .heif))
        #expect(UTType.dng.conforms(to: .rawImage) && UTType.image.isSupertype(of: .dng))
        #expect(UTType.quickTimeMovie.conforms(to: .audiovisualContent))
        #expect(!UTType.quickTimeMovie.conforms(to: .image) && !UTType.folder.conforms(to: .data))
        #expect(UTType.png.supertypes == [.image, .data, .content, .item])
        #expect(UTType.jpeg.tags[.filenameExtension]?.first == "jpeg")
    }

    @Test
    func `a program's own type conforms to what it says`() throws {
        let own = UTType(exportedAs: "org.example.picture", conformingTo: .png)
        #expect(own.conforms(to: .image) && !own.isDeclared && !own.isPublic)
        #expect(own.preferredMIMEType == nil && UTType(importedAs: "public.png") == .png)
        let coded = try JSONEncoder().encode([own, .heic])
        #expect(String(decoding: coded, as: UTF8.self).contains("\"public.heic\""))
        #expect(try JSONDecoder().decode([UTType].self, from: coded) == [own, .heic])
    }

    @Test
    func `URLs take the extensions of types`() {
        let url = URL(fileURLWithPath: "/photos")
        let named = url.appendingPathComponent("a.jpg", conformingTo: .jpeg)
        #expect(named.lastPathComponent == "a.jpg")
        #expect(url.appendingPathComponent("a", conformingTo: .heic).lastPathComponent == "a.heic")
        let isImported = [named, url.appendingPathComponent("a.txt")].map {
            SourceCompatibility6.canImport($0)
        }
        let name = SourceCompatibility6.fileExtension(mimeType: "image/heic")
        #expect(isImported == [true, false] && name == "heic")
    }

    @Test
    func `a location knows how well its course and speed are known, also out of an archive`() throws
    {
        let location = CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: 1, longitude: 2),
            altitude: 3,
            horizontalAccuracy: 4,
            verticalAccuracy: 5,
            course: 6,
            courseAccuracy: 7,
            speed: 8,
            speedAccuracy: 9,
            timestamp: Date(timeIntervalSince1970: 10)
        )
        let coder = NSKeyedArchiver(requiringSecureCoding: true)
        location.encode(with: coder)
        let reader = try NSKeyedUnarchiver(forReadingFrom: coder.encodedData)
        let copy = try #require(CLLocation(coder: reader))
        #expect(copy == location && copy.courseAccuracy == 7 && copy.speedAccuracy == 9)
        #expect(CLLocation(latitude: 1, longitude: 2).speedAccuracy < 0)
        #expect(CLFloor(level: 2) == CLFloor(level: 2) && CLFloor(level: 2) != CLFloor(level: 3))
    }
}
