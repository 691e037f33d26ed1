import Foundation
import Photos

/// Fetches of every kind, kept up to date by what their changes are said to be.
final class Followed: NSObject, PHPhotoLibraryChangeObserver, @unchecked Sendable {
    // `@unchecked Sendable` is true because lists are touched with the lock held only.

    private let report: Report
    /// Signalled after each change that was told.
    private let lock = NSCondition()
    private var lists: [any FollowedList] = []

    init(_ report: Report) {
        self.report = report
        super.init()
        assets("all") { nil }
        assets("latest five") {
            let options = PHFetchOptions()
            options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
            options.fetchLimit = 5
            return options
        }
        assets("favorites by change") {
            let options = PHFetchOptions()
            options.predicate = NSPredicate(format: "favorite == YES")
            options.sortDescriptors = [NSSortDescriptor(key: "modificationDate", ascending: false)]
            return options
        }
        assets("hidden too, by size and date") {
            let options = PHFetchOptions()
            options.includeHiddenAssets = true
            options.includeAllBurstAssets = true
            options.sortDescriptors = [
                NSSortDescriptor(key: "pixelWidth", ascending: true),
                NSSortDescriptor(key: "creationDate", ascending: false),
            ]
            return options
        }
        let some = PHAsset.fetchAssets(with: nil)
        let names = (0..<min(4, some.count)).map { some[$0].localIdentifier }
        add("by name") { PHAsset.fetchAssets(withLocalIdentifiers: names, options: nil) }
        for (kind, subtype) in [
            (PHAssetCollectionType.smartAlbum, PHAssetCollectionSubtype.smartAlbumFavorites),
            (.smartAlbum, PHAssetCollectionSubtype(rawValue: 1_000_000_201) ?? .any),
            (.album, .any), (.moment, .any),
        ] {
            let found = PHAssetCollection.fetchAssetCollections(
                with: kind,
                subtype: subtype,
                options: nil
            )
            for index in 0..<min(found.count, 3) {
                let album = found[index]
                add("in \(album.localizedTitle ?? "a moment")") {
                    PHAsset.fetchAssets(in: album, options: nil)
                }
            }
        }
        for kind in [PHAssetCollectionType.album, .smartAlbum, .moment] {
            add("collections \(kind.rawValue)") {
                PHAssetCollection.fetchAssetCollections(with: kind, subtype: .any, options: nil)
            }
        }
        add("top") { PHCollection.fetchTopLevelUserCollections(with: nil) }
        add("folders") {
            PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: nil)
        }
    }

    private func assets(_ name: String, _ options: @escaping () -> PHFetchOptions?) {
        add(name) { PHAsset.fetchAssets(with: options()) }
    }

    private func add<Object: PHObject>(
        _ name: String,
        _ fetch: @escaping () -> PHFetchResult<Object>
    ) {
        lists.append(List(name, fetch))
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) {
        lock.withLock {
            for index in lists.indices { lists[index].update(changeInstance, report) }
            lock.broadcast()
        }
    }

    /// Waits until every list is what is fetched anew, by what was told of it.
    func catchUp() {
        // Only so that one that is never told of ends some time.
        let end = Date(timeIntervalSinceNow: 1_200)
        lock.withLock {
            while !lists.allSatisfy(\.isUpToDate), lock.wait(until: end) {}
        }
    }

    /// Compares every list with what is fetched anew, once nothing is told any more.
    func finish() {
        catchUp()
        lock.withLock {
            for list in lists {
                guard !list.isUpToDate else {
                    report.count("converged")
                    continue
                }
                report.fault("\(list.name): \(list.difference)")
            }
        }
    }
}

protocol FollowedList {
    var name: String { get }
    var isUpToDate: Bool { get }
    /// How it is another list than it should be.
    var difference: String { get }
    mutating func update(_ change: PHChange, _ report: Report)
}

/// A fetch and what became of it.
private struct List<Object: PHObject>: FollowedList {
    let name: String
    private let fetch: () -> PHFetchResult<Object>
    private var result: PHFetchResult<Object>
    private var kept: [String]

    init(_ name: String, _ fetch: @escaping () -> PHFetchResult<Object>) {
        (self.name, self.fetch) = (name, fetch)
        result = fetch()
        kept = Self.names(result)
    }

    private static func names(_ result: PHFetchResult<Object>) -> [String] {
        (0..<result.count).map { result[$0].localIdentifier }
    }

    var isUpToDate: Bool { Self.names(fetch()) == kept }

    var difference: String { "\(kept) in the place of \(Self.names(fetch()))" }

    mutating func update(_ change: PHChange, _ report: Report) {
        guard let details = change.changeDetails(for: result) else { return }
        report.count("cases")
        let after = Self.names(details.fetchResultAfterChanges)
        if let fault = Self.fault(details, kept, after) { report.fault("\(name): \(fault)") }
        (result, kept) = (details.fetchResultAfterChanges, after)
    }

    /// What is wrong with a change; nil when nothing is.
    private static func fault(
        _ details: PHFetchResultChangeDetails<Object>,
        _ before: [String],
        _ after: [String]
    ) -> String? {
        guard details.hasIncrementalChanges else {
            let isSilent = details.removedIndexes == nil && details.insertedIndexes == nil
            return isSilent && !details.hasMoves ? nil : "indexes without details"
        }
        guard let removed = details.removedIndexes, let inserted = details.insertedIndexes,
            let changed = details.changedIndexes
        else { return "no indexes" }
        var list = before
        for index in removed.reversed() {
            guard index < list.count else { return "nothing to remove at \(index)" }
            list.remove(at: index)
        }
        for (index, object) in zip(inserted, details.insertedObjects) {
            guard index <= list.count else { return "no place to insert at \(index)" }
            list.insert(object.localIdentifier, at: index)
        }
        guard let last = changed.last.map({ $0 < list.count }), !last else {
            return steps(details, list, before, after)
        }
        return "nothing changed at the last index"
    }

    private static func steps(
        _ details: PHFetchResultChangeDetails<Object>,
        _ between: [String],
        _ before: [String],
        _ after: [String]
    ) -> String? {
        let named = (details.changedIndexes ?? []).map { between[$0] }
        guard named == details.changedObjects.map(\.localIdentifier) else {
            return "other objects changed than the indexes say"
        }
        var moves: [(from: Int, to: Int)] = []
        details.enumerateMoves { moves.append(($0, $1)) }
        guard moves.map(\.to) == moves.map(\.to).sorted(), details.hasMoves == !moves.isEmpty else {
            return "moves out of order"
        }
        var places = [String?](repeating: nil, count: between.count)
        for (from, to) in moves { places[to] = between[from] }
        let moved = Set(moves.map(\.from))
        var still = between.indices.filter { !moved.contains($0) }.map { between[$0] }
            .makeIterator()
        let list = places.map { $0 ?? still.next() ?? "" }
        guard list == after else { return "the four steps lead to another list" }
        guard Set(removedNames(details)) == Set(before).subtracting(after),
            Set(details.insertedObjects.map(\.localIdentifier)) == Set(after).subtracting(before)
        else { return "other objects came or went" }
        let fewest = between.count - longestAscent(between, after)
        return moves.count == fewest ? nil : "\(moves.count) moves where \(fewest) do"
    }

    private static func removedNames(_ details: PHFetchResultChangeDetails<Object>) -> [String] {
        details.removedObjects.map(\.localIdentifier)
    }

    /// How many objects can stay where they are.
    private static func longestAscent(_ between: [String], _ after: [String]) -> Int {
        let places = Dictionary(uniqueKeysWithValues: after.enumerated().map { ($1, $0) })
        var ends: [Int] = []
        for place in between.compactMap({ places[$0] }) {
            let index = ends.firstIndex { $0 >= place } ?? ends.count
            if index == ends.count { ends.append(place) } else { ends[index] = place }
        }
        return ends.count
    }
}
