import Catalogue
import Foundation
import PhotoModel
import Photos
import Testing

extension SharedLibrary {
    @Suite struct SortDescriptorTests {
        @Test
        func `descriptors of both kinds sort fetches and lists alike`() throws {
            let library = try TestLibrary(
                (0..<6).map { day in
                    TestLibrary.record(day) { $0.duration = Double(day) / 2 }
                }
            )
            defer { withExtendedLifetime(library) {} }
            let options = PHFetchOptions()
            let newestFirst = [5, 4, 3, 2, 1, 0]
            for descriptor in [
                NSSortDescriptor(SortDescriptor(\PHAsset.creationDate, order: .reverse)),
                NSSortDescriptor(key: "creationDate", ascending: false),
                NSSortDescriptor(keyPath: \PHAsset.creationDate, ascending: false),
                NSSortDescriptor(SortDescriptor(\PHAsset.duration, order: .reverse)),
            ] {
                options.sortDescriptors = nil
                let assets = PHAsset.fetchAssets(with: options)
                options.sortDescriptors = [descriptor]
                #expect(PHAsset.fetchAssets(with: options).days == newestFirst)
                let list = NSArray(array: assets.objects(at: IndexSet(0..<6)))
                let sorted = list.sortedArray(using: [descriptor]).compactMap { $0 as? PHAsset }
                #expect(sorted.map(\.duration) == [2.5, 2, 1.5, 1, 0.5, 0])
                let reversed = try #require(descriptor.reversedSortDescriptor as? NSSortDescriptor)
                #expect(reversed.ascending && reversed.key == descriptor.key)
                let back = list.sortedArray(using: [reversed]).compactMap { $0 as? PHAsset }
                #expect(back.map(\.duration) == [0, 0.5, 1, 1.5, 2, 2.5])
            }
        }

        @Test
        func `dictionaries of an app are sorted by a key`() {
            let people: [[String: Any]] = [["name": "B", "age": 3], ["age": 9], ["name": "A"]]
            let byName = NSSortDescriptor(key: "name", ascending: true)
            let sorted = NSArray(array: people).sortedArray(using: [byName])
            #expect(sorted.map { ($0 as? [String: Any])?["name"] as? String } == [nil, "A", "B"])
        }
    }
}
