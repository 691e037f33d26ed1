import Catalogue
import Foundation
import PhotoModel
import Photos
import Testing

extension SharedLibrary {
    @Suite struct AvailabilityTests {
        private final class Observer: NSObject, PHPhotoLibraryAvailabilityObserver, Sendable {
            let calls: AsyncStream<Int>.Continuation

            init(_ calls: AsyncStream<Int>.Continuation) {
                self.calls = calls
            }

            func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary) {
                calls.yield((photoLibrary.unavailabilityReason as NSError?)?.code ?? 0)
            }
        }

        @Test
        func `an observer hears once that all folders are away, and can still fetch`() async throws
        {
            let library = try TestLibrary([TestLibrary.record(1)])
            let shared = PHPhotoLibrary.shared()
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .authorized)
            #expect(shared.unavailabilityReason == nil)
            let (stream, calls) = AsyncStream<Int>.makeStream()
            let observer = Observer(calls)
            shared.register(observer)
            try library.writer.write {
                try library.writer.setState(1, .offline, .unmounted)
            }
            try library.writer.commit()
            var heard = stream.makeAsyncIterator()
            #expect(await heard.next() == PHPhotosError.libraryVolumeOffline.rawValue)
            #expect(PHAsset.fetchAssets(with: nil).count == 1)
            shared.unregisterAvailabilityObserver(observer)
            try library.writer.write { try library.writer.setState(1, .online, .start) }
            try library.writer.commit()
            #expect(shared.unavailabilityReason == nil)
            calls.finish()
            #expect(await heard.next() == nil)
        }

        @Test
        func `a library that takes no files is restricted for adding only`() throws {
            let library = try TestLibrary([TestLibrary.record(1)])
            try library.writer.write { try library.writer.setStatus("readOnly", "1") }
            try library.writer.commit()
            #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == .restricted)
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .authorized)
            #expect(PHAsset.fetchAssets(with: nil).count == 1)
        }

        @Test
        func `the status tells what the catalogue's permissions allow`() throws {
            let nowhere = PHPhotoLibrary(catalogueAt: URL(fileURLWithPath: "/nowhere/c.sqlite"))
            PHPhotoLibrary.setShared(nowhere)
            #expect(PHPhotoLibrary.authorizationStatus() == .authorized)
            #expect((nowhere.unavailabilityReason as NSError?)?.code == 3_142)
            #expect(PHAssetCollection.fetchMoments(with: nil).count == 0)
            #expect(PHCollection.fetchTopLevelUserCollections(with: nil).count == 0)
        }
    }
}
