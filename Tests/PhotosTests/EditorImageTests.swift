import Foundation
import Imaging
import LibraryFiles
import Renditions
import SourceCompatibility6
import TestSupport
import Testing

@testable import Photos

extension SharedLibrary {
    /// What editors are shown, and what they make.
    @Suite final class EditorImageTests {
        deinit {
            PictureMaker.setShared(nil)
        }

        private static func input(_ asset: PHAsset) async -> PHContentEditingInput? {
            let got = Awaited<PHContentEditingInput?>()
            asset.requestContentEditingInput(with: nil) { input, _ in got.set(input) }
            return await got.value()
        }

        @Test func `an editor is shown the picture, the film and the Live Photo`() async throws {
            let media = try MediaLibrary()
            let fake = FakePictures(answersAtOnce: true)
            let photo = try #require(await Self.input(try media.asset("IMG_2.heic")))
            #expect(photo.displaySizeImage?.size == CGSize(width: 400, height: 300))
            #expect(photo.livePhoto?.size == CGSize(width: 400, height: 300))
            #expect(photo.audiovisualAsset == nil && photo.contentType == .heic)
            let film = try #require(await Self.input(try media.asset("IMG_4.mp4")))
            #expect((film.audiovisualAsset as? AVURLAsset)?.url == film.fullSizeVideoURL)
            #expect(film.displaySizeImage != nil && film.livePhoto == nil)
            #expect(film.contentType == .mpeg4Movie)
            #expect(fake.made.map(\.request.subject).contains(.frame))
            let nothing = PHContentEditingInput()
            #expect(nothing.displaySizeImage == nil && nothing.audiovisualAsset == nil)
        }

        @Test func `an editor chooses the format that it writes`() async throws {
            let media = try MediaLibrary()
            let photo = try #require(await Self.input(try media.asset("a.jpg")))
            let output = PHContentEditingOutput(contentEditingInput: photo)
            #expect(output.defaultRenderedContentType == .jpeg)
            let url = try output.renderedContentURL(for: .heic)
            #expect(url.pathExtension == "heic" && url != output.renderedContentURL)
            #expect(throws: PHPhotosError.self) { try output.renderedContentURL(for: .gif) }
            #expect(throws: PHPhotosError.self) { try output.renderedContentURL(for: .mpeg4Movie) }
            output.adjustmentData = PHAdjustmentData(
                formatIdentifier: "f",
                formatVersion: "1",
                data: Data([1])
            )
            let edit = try output.edit(of: photo.asset.localIdentifier)
            #expect(edit.rendered == Array(url.path.utf8))
            let film = try #require(await Self.input(try media.asset("IMG_4.mp4")))
            let other = PHContentEditingOutput(contentEditingInput: film)
            #expect(other.defaultRenderedContentType == .quickTimeMovie)
            #expect(try other.renderedContentURL(for: .mpeg4Movie).pathExtension == "mp4")
        }

        @Test func `an asset is made of an image`() async throws {
            let library = try FolderLibrary(["a.jpg": Sample.jpeg(80, 60)])
            PictureMaker.setShared(JPEGPictures())
            let pixels = Data(count: 4 * 40 * 30)
            let image = CGImage(width: 40, height: 30, rgba: pixels, hasAlpha: false)
            let shown = UIImage(cgImage: try #require(image), scale: 1, orientation: .left)
            let saved = try await SourceCompatibility6.ImageLoader.save(shown)
            let assets = PHAsset.fetchAssets(
                withLocalIdentifiers: [try #require(saved)],
                options: nil
            )
            #expect(assets.firstObject?.pixelWidth == 30 && assets.firstObject?.pixelHeight == 40)
            #expect(assets.firstObject?.isFavorite == true)
            try library.check()
        }

        @Test func `an image that cannot be written makes no asset`() async throws {
            let library = try FolderLibrary(["a.jpg": Sample.jpeg(80, 60)])
            for image in [UIImage(), UIImage(StoredPicture(Self.undecodable, FailingPictures()))] {
                do {
                    _ = try await SourceCompatibility6.ImageLoader.save(image)
                    Issue.record("there is nothing to be written")
                } catch PHPhotosError.missingResource {}
            }
            #expect(PHAsset.fetchAssets(with: nil).count == 1)
            try library.check()
        }

        private static var undecodable: Picture {
            var picture = Picture(width: 4, height: 3, sourceWidth: 4, sourceHeight: 3)
            picture.encoded = [1]
            return picture
        }

        @Test func `a Live Photo is made of two files, and can be archived`() async throws {
            let fake = FakePictures()
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("live-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let (still, film) = (
                folder.appendingPathComponent("a.jpg"), folder.appendingPathComponent("a.mov")
            )
            try Data(Sample.jpeg(40, 30)).write(to: still)
            let brand = Sample.bigEndian(16, 4) + Array("ftypqt  ".utf8) + [0, 0, 0, 0]
            try Data(brand).write(to: film)
            let (calls, got) = (HandlerCalls(), Awaited<PHLivePhoto>())
            PHLivePhoto.request(
                withResourceFileURLs: [film, still],
                placeholderImage: UIImage(data: Data("4x3".utf8)),
                targetSize: CGSize(width: 200, height: 200),
                contentMode: .aspectFit
            ) { photo, info in
                let isDegraded = info[PHLivePhotoInfoIsDegradedKey] as? Bool ?? false
                calls.add(
                    photo.map { Int($0.size.width) },
                    [PHImageResultIsDegradedKey: isDegraded]
                )
                if let photo, !isDegraded { got.set(photo) }
            }
            calls.goOn()
            while fake.waiting.isEmpty { await HandlerCalls.settle() }
            #expect(fake.openAll().allSatisfy { $0 >= 0 })
            fake.answer(.picture)
            let photo = await got.value()
            #expect(calls.told == ["4 degraded at once", "200 main"])
            let files = PHAssetResource.assetResources(for: photo)
            #expect(files.map(\.type) == [.photo, .pairedVideo])
            #expect(files.map(\.originalFilename) == ["a.jpg", "a.mov"])
            #expect(
                files.map(\.uniformTypeIdentifier) == ["public.jpeg", "com.apple.quicktime-movie"]
            )
            let archive = try NSKeyedArchiver.archivedData(
                withRootObject: photo,
                requiringSecureCoding: true
            )
            PictureMaker.setShared(JPEGPictures())
            let again = try NSKeyedUnarchiver.unarchivedObject(
                ofClass: PHLivePhoto.self,
                from: archive
            )
            #expect(again?.size == CGSize(width: 8, height: 6))
            #expect(again.map(PHAssetResource.assetResources)?.count == 2)
        }

        @Test func `a Live Photo of one file is an error, of a cancelled request none`() async {
            let (error, cancelled) = (Awaited<Int?>(), Awaited<Bool?>())
            PHLivePhoto.request(
                withResourceFileURLs: [URL(fileURLWithPath: "/nowhere/a.jpg")],
                placeholderImage: nil,
                targetSize: .zero,
                contentMode: .default
            ) { error.set($0 == nil ? ($1[PHLivePhotoInfoErrorKey] as? NSError)?.code : nil) }
            #expect(await error.value() == PHPhotosError.Code.invalidResource.rawValue)
            let goOn = DispatchSemaphore(value: 0)
            // What the main queue has to do waits until the request is cancelled.
            DispatchQueue.main.async { _ = goOn.wait(timeout: .now() + Patience.seconds) }
            let id = PHLivePhoto.request(
                withResourceFileURLs: [],
                placeholderImage: nil,
                targetSize: .zero,
                contentMode: .default
            ) { cancelled.set($0 == nil ? $1[PHLivePhotoInfoCancelledKey] as? Bool : nil) }
            PHLivePhoto.cancelRequest(withRequestID: id)
            goOn.signal()
            #expect(await cancelled.value() == true)
        }
    }
}

/// Writes the beginnings of JPEG files, and reads any file as one picture.
struct JPEGPictures: PictureMaking {
    func make(
        _ order: PictureOrder,
        _ completion: @escaping @Sendable (Result<Picture, ImagingError>) -> Void
    ) -> @Sendable () -> Void {
        completion(.failure(ImagingError(.undecodable, "nothing is made")))
        return {}
    }

    func cached(_ order: PictureOrder) -> Picture? { nil }

    func encode(_ picture: Picture, as encoding: Encoding) throws(ImagingError) -> [UInt8] {
        Sample.jpeg(picture.width, picture.height)
    }

    func decode(_ bytes: [UInt8]) throws(ImagingError) -> Picture {
        Picture(width: 8, height: 6, sourceWidth: 8, sourceHeight: 6)
    }
}
