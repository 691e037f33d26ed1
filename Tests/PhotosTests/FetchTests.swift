import Catalogue
import Foundation
import PhotoModel
import Photos
import Testing

extension SharedLibrary {
    @Suite struct FetchTests {
        @Test
        func `assets come by date, hidden ones and members of bursts only when asked for`() throws {
            let library = try TestLibrary([
                TestLibrary.record(3), TestLibrary.record(1) { $0.isHidden = true },
                TestLibrary.record(2) { ($0.mediaType, $0.duration) = (.video, 2.5) },
                TestLibrary.record(5) { $0.burstKey = "apple:B" },
                TestLibrary.record(4) { $0.burstKey = "apple:B" },
            ])
            defer { withExtendedLifetime(library) {} }
            #expect(PHAsset.fetchAssets(with: nil).days == [2, 3, 4])
            let options = PHFetchOptions()
            options.includeHiddenAssets = true
            options.includeAllBurstAssets = true
            #expect(PHAsset.fetchAssets(with: options).days == [1, 2, 3, 4, 5])
            options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            options.fetchLimit = 2
            #expect(PHAsset.fetchAssets(with: options).days == [5, 4])
            options.predicate = NSPredicate(format: "duration > %f AND hidden == NO", 1.0)
            #expect(PHAsset.fetchAssets(with: options).days == [2])
            #expect(PHAsset.fetchAssets(with: .video, options: nil).days == [2])
            let all = PHFetchOptions()
            all.includeAllBurstAssets = true
            let members = PHAsset.fetchAssets(withBurstIdentifier: "B", options: all)
            #expect(members.days == [4, 5])
            #expect(members.firstObject?.representsBurst == true)
        }

        @Test
        func `a result stays as it was, whatever becomes of its assets`() throws {
            let library = try TestLibrary((0..<300).map { TestLibrary.record($0) })
            let result = PHAsset.fetchAssets(with: nil)
            #expect(result.count == 300)
            let identifiers = (0..<300).map { result[$0].localIdentifier }
            let last = try #require(result.lastObject)
            try library.writer.write {
                for name in ["299.jpg", "150.jpg"] {
                    let directory = library.writer.roots[1]?.directory ?? 0
                    if let file = try library.writer.file(directory, Array(name.utf8)),
                        let record = try library.writer.asset(file.id)
                    {
                        try library.writer.remove(record)
                    }
                }
            }
            try library.writer.commit()
            #expect(result.count == 300)
            #expect((0..<300).map { result[$0].localIdentifier } == identifiers)
            #expect(result.index(of: last) == 299)
            #expect(PHAsset.fetchAssets(with: nil).count == 298)
            #expect(PHAsset.fetchAssets(with: nil).index(of: last) == NSNotFound)
        }

        @Test
        func `results are gone through forwards, backwards, in part and until told to stop`() throws
        {
            let library = try TestLibrary(
                (0..<10).map { day in
                    TestLibrary.record(day) { $0.mediaType = day < 4 ? .video : .image }
                }
            )
            defer { withExtendedLifetime(library) {} }
            let result = PHAsset.fetchAssets(with: nil)
            var seen: [Int] = []
            result.enumerateObjects { _, index, stop in
                seen.append(index)
                if index == 3 { stop.pointee = true }
            }
            #expect(seen == [0, 1, 2, 3])
            seen = []
            result.enumerateObjects(at: IndexSet([1, 5, 8]), options: .reverse) { _, index, _ in
                seen.append(index)
            }
            #expect(seen == [8, 5, 1])
            #expect(result.objects(at: IndexSet([9, 0])).map { result.index(of: $0) } == [0, 9])
            #expect(result.countOfAssets(with: .video) == 4)
            #expect(result.countOfAssets(with: .image) == 6)
            #expect(result.contains(result[7]))
            #expect(result.index(of: result[7], in: NSRange(location: 0, length: 5)) == NSNotFound)
            #expect(PHFetchResult<PHAsset>().firstObject == nil)
            #expect(result[3].value(forKey: "filename") as? String == "3.jpg")
            #expect(result[3].value(forKey: "nothing") == nil)
        }

        @Test
        func `without a catalogue everything is empty and may be read`() {
            PHPhotoLibrary.setShared(
                PHPhotoLibrary(catalogueAt: URL(fileURLWithPath: "/nowhere/c.sqlite"))
            )
            #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .authorized)
            #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == .restricted)
            #expect(PHAsset.fetchAssets(with: nil).count == 0)
        }
    }
}
