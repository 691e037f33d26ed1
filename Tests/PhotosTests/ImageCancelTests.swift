import Foundation
import Imaging
import Renditions
import Synchronization
import TestSupport
import Testing

@testable import Photos

extension SharedLibrary {
    /// Requests that are cancelled, wherever they are.
    @Suite final class ImageCancelTests {
        /// Where a request is when it is cancelled.
        enum Point: CaseIterable {
            case first, waiting, afterRough, finished, answered
        }

        private let library: TestLibrary
        private let calls = HandlerCalls()
        private let fake = FakePictures()

        init() throws {
            library = try TestLibrary((0..<4).map { TestLibrary.record($0) })
        }

        deinit {
            PictureMaker.setShared(nil)
        }

        private func request(_ calls: HandlerCalls) -> PHImageRequestID {
            defer { calls.goOn() }
            return PHImageManager.default().requestImage(
                for: PHAsset.fetchAssets(with: nil)[0],
                targetSize: CGSize(width: 200, height: 200),
                contentMode: .aspectFit,
                options: nil
            ) { calls.add($0, $1) }
        }

        @Test(arguments: Point.allCases)
        func `a cancelled request says so once, and nothing after`(_ point: Point) async {
            let id = request(calls)
            // What the main queue has to do waits until the request is cancelled.
            let goOn = DispatchSemaphore(value: 0)
            var before: [String] = []
            switch point {
            case .first: break
            case .waiting: _ = fake.openAll()
            case .afterRough:
                fake.answer(.embedded)
                await HandlerCalls.settle()
                before = ["40 degraded main"]
            case .finished:
                DispatchQueue.main.async {
                    _ = goOn.wait(timeout: .now() + Patience.seconds)
                }
                fake.answer(.picture)
            case .answered:
                fake.answer(.picture)
                await HandlerCalls.settle()
                before = ["200 main"]
            }
            for _ in 0..<2 { PHImageManager.default().cancelImageRequest(id) }
            goOn.signal()
            await HandlerCalls.settle()
            #expect(calls.told == before + (point == .answered ? [] : ["cancelled main"]))
            #expect(fake.waiting.isEmpty)
            fake.answer(.embedded)
            fake.answer(.picture)
            await HandlerCalls.settle()
            #expect(calls.told.count == before.count + (point == .answered ? 0 : 1))
        }

        @Test func `a handler may cancel its own request`() async throws {
            try fake.keep(PHAsset.fetchAssets(with: nil)[0], FakePictures.wanted(128))
            let calls = calls
            PHImageManager.default().requestImage(
                for: PHAsset.fetchAssets(with: nil)[0],
                targetSize: CGSize(width: 200, height: 200),
                contentMode: .aspectFit,
                options: nil
            ) { image, info in
                calls.add(image, info)
                guard let id = info?[PHImageResultRequestIDKey] as? PHImageRequestID else { return }
                PHImageManager.default().cancelImageRequest(id)
            }
            calls.goOn()
            await HandlerCalls.settle()
            #expect(calls.told == ["128 degraded at once", "cancelled main"])
            #expect(fake.waiting.isEmpty)
        }

        @Test func `numbers that name no request are cancelled in peace`() {
            for id in [PHInvalidImageRequestID, -1, .max] {
                PHImageManager.default().cancelImageRequest(id)
            }
        }

        @Test func `a thousand requests of fifty callers are answered once each`() async {
            let fake = FakePictures(answersAtOnce: true)
            let tally = Tally()
            let assets = PHAsset.fetchAssets(with: nil)
            let all = (0..<assets.count).map { assets[$0] }
            await withTaskGroup(of: Void.self) { group in
                for caller in 0..<50 {
                    group.addTask {
                        for turn in 0..<20 {
                            let number = caller * 20 + turn
                            let options = PHImageRequestOptions()
                            options.deliveryMode =
                                number % 2 == 0 ? .fastFormat : .highQualityFormat
                            let id = PHImageManager.default().requestImage(
                                for: all[number % all.count],
                                targetSize: CGSize(width: 10 + number, height: 500),
                                contentMode: .aspectFit,
                                options: options
                            ) { image, info in
                                let isCancelled = info?[PHImageCancelledKey] as? Bool == true
                                #expect((image == nil) == isCancelled)
                                tally.count(number)
                            }
                            tally.add(id)
                            if number % 3 == 0 { PHImageManager.default().cancelImageRequest(id) }
                        }
                    }
                }
            }
            while tally.counts.count < 1_000 { await HandlerCalls.settle() }
            await HandlerCalls.settle()
            #expect(tally.counts.values.allSatisfy { $0 == 1 })
            #expect(Set(tally.ids).count == 1_000)
            withExtendedLifetime((library, fake)) {}
        }

        /// How often the handler of each request was called.
        private final class Tally: Sendable {
            private let state = Mutex((counts: [Int: Int](), ids: [PHImageRequestID]()))

            var counts: [Int: Int] { state.withLock { $0.counts } }
            var ids: [PHImageRequestID] { state.withLock { $0.ids } }

            func add(_ id: PHImageRequestID) { state.withLock { $0.ids.append(id) } }
            func count(_ number: Int) { state.withLock { $0.counts[number, default: 0] += 1 } }
        }
    }
}
