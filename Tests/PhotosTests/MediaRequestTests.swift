import Catalogue
import Foundation
import Imaging
import PhotoModel
import Renditions
import TestSupport
import Testing

@testable import Photos

/// Photos and films with files of their own, whose bytes only a fake understands.
final class MediaLibrary {
    let library: TestLibrary
    let contents: [String: Data]

    init() throws {
        library = try TestLibrary()
        let photos = library.folder.appendingPathComponent("photos")
        try FileManager.default.createDirectory(at: photos, withIntermediateDirectories: true)
        var contents: [String: Data] = [:]
        var records: [AssetRecord] = []
        for (name, size) in [
            ("a.jpg", 3_000_000), ("IMG_2.heic", 10), ("IMG_2.mov", 20), ("IMG_4.mp4", 2_500_000),
            ("IMG_5.jpg", 50), ("IMG_E5.jpg", 60), ("IMG_5.aae", 70),
        ] {
            let data = Data(repeating: UInt8(name.utf8.count + size % 200), count: size)
            try data.write(to: photos.appendingPathComponent(name))
            contents[name] = data
            records.append(Self.record(name, Int64(records.count), Int64(size)))
        }
        self.contents = contents
        try library.add(records, to: library.directory)
    }

    deinit {
        PictureMaker.setShared(nil)
    }

    private static func record(_ name: String, _ day: Int64, _ size: Int64) -> AssetRecord {
        var record = TestLibrary.record(name.contains("5") ? 5 : day)
        record.file.name = Array(name.utf8)
        record.file.identity.size = size
        record.file.fingerprint = size
        (record.width, record.height) = (40, 30)
        switch name.suffix(4) {
        case "heic": (record.uti, record.contentIdentifier) = ("public.heic", "L")
        case ".mov":
            (record.mediaType, record.file.type) = (.video, .video)
            (record.uti, record.contentIdentifier) = ("com.apple.quicktime-movie", "L")
        case ".mp4":
            (record.mediaType, record.file.type) = (.video, .video)
            (record.uti, record.duration) = ("public.mpeg-4", 12.5)
        case ".aae":
            record.mediaType = .unknown
            record.uti = "com.apple.photos.apple-adjustment-envelope"
            record.evidence =
                "adjustments\tadjustmentFormatIdentifier\tcom.apple.photo\nrendered\t\tIMG_E5.jpg"
            record.creationDate.source = .user
        default: break
        }
        return record
    }

    func asset(_ name: String) throws -> PHAsset {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "filename == %@", name)
        return try #require(PHAsset.fetchAssets(with: options).firstObject)
    }

    func url(_ name: String) -> URL {
        library.folder.appendingPathComponent("photos/\(name)")
    }
}

extension SharedLibrary {
    /// Requests for files' bytes, Live Photos and films.
    @Suite final class MediaRequestTests {
        private let media: MediaLibrary
        private let calls = HandlerCalls()
        private let manager = PHImageManager.default()

        init() throws {
            media = try MediaLibrary()
        }

        @Test(arguments: [true, false])
        func `bytes come once, with what they are and how they lie`(_ isSynchronous: Bool)
            async throws
        {
            let options = PHImageRequestOptions()
            options.isSynchronous = isSynchronous
            options.deliveryMode = .fastFormat
            let (asset, calls) = (try media.asset("a.jpg"), calls)
            let got = Awaited<(Data?, String?, [String: String])>()
            manager.requestImageData(for: asset, options: options) {
                data,
                type,
                orientation,
                info in
                calls.add(data?.count, info)
                let url = (info?["PHImageFileURLKey"] as? URL)?.lastPathComponent
                let uti = info?[PHImageFileUTIKey] as? String
                let lies = (info?["PHImageFileOrientationKey"] as? Int).map { "\($0)" }
                #expect(orientation == .up)
                #expect(info?[PHImageFileSandboxExtensionTokenKey] == nil)
                got.set((data, type, ["url": url ?? "", "uti": uti ?? "", "lies": lies ?? ""]))
            }
            calls.goOn()
            let (data, type, info) = await got.value()
            #expect(data == media.contents["a.jpg"] && type == "public.jpeg")
            #expect(info == ["url": "a.jpg", "uti": "public.jpeg", "lies": "0"])
            await HandlerCalls.settle()
            #expect(calls.told == ["3000000 \(isSynchronous ? "at once" : "main")"])
        }

        @Test(arguments: [
            (PHImageRequestOptionsVersion.current, "IMG_E5.jpg"), (.original, "IMG_5.jpg"),
            (.unadjusted, "IMG_5.jpg"),
        ])
        func `a version is what was edited, or the original`(
            _ version: PHImageRequestOptionsVersion,
            _ name: String
        ) async throws {
            let options = PHImageRequestOptions()
            options.version = version
            let got = Awaited<Data?>()
            manager.requestImageDataAndOrientation(
                for: try media.asset("IMG_5.jpg"),
                options: options
            ) { data, _, _, _ in got.set(data) }
            #expect(await got.value() == media.contents[name])
        }

        @Test func `bytes of a film and of what is gone are an error`() async throws {
            let gone = try media.asset("a.jpg")
            try FileManager.default.removeItem(at: media.url("a.jpg"))
            for (asset, code) in [
                (gone, PHPhotosError.Code.missingResource),
                (try media.asset("IMG_4.mp4"), .requestNotSupportedForAsset),
            ] {
                let got = Awaited<Int?>()
                manager.requestImageDataAndOrientation(for: asset, options: nil) {
                    got.set($0 == nil ? ($3?[PHImageErrorKey] as? NSError)?.code : nil)
                }
                #expect(await got.value() == code.rawValue)
            }
        }

        @Test func `a Live Photo comes roughly, then in full, with its files`() async throws {
            let (fake, calls) = (FakePictures(), calls)
            let got = Awaited<[PHAssetResource]>()
            manager.requestLivePhoto(
                for: try media.asset("IMG_2.heic"),
                targetSize: CGSize(width: 200, height: 200),
                contentMode: .aspectFit,
                options: nil
            ) { photo, info in
                calls.add(photo.map { Int($0.size.width) }, info)
                guard let photo, info?[PHImageResultIsDegradedKey] as? Int == 0 else { return }
                got.set(PHAssetResource.assetResources(for: photo))
            }
            calls.goOn()
            fake.answer(.embedded)
            await HandlerCalls.settle()
            fake.answer(.picture)
            await HandlerCalls.settle()
            #expect(calls.told == ["40 degraded main", "200 main"])
            #expect(await got.value().map(\.originalFilename) == ["IMG_2.heic", "IMG_2.mov"])
        }

        @Test func `a Live Photo that is cancelled says so once`() async throws {
            let (fake, calls) = (FakePictures(), calls)
            let id = manager.requestLivePhoto(
                for: try media.asset("IMG_2.heic"),
                targetSize: CGSize(width: 200, height: 200),
                contentMode: .aspectFit,
                options: nil
            ) { photo, info in calls.add(photo.map { Int($0.size.width) }, info) }
            calls.goOn()
            fake.answer(.embedded)
            await HandlerCalls.settle()
            manager.cancelImageRequest(id)
            await HandlerCalls.settle()
            #expect(calls.told == ["40 degraded main", "cancelled main"])
            #expect(fake.waiting.isEmpty && calls.requests == [id])
        }

        @Test func `a film that is cancelled is answered once, with it or without`() async throws {
            let asset = try media.asset("IMG_4.mp4")
            for _ in 0..<200 {
                let (calls, got) = (HandlerCalls(), Awaited<Bool>())
                let id = manager.requestAVAsset(forVideo: asset, options: nil) { film, _, info in
                    calls.add(film == nil ? nil : 1, info)
                    let isCancelled = info?[PHImageCancelledKey] as? Bool == true
                    got.set((film == nil) == isCancelled)
                }
                manager.cancelImageRequest(id)
                #expect(await got.value())
                await HandlerCalls.settle()
                #expect(calls.told.count == 1 && calls.requests == [id])
            }
        }

        @Test func `what the desktop has is the first answer, unless the cache has something`()
            async throws
        {
            let (fake, calls) = (FakePictures(desktopWidth: 128), calls)
            try fake.keep(media.asset("IMG_2.heic"), FakePictures.wanted(256))
            for name in ["a.jpg", "IMG_2.heic"] {
                manager.requestImage(
                    for: try media.asset(name),
                    targetSize: CGSize(width: 300, height: 300),
                    contentMode: .aspectFit,
                    options: nil
                ) { image, info in calls.add(image.map { Int($0.size.width) }, info) }
                fake.answer(.picture)
                await HandlerCalls.settle()
            }
            #expect(
                calls.told == [
                    "128 degraded at once", "300 main", "256 degraded at once", "300 main",
                ]
            )
        }

        @Test func `on a disk that is away there is what the cache has, and else the reason`()
            async throws
        {
            let (fake, calls) = (FakePictures(), calls)
            let asset = try media.asset("a.jpg")
            try media.library.writer.write {
                try media.library.writer.setState(1, .offline, .unmounted)
            }
            try media.library.writer.commit()
            try FileManager.default.removeItem(at: media.url("a.jpg"))
            let ask = { (manager: PHImageManager) in
                _ = manager.requestImage(
                    for: asset,
                    targetSize: CGSize(width: 128, height: 128),
                    contentMode: .aspectFit,
                    options: nil
                ) { image, info in calls.add(image.map { Int($0.size.width) }, info) }
            }
            ask(manager)
            calls.goOn()
            fake.answer(.embedded, ImagingError(.unavailable, "gone"))
            fake.answer(.picture, ImagingError(.unavailable, "gone"))
            await HandlerCalls.settle()
            let offline = PHPhotosError.Code.libraryVolumeOffline.rawValue
            #expect(calls.told == ["error \(offline) main"])
            try fake.keep(asset, FakePictures.wanted(128))
            ask(manager)
            await HandlerCalls.settle()
            #expect(calls.told.last == "128" && fake.waiting.isEmpty)
        }

        @Test func `what is no Live Photo gives none`() async throws {
            let (fake, calls) = (FakePictures(), calls)
            manager.requestLivePhoto(
                for: try media.asset("a.jpg"),
                targetSize: PHImageManagerMaximumSize,
                contentMode: .aspectFit,
                options: nil
            ) { photo, info in calls.add(photo.map { Int($0.size.width) }, info) }
            await HandlerCalls.settle()
            #expect(calls.told.map { $0.prefix(10) } == ["error 3306"] && fake.waiting.isEmpty)
        }

        @Test func `a film is the library's file, with its length and size`() async throws {
            let got = Awaited<(AVAsset?, AVAudioMix?, Int?)>()
            manager.requestAVAsset(forVideo: try media.asset("IMG_4.mp4"), options: nil) {
                got.set(($0, $1, $2?[PHImageResultRequestIDKey] as? Int))
            }
            let (film, mix, id) = await got.value()
            #expect((film as? AVURLAsset)?.url == media.url("IMG_4.mp4"))
            #expect(mix == nil && (id ?? 0) > 0)
            #expect(film?.duration.seconds == 12.5)
            #expect(try await film?.load(.duration) == CMTime(value: 25, timescale: 2))
            let tracks = try await film?.loadTracks(withMediaType: .video)
            #expect(tracks?.map(\.naturalSize) == [CGSize(width: 40, height: 30)])
            #expect(film?.tracks(withMediaType: .audio).isEmpty == true)
            let item = Awaited<AVPlayerItem?>()
            manager.requestPlayerItem(forVideo: try media.asset("IMG_4.mp4"), options: nil) {
                got,
                _ in
                item.set(got)
            }
            #expect((await item.value()?.asset as? AVURLAsset)?.url == media.url("IMG_4.mp4"))
        }

        @Test func `a picture is no film, and a film that is gone says so`() async throws {
            let gone = try media.asset("IMG_4.mp4")
            try FileManager.default.removeItem(at: media.url("IMG_4.mp4"))
            for (asset, code) in [
                (gone, PHPhotosError.Code.missingResource),
                (try media.asset("a.jpg"), .requestNotSupportedForAsset),
            ] {
                let got = Awaited<Int?>()
                manager.requestAVAsset(forVideo: asset, options: nil) {
                    got.set($0 == nil ? ($2?[PHImageErrorKey] as? NSError)?.code : nil)
                }
                #expect(await got.value() == code.rawValue)
            }
        }

        @Test func `an export copies the film into a new file`() async throws {
            let copy = media.library.folder.appendingPathComponent("copy.mp4")
            let film = AVURLAsset(url: media.url("IMG_4.mp4"))
            let session = try #require(
                AVAssetExportSession(asset: film, presetName: AVAssetExportPresetPassthrough)
            )
            #expect(session.status == .unknown && session.supportedFileTypes.contains(.mp4))
            try await session.export(to: copy, as: .mp4)
            #expect(session.status == .completed && session.progress == 1)
            #expect(try Data(contentsOf: copy) == media.contents["IMG_4.mp4"])
            let again = try #require(
                AVAssetExportSession(asset: film, presetName: AVAssetExportPresetHighestQuality)
            )
            await #expect(throws: PHPhotosError.self) { try await again.export(to: copy, as: .mp4) }
            #expect(again.status == .failed && again.error != nil)
            #expect(
                AVAssetExportSession(asset: film, presetName: AVAssetExportPreset640x480) == nil
            )
        }

        @Test func `an imager tells the tracks of a film, and puts them into another container`()
            async throws
        {
            let original = media.library.folder.appendingPathComponent("small.mp4")
            try SmallFilm.data.write(to: original)
            let film = AVURLAsset(url: original)
            #expect(try await film.load(.tracks).map(\.mediaType) == [.video, .audio])
            let picture = try #require(film.tracks(withMediaType: .video).first)
            #expect(picture.naturalSize == CGSize(width: 32, height: 24))
            #expect(picture.nominalFrameRate == 5)
            #expect(abs(film.duration.seconds - 0.4) < 0.1)
            let session = try #require(
                AVAssetExportSession(asset: film, presetName: AVAssetExportPresetHighestQuality)
            )
            #expect(session.supportedFileTypes == [.mp4, .mov, .m4v])
            let other = media.library.folder.appendingPathComponent("other.mov")
            try await session.export(to: other, as: .mov)
            #expect(session.status == .completed)
            let written = AVURLAsset(url: other)
            #expect(try Data(contentsOf: other).prefix(12).suffix(4) == Data("qt  ".utf8))
            #expect(written.tracks.map(\.mediaType) == [.video, .audio])
            #expect(abs(written.duration.seconds - film.duration.seconds) < 0.1)
            let none = try #require(
                AVAssetExportSession(asset: written, presetName: AVAssetExportPresetPassthrough)
            )
            await #expect(throws: PHPhotosError.self) {
                let avi = AVFileType(rawValue: "public.avi")
                try await none.export(to: original.appendingPathExtension("avi"), as: avi)
            }
        }

        @Test func `a cancelled export leaves no file`() async throws {
            let copy = media.library.folder.appendingPathComponent("copy.mp4")
            let film = AVURLAsset(url: media.url("IMG_4.mp4"))
            let session = try #require(
                AVAssetExportSession(asset: film, presetName: AVAssetExportPresetPassthrough)
            )
            session.outputURL = copy
            session.cancelExport()
            await session.export()
            #expect(session.status == .cancelled)
            #expect(!FileManager.default.fileExists(atPath: copy.path))
        }
    }
}

extension Awaited {
    /// The value, without a thread of the test's that waits for it.
    func value() async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: self.wait()) }
        }
    }
}
