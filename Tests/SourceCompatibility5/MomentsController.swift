// Code as apps have it, in a style of its own.
// swift-format-ignore-file
import Photos

/// A timeline of years, journeys and moments.
public final class MomentsController: NSObject {
    public struct Section {
        public let title: String
        public let moments: PHFetchResult<PHAssetCollection>
    }

    public private(set) var sections: [Section] = []

    public func reload() {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "endDate", ascending: false)]
        let lists = PHCollectionList.fetchMomentLists(with: .momentListYear, options: options)
        sections = (0..<lists.count).map { index in
            let list = lists[index]
            return Section(
                title: list.localizedTitle ?? "",
                moments: PHAssetCollection.fetchMoments(inMomentList: list, options: nil))
        }
    }

    public func headline(for moment: PHAssetCollection) -> String {
        let formatter = DateFormatter()
        formatter.dateStyle = .medium
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        let date = moment.startDate.map { formatter.string(from: $0) } ?? ""
        let places = moment.localizedLocationNames.joined(separator: ", ")
        return places.isEmpty ? date : "\(places) — \(date)"
    }

    public func cover(of moment: PHAssetCollection) -> PHAsset? {
        PHAsset.fetchKeyAssets(in: moment, options: nil)?.firstObject
    }

    public func coordinate(of moment: PHAssetCollection) -> CLLocationCoordinate2D? {
        moment.approximateLocation?.coordinate
    }
}

/// A model that holds photo objects across actors, as `Sendable` they may.
public actor SelectionModel {
    private var selected: [PHAsset] = []
    private var album = PHAssetCollection()

    public init() {}

    public func select(_ asset: PHAsset) { selected.append(asset) }

    public func open(_ collection: PHAssetCollection) -> PHFetchResult<PHAsset> {
        album = collection
        return PHAsset.fetchAssets(in: album, options: nil)
    }

    public func selection() -> [PHAsset] { selected }

    public var asEnumeration: NSFastEnumeration { selected as NSArray }
}
