import Foundation
import Renditions
import SourceCompatibility5
import SourceCompatibility6
import Testing

@testable import Photos

extension SharedLibrary {
    /// Code as apps have it loads pictures and films.
    @Suite final class ImageSourceTests {
        private let media: MediaLibrary

        init() throws {
            media = try MediaLibrary()
        }

        @Test func `a loader gets its picture roughly and in full`() async throws {
            let fake = FakePictures()
            let asset = try media.asset("a.jpg")
            let (old, new) = (Awaited<[String]>(), Awaited<[String]>())
            let first = SourceCompatibility5.ImageLoader()
            let second = SourceCompatibility6.ImageLoader()
            first.load(asset) { old.set($0) }
            second.load(asset) { new.set($0) }
            fake.answer(.embedded)
            await HandlerCalls.settle()
            fake.answer(.picture)
            for got in [old, new] {
                #expect(await got.value() == ["degraded", "numbered", "here", "100x75"])
            }
            withExtendedLifetime((first, second)) {}
        }

        @Test func `a picture comes at once, and by default as large as it is`() async throws {
            let fake = FakePictures(answersAtOnce: true)
            let asset = try media.asset("a.jpg")
            let size = CGSize(width: 60, height: 60)
            let exact = SourceCompatibility5.ImageLoader.image(of: asset, synchronously: size)
            #expect(exact?.size == size)
            let same = SourceCompatibility6.ImageLoader.image(of: asset, synchronously: size)
            #expect(same?.size == size)
            let full = Awaited<(CGSize?, Bool)>()
            SourceCompatibility6.ImageLoader.fetchImage(for: asset) { image, isDegraded in
                if !isDegraded { full.set((image?.size, isDegraded)) }
            }
            #expect(await full.value() == (CGSize(width: 400, height: 300), false))
            withExtendedLifetime(fake) {}
        }

        @Test func `bytes and films come by the handlers of apps`() async throws {
            let (bytes, old) = (Awaited<(Int, String, Bool)>(), Awaited<(Int?, Bool, URL?)>())
            SourceCompatibility6.ImageLoader.data(of: try media.asset("a.jpg")) {
                bytes.set(($0.count, $1, $2))
            }
            #expect(await bytes.value() == (3_000_000, "public.jpeg", true))
            SourceCompatibility5.ImageLoader.oldData(of: try media.asset("IMG_5.jpg")) {
                old.set(($0?.count, $1, $2))
            }
            #expect(await old.value() == (50, true, media.url("IMG_5.jpg")))
            let (film, item) = (Awaited<(URL?, Double)>(), Awaited<Bool>())
            let asset = try media.asset("IMG_4.mp4")
            SourceCompatibility5.ImageLoader.filmURL(of: asset) { film.set(($0, $1)) }
            #expect(await film.value() == (media.url("IMG_4.mp4"), 12.5))
            SourceCompatibility6.ImageLoader.play(asset) { item.set($0?.duration.seconds == 12.5) }
            #expect(await item.value())
            let copy = media.library.folder.appendingPathComponent("copy.mp4")
            let done = Awaited<Bool>()
            SourceCompatibility6.ImageLoader.export(asset, to: copy) { done.set($0) }
            #expect(await done.value())
            #expect(try Data(contentsOf: copy) == media.contents["IMG_4.mp4"])
        }

        @Test func `a Live Photo has its two files`() async throws {
            let fake = FakePictures(answersAtOnce: true)
            let got = Awaited<([PHAssetResourceType], CGSize)>()
            SourceCompatibility5.ImageLoader.livePhoto(try media.asset("IMG_2.heic")) {
                got.set(($0, $1))
            }
            let (types, size) = await got.value()
            #expect(types == [.photo, .pairedVideo] && size == CGSize(width: 400, height: 300))
            withExtendedLifetime(fake) {}
        }

        @Test func `a cell shows its picture, and none once it is used again`() async throws {
            let (fake, manager) = (FakePictures(), PHCachingImageManager())
            let cell = await SourceCompatibility6.GridCell()
            let size = CGSize(width: 80, height: 80)
            await cell.show(try media.asset("a.jpg"), manager, size)
            await cell.prepareForReuse(manager)
            #expect(fake.waiting.isEmpty && fake.cancelled == 2)
            await cell.show(try media.asset("IMG_2.heic"), manager, size)
            fake.answer(.picture)
            await HandlerCalls.settle()
            #expect(await cell.thumbnail?.size == CGSize(width: 107, height: 80))
        }

        @Test func `a mock of the manager needs no library`() {
            let manager = SourceCompatibility6.MockImageManager.default()
            let calls = HandlerCalls()
            let id = manager.requestImage(
                for: PHAsset(),
                targetSize: .zero,
                contentMode: .aspectFit,
                options: nil
            ) { calls.add($0, $1) }
            manager.cancelImageRequest(id)
            #expect(
                id == 7 && (manager as? SourceCompatibility6.MockImageManager)?.cancelled == [7]
            )
            #expect(calls.told == ["0 at once"])
            let logging = SourceCompatibility5.LoggingCachingManager()
            logging.startCachingImages(
                for: [PHAsset(), PHAsset()],
                targetSize: .zero,
                contentMode: .aspectFit,
                options: nil
            )
            #expect(logging.started == 2)
            #expect(
                SourceCompatibility6.ImageNames.same(.left) == .left
                    && SourceCompatibility6.ImageNames.name(.leftMirrored) == "mirrored"
            )
        }
    }
}
