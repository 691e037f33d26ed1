import Foundation
import Photos
import TestSupport
import Testing

extension SharedLibrary {
    /// Sidecars that other programs wrote, beside pictures that are edited here.
    @Suite struct SidecarSafetyTests {
        private typealias Scene = EditingScene

        private static let develop = """
            <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF
            xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description
            xmlns:darktable='http://darktable.sf.net/' darktable:history_end='7'
            xmlns:xmp='http://ns.adobe.com/xap/1.0/' xmp:Rating='2'/></rdf:RDF></x:xmpmeta>
            """
        private static let adjustments = """
            <plist version='1.0'><dict><key>adjustmentFormatIdentifier</key>
            <string>com.apple.photo</string><key>adjustmentFormatVersion</key><string>1.5</string>
            <key>adjustmentData</key><data>bVHLTsMwEPyXPUfIjg==</data></dict></plist>
            """

        /// How many files of the library and of its trash have these bytes.
        private func count(_ text: String, _ scene: Scene, _ directories: String...) throws -> Int {
            try directories.reduce(0) { sum, directory in
                let root = scene.library.folder.appendingPathComponent(directory)
                return try sum
                    + scene.library.files(directory).count {
                        try Data(contentsOf: root.appendingPathComponent($0)) == Data(text.utf8)
                    }
            }
        }

        @Test
        func `sidecars of other programs are as they were, or lie in the trash`() async throws {
            let scene = try Scene([
                "IMG_1.JPG": Scene.original(), "IMG_1.AAE": Array(Self.adjustments.utf8),
                "IMG_1.xmp": Array(Self.develop.utf8), "IMG_1.JPG.xmp": Array(Self.develop.utf8),
                "b.jpg": Scene.original(2), "b.AAE": Array(Self.adjustments.utf8),
            ])
            let asset = try scene.asset("IMG_1.JPG")
            try await scene.library.shared.performChanges {
                let request = PHAssetChangeRequest(for: asset)
                request.isFavorite = true
                request.creationDate = Date(timeIntervalSince1970: 1_000_000_000)
            }
            try await scene.edit("IMG_1.JPG", Sample.jpeg(20, 10), "first")
            try await scene.edit("IMG_1.JPG", Sample.jpeg(10, 10), "second")
            try await scene.revert("IMG_1.JPG")
            try await scene.edit("b.jpg", Sample.jpeg(20, 10), "first")
            try scene.library.run(["index"])

            #expect(try count(Self.develop, scene, "photos") == 2)
            #expect(try scene.bytes("IMG_1.xmp") == Array(Self.develop.utf8))
            #expect(try scene.bytes("IMG_1.JPG.xmp") == Array(Self.develop.utf8))
            #expect(try count(Self.adjustments, scene, "photos", "data/Trash/files") == 2)
            #expect(try scene.bytes("IMG_1.JPG") == Scene.original())
            #expect(try scene.bytes("b.jpg") == Scene.original(2))
            #expect(try scene.asset("IMG_1.JPG").isFavorite)
            try scene.library.check()
        }
    }
}
