import Catalogue
import Foundation
import Imaging
import PhotoModel
import Renditions
import Testing

@testable import Photos

extension SharedLibrary {
    /// How often handlers of requests for images are called, with what, and where.
    @Suite final class ImageRequestTests {
        private let library: TestLibrary
        private let asset: PHAsset
        private let calls = HandlerCalls()
        private let fake = FakePictures()

        init() throws {
            library = try TestLibrary([
                TestLibrary.record(0) { $0.file.fingerprint = 1 },
                TestLibrary.record(1) { record in
                    (record.mediaType, record.uti) = (.video, "public.mpeg-4")
                    record.file.fingerprint = 2
                },
            ])
            asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
        }

        deinit {
            PictureMaker.setShared(nil)
        }

        @discardableResult
        private func request(
            _ mode: PHImageRequestOptionsDeliveryMode = .opportunistic,
            of asset: PHAsset? = nil,
            _ change: (PHImageRequestOptions) -> Void = { _ in }
        ) -> PHImageRequestID {
            let options = PHImageRequestOptions()
            options.deliveryMode = mode
            change(options)
            defer { calls.goOn() }
            return PHImageManager.default().requestImage(
                for: asset ?? self.asset,
                targetSize: CGSize(width: 200, height: 200),
                contentMode: .aspectFit,
                options: options
            ) { [calls] in calls.add($0, $1) }
        }

        @Test(arguments: [
            PHImageRequestOptionsDeliveryMode.opportunistic, .highQualityFormat, .fastFormat,
        ])
        func `a synchronous request answers once, in full, before it returns`(
            _ mode: PHImageRequestOptionsDeliveryMode
        ) async throws {
            let fake = FakePictures(answersAtOnce: true)
            try fake.keep(asset, FakePictures.wanted(128))
            let id = request(mode) { $0.isSynchronous = true }
            PHImageManager.default().cancelImageRequest(id)
            await HandlerCalls.settle()
            #expect(calls.told == ["200 at once"])
            #expect(calls.requests == [id])
        }

        @Test func `an opportunistic request answers roughly, then in full`() async {
            request()
            #expect(calls.told == [])
            #expect(fake.answer(.embedded) == 1)
            await HandlerCalls.settle()
            #expect(calls.told == ["40 degraded main"])
            #expect(fake.answer(.picture) == 1)
            await HandlerCalls.settle()
            #expect(calls.told == ["40 degraded main", "200 main"])
            #expect(fake.waiting.isEmpty)
        }

        @Test func `what the cache has smaller is the first answer, before the request returns`()
            async throws
        {
            try fake.keep(asset, FakePictures.wanted(128))
            request()
            #expect(calls.told == ["128 degraded at once"])
            #expect(fake.waiting == [FakePictures.wanted(200)])
            fake.answer(.picture)
            await HandlerCalls.settle()
            #expect(calls.told == ["128 degraded at once", "200 main"])
        }

        @Test func `what the cache has as asked for is the only answer`() async throws {
            try fake.keep(asset, FakePictures.wanted(200))
            try fake.keep(asset, FakePictures.wanted(128))
            request()
            #expect(calls.told == ["200 at once"] && fake.waiting.isEmpty)
        }

        @Test func `a rough picture that comes too late is none`() async {
            request()
            fake.answer(.picture)
            await HandlerCalls.settle()
            #expect(calls.told == ["200 main"])
            #expect(fake.cancelled == 1 && fake.waiting.isEmpty)
        }

        @Test(arguments: [true, false])
        func `high quality is one answer, on the main queue`(_ isKept: Bool) async throws {
            try fake.keep(asset, FakePictures.wanted(128))
            if isKept { try fake.keep(asset, FakePictures.wanted(200)) }
            request(.highQualityFormat)
            #expect(fake.answer(.picture) == (isKept ? 0 : 1))
            await HandlerCalls.settle()
            #expect(calls.told == ["200 main"] && fake.waiting.isEmpty)
        }

        @Test(arguments: [
            ("embedded", "40 degraded main"), ("smaller", "128 degraded main"),
            ("kept", "200 main"), ("nothing", "200 main"),
        ])
        func `fast is one answer, on the main queue, of what is soonest there`(
            _ there: String,
            _ answer: String
        ) async throws {
            if there == "smaller" { try fake.keep(asset, FakePictures.wanted(128)) }
            if there == "kept" { try fake.keep(asset, FakePictures.wanted(200)) }
            request(.fastFormat)
            let failure = ImagingError(.undecodable, "there is none")
            fake.answer(.embedded, there == "nothing" ? failure : nil)
            fake.answer(.picture)
            await HandlerCalls.settle()
            #expect(calls.told == [answer] && fake.waiting.isEmpty)
        }

        @Test func `a film gives a frame`() async throws {
            let film = PHAsset.fetchAssets(with: .video, options: nil)[0]
            request(of: film)
            #expect(fake.waiting.map(\.subject) == [.frame])
            fake.answer(.frame)
            await HandlerCalls.settle()
            #expect(calls.told == ["200 main"])
        }

        @Test(arguments: [true, false])
        func `what fails has no image and an error`(_ isSynchronous: Bool) async throws {
            if isSynchronous {
                // Its only file is not there.
                let fake = FailingPictures()
                PictureMaker.setShared(fake)
            }
            request { $0.isSynchronous = isSynchronous }
            if !isSynchronous {
                fake.answer(.embedded, ImagingError(.undecodable, "none"))
                fake.answer(.picture, ImagingError(.unavailable, "gone"))
            }
            await HandlerCalls.settle()
            let missing = PHPhotosError.Code.missingResource.rawValue
            #expect(calls.told == ["error \(missing) \(isSynchronous ? "at once" : "main")"])
        }

        @Test(arguments: [
            ("unreadable", PHPhotosError.Code.invalidResource), ("nowhere", .identifierNotFound),
            ("audio", .requestNotSupportedForAsset),
        ])
        func `what has no picture says why`(_ kind: String, _ code: PHPhotosError.Code)
            async throws
        {
            let asset = try Self.odd(kind, library)
            request(of: asset)
            #expect(fake.waiting.isEmpty)
            await HandlerCalls.settle()
            #expect(calls.told == ["error \(code.rawValue) main"])
        }

        @Test
        func `what lies in the trash has its picture, too`() throws {
            request(of: try Self.odd("trashed", library))
            #expect(!fake.waiting.isEmpty)
        }

        private static func odd(_ kind: String, _ library: TestLibrary) throws -> PHAsset {
            guard kind != "nowhere" else { return PHAsset() }
            try library.add(
                [
                    TestLibrary.record(9) { record in
                        if kind == "unreadable" { record.unreadableReason = "cut off" }
                        if kind == "audio" { record.mediaType = .audio }
                    }
                ],
                to: library.directory
            )
            let options = PHFetchOptions()
            options.includeUnreadableAssets = true
            let asset = try #require(PHAsset.fetchAssets(with: options).lastObject)
            if kind == "trashed", let record = asset.record {
                let file = TrashedFile(record, path: record.file.name, info: [1])
                try library.writer.write { try library.writer.trash(record, [file]) }
                try library.writer.commit()
            }
            return asset
        }
    }
}

/// Finds nothing.
struct FailingPictures: PictureMaking {
    func make(
        _ order: PictureOrder,
        _ completion: @escaping @Sendable (Result<Picture, ImagingError>) -> Void
    ) -> @Sendable () -> Void {
        completion(.failure(ImagingError(.unavailable, "gone")))
        return {}
    }

    func cached(_ order: PictureOrder) -> Picture? { nil }

    func encode(_ picture: Picture, as encoding: Encoding) throws(ImagingError) -> [UInt8] {
        throw ImagingError(.helperMissing, "gone")
    }

    func decode(_ bytes: [UInt8]) throws(ImagingError) -> Picture {
        throw ImagingError(.helperMissing, "gone")
    }
}
