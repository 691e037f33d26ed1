internal import Foundation

/// Edits to apply later to an ordered list without duplicates, such as the members of an album.
struct MemberList {
    /// The list that indexes refer to; nil for the list at the time of applying.
    var snapshot: [Int64]?
    private var edits: [(inout [Int64]) -> Void] = []

    var isEmpty: Bool { edits.isEmpty }

    mutating func add(_ members: [Int64]) {
        edits.append { list in
            var known = Set(list)
            for member in members where known.insert(member).inserted { list.append(member) }
        }
    }

    mutating func insert(_ members: [Int64], at indexes: IndexSet) {
        ensure(members.count == indexes.count, "as many positions as objects are needed")
        edits.append { list in
            list.removeAll { members.contains($0) }
            for (index, member) in zip(indexes, members) {
                list.insert(member, at: min(index, list.count))
            }
        }
    }

    mutating func remove(_ members: [Int64]) {
        let gone = Set(members)
        edits.append { list in list.removeAll { gone.contains($0) } }
    }

    mutating func remove(at indexes: IndexSet) {
        edits.append { list in
            for index in indexes.reversed() where index < list.count { list.remove(at: index) }
        }
    }

    mutating func replace(at indexes: IndexSet, with members: [Int64]) {
        ensure(members.count == indexes.count, "as many positions as objects are needed")
        edits.append { list in
            var kept = list.map { Int64?.some($0) }
            for index in kept.indices where members.contains(list[index]) { kept[index] = nil }
            for (index, member) in zip(indexes, members) where index < kept.count {
                kept[index] = member
            }
            list = kept.compactMap { $0 }
        }
    }

    /// Takes out the elements first; `index` is a position among the remaining ones.
    mutating func move(at indexes: IndexSet, to index: Int) {
        edits.append { list in
            let moved = indexes.filter { $0 < list.count }.map { list[$0] }
            for index in indexes.reversed() where index < list.count { list.remove(at: index) }
            list.insert(contentsOf: moved, at: min(index, list.count))
        }
    }

    /// Returns the edited list; elements added since the snapshot are kept at the end, removed ones stay removed.
    func applied(to current: [Int64]) -> [Int64] {
        let start = snapshot ?? current
        var list = start
        for edit in edits { edit(&list) }
        guard start != current else { return list }
        let (known, there) = (Set(start), Set(current))
        return list.filter { !known.contains($0) || there.contains($0) }
            + current.filter { !known.contains($0) && !list.contains($0) }
    }
}

/// Returns the objects in any argument of a change request.
func enumerated(_ objects: any NSFastEnumeration) -> [PHObject] {
    switch objects {
    case let result as PHFetchResult<PHAsset>: (0..<result.count).map { result[$0] }
    case let result as PHFetchResult<PHAssetCollection>: (0..<result.count).map { result[$0] }
    case let result as PHFetchResult<PHCollectionList>: (0..<result.count).map { result[$0] }
    case let result as PHFetchResult<PHCollection>: (0..<result.count).map { result[$0] }
    case let array as NSArray: array.compactMap { $0 as? PHObject }
    case let set as NSSet: set.compactMap { $0 as? PHObject }
    case let set as NSOrderedSet: set.compactMap { $0 as? PHObject }
    case let array as [Any]: array.compactMap { $0 as? PHObject }
    case let set as Set<AnyHashable>: set.compactMap { $0.base as? PHObject }
    default: []
    }
}

extension Array {
    /// Returns the elements without those whose key an earlier one has: a list that reports changes has no duplicates.
    func eachOnce<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
        var known: Set<Key> = []
        return filter { known.insert(key($0)).inserted }
    }
}
