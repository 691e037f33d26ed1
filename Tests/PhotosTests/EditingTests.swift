import Catalogue
import Foundation
import Photos
import SourceCompatibility5
import SourceCompatibility6
import TestSupport
import Testing

/// Waits for what a change says of one asset.
private final class ContentObserver: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.
    private let asset: PHAsset
    let contentChanged = AsyncStream<Bool>.makeStream()

    init(_ asset: PHAsset) { self.asset = asset }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        guard let details = changeInstance.changeDetails(for: asset) else { return }
        contentChanged.continuation.yield(details.assetContentChanged)
    }
}

/// A library whose pictures are edited.
struct EditingScene {
    let library: FolderLibrary

    init(_ files: [String: [UInt8]], readOnly: Bool = false) throws {
        library = try FolderLibrary(files, readOnly: readOnly)
    }

    /// A picture of 40 × 30 pixels that tells when it was taken.
    static func original(_ day: Int = 5, orientation: Int? = nil) -> [UInt8] {
        let date = "2023:07:0\(day) 10:00:00\0"
        let exif = Sample.exif(
            zero: orientation.map { [0x112: .short($0)] } ?? [:],
            photo: [0x9003: .text(date)]
        )
        return Sample.jpeg(40, 30, segments: [(0xE1, exif)])
    }

    static func adjustments(_ text: String) -> PHAdjustmentData {
        PHAdjustmentData(
            formatIdentifier: "com.example.<editor> & co",
            formatVersion: "1.0",
            data: Data(text.utf8)
        )
    }

    func asset(_ name: String) throws -> PHAsset {
        let all = PHAsset.fetchAssets(with: nil)
        let found = (0..<all.count).map { all[$0] }
            .first { $0.value(forKey: "filename") as? String == name }
        return try #require(found)
    }

    func input(
        _ asset: PHAsset,
        canHandle: Bool = false
    ) async throws -> PHContentEditingInput {
        let options = PHContentEditingInputRequestOptions()
        options.canHandleAdjustmentData = { _ in canHandle }
        return try await withCheckedThrowingContinuation { continuation in
            asset.requestContentEditingInput(with: options) { input, info in
                let error = info[PHContentEditingInputErrorKey] as? PHPhotosError
                continuation.resume(
                    with: input.map { .success($0) }
                        ?? .failure(error ?? PHPhotosError(.internalError))
                )
            }
        }
    }

    /// Edits an asset: `rendered` is what comes of it, `text` how.
    func edit(_ name: String, _ rendered: [UInt8], _ text: String) async throws {
        let asset = try asset(name)
        let output = PHContentEditingOutput(contentEditingInput: try await input(asset))
        try Data(rendered).write(to: output.renderedContentURL)
        output.adjustmentData = Self.adjustments(text)
        try await commit(output, to: asset)
    }

    func commit(_ output: PHContentEditingOutput?, to asset: PHAsset) async throws {
        nonisolated(unsafe) let output = output
        try await library.shared.performChanges {
            PHAssetChangeRequest(for: asset).contentEditingOutput = output
        }
    }

    func revert(_ name: String) async throws {
        let asset = try asset(name)
        try await library.shared.performChanges {
            PHAssetChangeRequest(for: asset).revertAssetContentToOriginal()
        }
    }

    func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: library.photos.appendingPathComponent(name)))
    }

    /// The files of each asset with the parts they play, as a catalogue has them.
    static func resources(_ library: FolderLibrary) throws -> [String] {
        try library.run(["assets"]).split(separator: "\n").map { line in
            let asset = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let resources = asset?["resources"] as? [[String: Any]] ?? []
            let size = "\(asset?["pixelWidth"] ?? "")x\(asset?["pixelHeight"] ?? "")"
            let parts = resources.map { "\($0["type"] ?? "") \($0["path"] ?? "")" }
            return "\(size) \(parts.joined(separator: ", "))"
        }.sorted()
    }
}

extension SharedLibrary {
    @Suite struct EditingTests {
        private typealias Scene = EditingScene

        @Test
        func `an edit lies beside its original, which stays as it is, and is what is shown`()
            async throws
        {
            let scene = try Scene(["IMG_0001.JPG": Scene.original()])
            let original = scene.library.photos.appendingPathComponent("IMG_0001.JPG").path
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o640],
                ofItemAtPath: original
            )
            let asset = try scene.asset("IMG_0001.JPG")
            #expect(asset.canPerform(.content) && !asset.hasAdjustments)
            let observer = ContentObserver(asset)
            scene.library.shared.register(observer)
            defer { scene.library.shared.unregisterChangeObserver(observer) }
            let rendered = Sample.jpeg(20, 10)
            try await scene.edit("IMG_0001.JPG", rendered, "first")
            let names = ["IMG_0001.AAE", "IMG_0001.JPG", "IMG_E0001.JPG"]
            #expect(scene.library.files() == names)
            #expect(try scene.bytes("IMG_0001.JPG") == Scene.original())
            #expect(try scene.bytes("IMG_E0001.JPG") == rendered)
            for name in names {
                let path = scene.library.photos.appendingPathComponent(name).path
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                #expect(attributes[.posixPermissions] as? Int == 0o640, "\(name)")
            }
            let edited = try scene.asset("IMG_0001.JPG")
            #expect(edited == asset && (edited.pixelWidth, edited.pixelHeight) == (20, 10))
            #expect(edited.hasAdjustments && edited.adjustmentsState == .userAdjusted)
            #expect(edited.adjustmentFormatIdentifier == "com.example.<editor> & co")
            #expect(edited.adjustmentTimestamp != nil)
            #expect(edited.creationDate == asset.creationDate)
            let resources = PHAssetResource.assetResources(for: edited)
            #expect(resources.map(\.type) == [.photo, .fullSizePhoto, .adjustmentData])
            #expect(resources.map(\.pixelWidth) == [40, 20, 0])
            for await isChanged in observer.contentChanged.stream {
                #expect(isChanged)
                break
            }
            let token = scene.library.shared.currentChangeToken
            try scene.library.run(["index"])
            let changes = try scene.library.shared.fetchPersistentChanges(since: token)
            for change in changes {
                #expect(try change.changeDetails(for: .asset).updatedLocalIdentifiers.isEmpty)
            }
            try scene.library.check()
        }

        @Test
        func `an editor is given the original and its adjustments, or what came of them`()
            async throws
        {
            let scene = try Scene(["a.jpg": Scene.original(orientation: 6)])
            let first = try await scene.input(scene.asset("a.jpg"), canHandle: true)
            #expect(first.fullSizeImageURL?.lastPathComponent == "a.jpg")
            #expect(first.adjustmentData == nil && first.fullSizeImageOrientation == 6)
            #expect(first.mediaType == .image && first.uniformTypeIdentifier == "public.jpeg")
            #expect(first.playbackStyle == .image && first.fullSizeVideoURL == nil)
            try await scene.edit("a.jpg", Sample.jpeg(20, 10), "how it was done\n<&>")
            let again = try await scene.input(scene.asset("a.jpg"), canHandle: true)
            #expect(again.fullSizeImageURL?.lastPathComponent == "a.jpg")
            #expect(again.adjustmentData?.data == Data("how it was done\n<&>".utf8))
            #expect(again.adjustmentData?.formatIdentifier == "com.example.<editor> & co")
            #expect(again.adjustmentData?.formatVersion == "1.0")
            let flat = try await scene.input(scene.asset("a.jpg"))
            #expect(flat.fullSizeImageURL?.lastPathComponent == "a-edited.jpg")
            #expect(flat.adjustmentData == nil && flat.fullSizeImageOrientation == 1)
        }

        @Test
        func `another edit and the way back leave the earlier files in the trash`() async throws {
            let scene = try Scene(["a.jpg": Scene.original()])
            try await scene.edit("a.jpg", Sample.jpeg(20, 10), "first")
            let all = String(repeating: "adjusted ", count: 220_000)
            try await scene.edit("a.jpg", Sample.jpeg(10, 10), all)
            #expect(scene.library.files() == ["a-edited.jpg", "a.AAE", "a.jpg"])
            #expect(try scene.bytes("a-edited.jpg") == Sample.jpeg(10, 10))
            let input = try await scene.input(scene.asset("a.jpg"), canHandle: true)
            #expect(input.adjustmentData?.data == Data(all.utf8))
            #expect(scene.library.files("data/Trash/files") == ["a-edited.jpg", "a.AAE"])
            try scene.library.check()
            try await scene.revert("a.jpg")
            #expect(scene.library.files() == ["a.jpg"])
            #expect(scene.library.files("data/Trash/files").count == 4)
            let asset = try scene.asset("a.jpg")
            #expect(!asset.hasAdjustments && asset.pixelWidth == 40)
            #expect(PHAssetResource.assetResources(for: asset).map(\.type) == [.photo])
            try await scene.revert("a.jpg")
            try scene.library.run(["index"])
            #expect(try Scene.resources(scene.library) == ["40x30 photo a.jpg"])
            try scene.library.check()
        }

        /// Files there are, the one that is edited, the names of its edited version and adjustments.
        private static let names: [([String: Int], String, [String])] = [
            (["IMG_1.JPG": 1], "IMG_1.JPG", ["IMG_E1.JPG", "IMG_1.AAE"]),
            (["b.jpeg": 1], "b.jpeg", ["b-edited.jpg", "b.AAE"]),
            // A photo of another day has the name that an iPhone would give.
            (["IMG_1.jpg": 1, "IMG_E1.jpg": 2], "IMG_1.jpg", ["IMG_1-edited.jpg", "IMG_1.AAE"]),
            (
                ["b.jpg": 1, "b-edited.jpg": 2, "b_edited.jpg": 3], "b.jpg",
                ["b.jpg-edited.jpg", "b.jpg.AAE"]
            ),
            // The name as Google has it, of a picture of the same day.
            (["c.jpg": 1, "c-edited.jpg": 1], "c.jpg", ["c_edited.jpg", "c.AAE"]),
            // Two pictures of one name, and one that is an edited version without its original.
            (["b.jpg": 1, "b.jpeg": 2], "b.jpeg", ["b.jpeg-edited.jpg", "b.jpeg.AAE"]),
            (["b-edited.jpg": 1], "b-edited.jpg", ["b-edited-edited.jpg", "b-edited.AAE"]),
            (["IMG_E1.jpg": 1], "IMG_E1.jpg", ["IMG_E1-edited.jpg", "IMG_E1.AAE"]),
        ]

        @Test(arguments: names.indices)
        func `an edited version gets a name that tells whose it is`(_ index: Int) async throws {
            let (files, edited, expected) = Self.names[index]
            let scene = try Scene(files.mapValues { Scene.original($0) })
            // What is rendered may tell a date of its own.
            try await scene.edit(edited, Scene.original(8), "so")
            #expect(scene.library.files() == (Array(files.keys) + expected).sorted())
            let resources = PHAssetResource.assetResources(for: try scene.asset(edited))
            #expect(resources.map(\.originalFilename) == [edited] + expected)
            try scene.library.check()
        }

        @Test
        func `an index from scratch and an export by an iPhone are grouped as our own edits`()
            async throws
        {
            let rendered = Sample.jpeg(20, 10)
            let scene = try Scene(["IMG_0001.JPG": Scene.original()])
            try await scene.edit("IMG_0001.JPG", rendered, "so")
            let own = try Scene.resources(scene.library)
            #expect(own.count == 1 && own[0].hasPrefix("20x10 photo IMG_0001.JPG, fullSizePhoto"))
            let names = scene.library.files()
            let copies = try names.map { ($0, try scene.bytes($0)) }
            let copy = try FolderLibrary(Dictionary(uniqueKeysWithValues: copies))
            #expect(try Scene.resources(copy) == own)
            // The keys and their order as iOS writes them.
            let plist = """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
                "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0"><dict><key>adjustmentBaseVersion</key><integer>0</integer>
                <key>adjustmentData</key><data>
                bVHLTsMwEPyXPUfIjp
                </data><key>adjustmentEditorBundleID</key><string>com.apple.mobileslideshow</string>
                <key>adjustmentFormatIdentifier</key><string>com.apple.photo</string>
                <key>adjustmentFormatVersion</key><string>1.5</string>
                <key>adjustmentRenderTypes</key><integer>0</integer>
                <key>adjustmentTimestamp</key><date>2023-07-06T08:00:00Z</date></dict></plist>
                """
            let export = try FolderLibrary([
                "IMG_0001.JPG": Scene.original(), "IMG_E0001.JPG": rendered,
                "IMG_0001.AAE": Array(plist.utf8),
            ])
            #expect(try Scene.resources(export) == own)
            for library in [copy, export] { try library.check() }
        }

        @Test
        func `films are edited as pictures are`() async throws {
            let scene = try Scene(["f.mov": Sample.film(samples: 300)])
            let input = try await scene.input(scene.asset("f.mov"))
            #expect(input.fullSizeVideoURL?.lastPathComponent == "f.mov")
            #expect(input.fullSizeImageURL == nil && input.mediaType == .video)
            let before = try scene.asset("f.mov")
            try await scene.edit("f.mov", Sample.film(samples: 60), "shorter")
            let film = try scene.asset("f.mov")
            let types = PHAssetResource.assetResources(for: film).map(\.type)
            #expect(types == [.video, .fullSizeVideo, .adjustmentData] && film == before)
            try scene.library.check()
        }

        @Test
        func `an asset can be made together with its edit`() async throws {
            let scene = try Scene([:])
            let file = try scene.library.file("x.jpg", Scene.original())
            let rendered = try scene.library.file("rendered.jpg", Sample.jpeg(20, 10))
            try await scene.library.shared.performChanges {
                let request = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)
                guard let placeholder = request?.placeholderForCreatedAsset else { return }
                let output = PHContentEditingOutput(placeholderForCreatedAsset: placeholder)
                output.adjustmentData = Scene.adjustments("so")
                try? FileManager.default.copyItem(at: rendered, to: output.renderedContentURL)
                request?.contentEditingOutput = output
            }
            let asset = try scene.asset("x.jpg")
            #expect(asset.pixelWidth == 20 && asset.hasAdjustments)
            let files = ["x-edited.jpg", "x.AAE", "x.jpg"].map { "2023/2023-07/\($0)" }
            #expect(scene.library.files() == files)
            try scene.library.check()
        }

        @Test
        func `what was edited comes back from the trash as one asset, whatever has its names now`()
            async throws
        {
            let scene = try Scene(["IMG_1.jpg": Scene.original(), "a.jpg": Scene.original(2)])
            for name in ["IMG_1.jpg", "a.jpg"] {
                try await scene.edit(name, Sample.jpeg(20, 10), "so")
            }
            let all = PHAsset.fetchAssets(with: nil)
            try await scene.library.shared.performChanges {
                PHAssetChangeRequest.deleteAssets(all)
            }
            for name in ["IMG_1.jpg", "IMG_E1.jpg", "a.jpg"] {
                try Data(Scene.original(9)).write(
                    to: scene.library.photos.appendingPathComponent(name)
                )
            }
            try await scene.library.shared.performChanges {
                PHAssetChangeRequest.restoreAssets(all)
            }
            try scene.library.run(["index"])
            #expect(
                try Scene.resources(scene.library) == [
                    "20x10 photo IMG_1 2.jpg, fullSizePhoto IMG_E1 2.jpg, adjustmentData IMG_1 2.AAE",
                    "20x10 photo a 2.jpg, fullSizePhoto a-edited 2.jpg, adjustmentData a 2.AAE",
                    "40x30 photo IMG_1.jpg", "40x30 photo IMG_E1.jpg", "40x30 photo a.jpg",
                ]
            )
            try scene.library.check()
        }

        @Test
        func `a backup with its edit is one asset, and takes no other for an edit`() async throws {
            let scene = try Scene([
                "2023/2023-07/IMG_1.jpg": Scene.original(),
                "2023/2023-07/IMG_E2.jpg": Scene.original(),
            ])
            let types: [PHAssetResourceType] = [.photo, .fullSizePhoto, .adjustmentData]
            let numbers = types.map { NSNumber(value: $0.rawValue) }
            #expect(PHAssetCreationRequest.supportsAssetResourceTypes(numbers))
            let plist = Data(
                """
                <plist version='1.0'><dict><key>adjustmentFormatIdentifier</key>
                <string>com.apple.photo</string></dict></plist>
                """.utf8
            )
            for name in ["IMG_E1.jpg", "IMG_2.jpg"] {
                try await scene.library.shared.performChanges {
                    let request = PHAssetCreationRequest.forAsset()
                    let options = PHAssetResourceCreationOptions()
                    options.originalFilename = name
                    let original = Data(Scene.original())
                    request.addResource(with: .photo, data: original, options: options)
                    guard name == "IMG_2.jpg" else { return }
                    let rendered = Data(Sample.jpeg(20, 10))
                    request.addResource(with: .fullSizePhoto, data: rendered, options: nil)
                    request.addResource(with: .adjustmentData, data: plist, options: nil)
                }
            }
            let edited = PHAssetResource.assetResources(for: try scene.asset("IMG_2 2.jpg"))
            #expect(edited.map(\.type) == types)
            let names = ["IMG_2 2.jpg", "IMG_E2 2.jpg", "IMG_2 2.aae"]
            #expect(edited.map(\.originalFilename) == names)
            #expect(PHAsset.fetchAssets(with: nil).count == 4)
            try scene.library.check()
        }

        @Test
        func `editors as apps have them go on from their own edits`() async throws {
            let scene = try Scene(["a.jpg": Scene.original()])
            let asset = try scene.asset("a.jpg")
            let (old, new) = (
                SourceCompatibility5.PhotoEditor(), SourceCompatibility6.PhotoEditor()
            )
            #expect(old.canEdit(asset) && new.canEdit(asset))
            #expect(try await new.edit(asset, rendered: Data(Sample.jpeg(20, 10))) == 0)
            #expect(try await old.edit(asset, rendered: Data(Sample.jpeg(10, 10))) == 1)
            #expect(try scene.asset("a.jpg").pixelWidth == 10)
            let isReverted = await withCheckedContinuation { continuation in
                new.revert(asset) { continuation.resume(returning: $0) }
            }
            #expect(try isReverted && scene.asset("a.jpg").pixelWidth == 40)
            let stub: PHContentEditingInput = SourceCompatibility6.StubInput()
            #expect(stub.fullSizeImageURL?.path == "/stub.jpg" && stub.creationDate == nil)
        }
    }
}
