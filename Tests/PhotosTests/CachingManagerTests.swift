import Catalogue
import Foundation
import Imaging
import Renditions
import TestSupport
import Testing

@testable import Photos

extension SharedLibrary {
    /// Pictures that are made before they are asked for.
    @Suite final class CachingManagerTests {
        private let library: TestLibrary
        private let assets: [PHAsset]
        private let fake = FakePictures()
        private let manager = PHCachingImageManager()
        private let size = CGSize(width: 100, height: 100)

        init() throws {
            library = try TestLibrary(
                (0..<5).map { day in TestLibrary.record(day) { $0.file.fingerprint = day } }
            )
            let all = PHAsset.fetchAssets(with: nil)
            assets = (0..<all.count).map { all[$0] }
        }

        deinit {
            PictureMaker.setShared(nil)
        }

        private func start(_ range: Range<Int>, _ side: Double = 100) {
            manager.startCachingImages(
                for: Array(assets[range]),
                targetSize: CGSize(width: side, height: side),
                contentMode: .aspectFill,
                options: nil
            )
            manager.settle()
        }

        private func stop(_ range: Range<Int>, _ side: Double = 100) {
            manager.stopCachingImages(
                for: Array(assets[range]),
                targetSize: CGSize(width: side, height: side),
                contentMode: .aspectFill,
                options: nil
            )
        }

        @Test func `each picture is made once, and found when it is asked for`() throws {
            start(0..<3)
            start(1..<4)
            #expect(fake.waiting.count == 4)
            #expect(fake.answer(.picture) == 4)
            #expect(fake.made.map(\.priority) == Array(repeating: .soon, count: 4))
            let calls = HandlerCalls()
            manager.requestImage(
                for: assets[2],
                targetSize: size,
                contentMode: .aspectFill,
                options: nil
            ) { calls.add($0, $1) }
            #expect(calls.told == ["133 at once"])
            stop(0..<4)
            start(0..<4)
            #expect(fake.waiting.isEmpty)
        }

        @Test func `what is stopped is not made`() {
            start(0..<5)
            stop(1..<3)
            stop(3..<5, 200)
            #expect(fake.cancelled == 2 && fake.waiting.count == 3)
            manager.stopCachingImagesForAllAssets()
            #expect(fake.cancelled == 5 && fake.waiting.isEmpty)
        }

        @Test func `a manager that is gone has nothing made`() {
            var other: PHCachingImageManager? = PHCachingImageManager()
            other?.startCachingImages(
                for: assets,
                targetSize: size,
                contentMode: .aspectFill,
                options: nil
            )
            other?.settle()
            #expect(fake.waiting.count == 5)
            other = nil
            #expect(fake.waiting.isEmpty)
        }
    }
}
