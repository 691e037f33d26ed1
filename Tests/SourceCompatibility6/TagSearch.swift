// Code as apps have it, in a style of its own.
// swift-format-ignore-file
import Photos

/// A search over an app's own records and over the assets they are about.
public final class TagSearch {
    public struct Note {
        public let text: String
        public let stars: Int

        public init(text: String, stars: Int) {
            self.text = text
            self.stars = stars
        }
    }

    public private(set) var records: [[String: Any]]

    public init(records: [[String: Any]]) {
        self.records = records
    }

    public static func isEmail(_ text: String) -> Bool {
        let pattern = "[A-Z0-9a-z._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,64}"
        return NSPredicate(format: "SELF MATCHES %@", pattern).evaluate(with: text)
    }

    public func names(matching query: String) -> [String] {
        let names = records.compactMap { $0["name"] as? String } as NSArray
        let found = names.filtered(using: NSPredicate(format: "SELF CONTAINS[cd] %@", query))
        return found as? [String] ?? []
    }

    public func records(tagged tag: String, atLeast stars: Int, since date: Date) -> [[String: Any]] {
        let template = NSPredicate(format: "stars >= $STARS AND ANY tags == $TAG")
        let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
            template.withSubstitutionVariables(["STARS": stars, "TAG": tag]),
            NSPredicate(format: "added > %@", date as NSDate),
            NSPredicate(block: { object, _ in (object as? [String: Any])?["name"] != nil }),
            NSPredicate(value: true),
        ])
        let found = (records as NSArray).filtered(using: predicate)
        let sorted = (found as NSArray).sortedArray(using: [
            NSSortDescriptor(key: "stars", ascending: false),
            NSSortDescriptor(key: "name", ascending: true),
        ])
        return sorted as? [[String: Any]] ?? []
    }

    public func record(withID id: UUID, at link: URL) -> [String: Any]? {
        let predicate = NSPredicate(format: "id == %@ AND link == %@", id as CVarArg, link as CVarArg)
        return records.first { predicate.evaluate(with: $0) }
    }

    public func records(in names: Set<String>) -> [[String: Any]] {
        records.filter { NSPredicate(format: "name IN %@", names).evaluate(with: $0) }
    }

    public func best(of notes: [Note]) -> [Note] {
        notes.filter { NSPredicate(format: "stars > 3 && text.length > 0").evaluate(with: $0) }
    }

    public static func newest() -> PHFetchResult<PHAsset> {
        let options = PHFetchOptions()
        options.setValue(NSPredicate(format: "%K == %d", #"mediaType"#, 1), forKey: "predicate")
        options.sortDescriptors = [
            NSSortDescriptor(SortDescriptor(\PHAsset.creationDate, order: .reverse)),
        ]
        return PHAsset.fetchAssets(with: options)
    }

    public static func summary(of assets: PHFetchResult<PHAsset>) -> String {
        let newest = assets.value(forKeyPath: "@max.creationDate") as? Date
        let count = assets.value(forKeyPath: "@count") as? Int ?? 0
        let names = assets.value(forKey: "filename") as? [String] ?? []
        return "\(count) since \(newest?.timeIntervalSince1970 ?? 0), \(names.first ?? "none")"
    }

    public static func megabytes(of asset: PHAsset) -> CGFloat {
        let sizes = PHAssetResource.assetResources(for: asset).map {
            $0.value(forKey: "fileSize") as? CGFloat ?? 0
        }
        return sizes.reduce(0, +) / 1_000_000
    }
}
