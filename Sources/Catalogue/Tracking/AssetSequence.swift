/// An ordered list of assets with their sort keys, which shares unchanged parts with the lists it was made from.
///
/// An asset takes thirteen bytes. Finding one takes as long as two binary searches; a changed list copies the leaves
/// that are touched and the array of leaves, a thousandth of the list.
package struct AssetSequence: Sendable {
    /// An asset with its place in the order: by key, then by number.
    package struct Element: Equatable, Comparable, Sendable {
        package var key: Int64
        package var asset: ListedAsset

        package init(key: Int64, asset: ListedAsset) {
            (self.key, self.asset) = (key, asset)
        }

        package static func < (a: Element, b: Element) -> Bool {
            a.key == b.key ? a.asset.id < b.asset.id : a.key < b.key
        }

        /// Returns whether the position is the same; other properties of the asset may differ.
        func isAt(_ other: Element) -> Bool { key == other.key && asset.id == other.asset.id }
    }

    /// An immutable stretch of the list.
    final class Leaf: Sendable {
        private let keys: [Int64]
        /// The assets, in forty bits each.
        private let low: [UInt32]
        private let high: [UInt8]

        static let room = 1_024

        init(_ elements: some Collection<Element>) {
            keys = elements.map(\.key)
            low = elements.map { UInt32(truncatingIfNeeded: $0.asset.rawValue) }
            high = elements.map { UInt8(truncatingIfNeeded: $0.asset.rawValue >> 32) }
        }

        var count: Int { keys.count }

        subscript(index: Int) -> Element {
            let raw = Int64(high[index]) << 32 | Int64(low[index])
            return Element(key: keys[index], asset: ListedAsset(rawValue: raw))
        }

        var elements: [Element] { (0..<count).map { self[$0] } }

        /// Returns the number of elements before the given one.
        func rank(_ element: Element) -> Int {
            partition(count) { self[$0] < element }
        }
    }

    private var leaves: [Leaf] = []
    /// The number of elements before each leaf.
    private var starts: [Int] = []
    package private(set) var count = 0

    package init() {}

    /// Creates a list of elements that are in order.
    package init(_ elements: [Element]) {
        for start in stride(from: 0, to: elements.count, by: Leaf.room) {
            leaves.append(Leaf(elements[start..<min(start + Leaf.room, elements.count)]))
        }
        number()
    }

    private mutating func number() {
        starts = []
        starts.reserveCapacity(leaves.count)
        count = 0
        for leaf in leaves {
            starts.append(count)
            count += leaf.count
        }
    }

    /// All elements in order.
    package var elements: [Element] { leaves.flatMap(\.elements) }

    package subscript(index: Int) -> Element {
        let leaf = partition(leaves.count) { starts[$0] <= index } - 1
        return leaves[leaf][index - starts[leaf]]
    }

    /// Returns the index of the leaf that an element is in, or would be in.
    private func leaf(of element: Element) -> Int {
        max(0, partition(leaves.count) { !(element < leaves[$0][0]) } - 1)
    }

    /// Returns the number of elements before the given one.
    package func rank(_ element: Element) -> Int {
        guard !leaves.isEmpty else { return 0 }
        let leaf = leaf(of: element)
        return starts[leaf] + leaves[leaf].rank(element)
    }

    /// Returns the position of an element, if it is in the list.
    package func index(of element: Element) -> Int? {
        let rank = rank(element)
        return rank < count && self[rank].isAt(element) ? rank : nil
    }

    /// Returns the list with some elements removed and others added.
    ///
    /// Both are in order. An element may be in both if its properties have changed.
    package func replacing(_ removed: [Element], with added: [Element]) -> AssetSequence {
        var (out, into) = (removed[...], added[...])
        var result = self
        result.leaves = []
        result.leaves.reserveCapacity(leaves.count + 8)
        var next = 0
        while !out.isEmpty || !into.isEmpty {
            let first = min(out.first ?? into[into.startIndex], into.first ?? out[out.startIndex])
            let touched = leaves.isEmpty ? 0 : leaf(of: first)
            if next < touched { result.leaves += leaves[next..<touched] }
            let end = touched + 1 < leaves.count ? leaves[touched + 1][0] : nil
            let gone = Self.take(&out, before: end)
            let come = Self.take(&into, before: end)
            let old = touched < leaves.count ? leaves[touched].elements : []
            result.append(Self.merged(old, without: gone, with: come))
            next = touched + 1
        }
        if next < leaves.count { result.leaves += leaves[next...] }
        result.number()
        return result
    }

    private static func take(_ list: inout ArraySlice<Element>, before end: Element?) -> [Element] {
        guard let end else {
            defer { list = [] }
            return Array(list)
        }
        let taken = list.prefix { $0 < end }
        list = list.dropFirst(taken.count)
        return Array(taken)
    }

    private static func merged(
        _ old: [Element],
        without gone: [Element],
        with come: [Element]
    ) -> [Element] {
        var (gone, come) = (gone[...], come[...])
        var merged: [Element] = []
        merged.reserveCapacity(old.count + come.count)
        for element in old {
            while let first = gone.first, first < element { gone.removeFirst() }
            if let first = gone.first, first.isAt(element) { continue }
            while let first = come.first, first < element { merged.append(come.removeFirst()) }
            merged.append(element)
        }
        return merged + come
    }

    private mutating func append(_ elements: [Element]) {
        guard elements.count > Leaf.room else {
            if !elements.isEmpty { leaves.append(Leaf(elements)) }
            return
        }
        let pieces = (elements.count + Leaf.room * 3 / 4 - 1) / (Leaf.room * 3 / 4)
        for piece in 0..<pieces {
            let range = elements.count * piece / pieces..<elements.count * (piece + 1) / pieces
            leaves.append(Leaf(elements[range]))
        }
    }
}

/// Returns the length of the prefix of `0..<count` whose numbers meet a condition that no later number meets.
func partition(_ count: Int, _ belongs: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
        let middle = (low + high) / 2
        if belongs(middle) { low = middle + 1 } else { high = middle }
    }
    return low
}
