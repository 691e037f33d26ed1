/// The properties of a collection that a change can touch.
package struct CollectionKeys: OptionSet, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    package static let count = Self(rawValue: 1 << 0)
    package static let title = Self(rawValue: 1 << 1)
    package static let path = Self(rawValue: 1 << 2)
    package static let parentId = Self(rawValue: 1 << 3)
    package static let dates = Self(rawValue: 1 << 4)

    /// The position among the user's collections in the same folder.
    package static let position = Self(rawValue: 1 << 6)

    /// A moment's place, which is not part of the JSON.
    package static let location = Self(rawValue: 1 << 5)

    /// Each bit with the JSON keys it stands for.
    package static let names: [(key: CollectionKeys, names: [StaticString])] = [
        (.title, ["title"]), (.path, ["path"]), (.parentId, ["parentId"]), (.count, ["count"]),
        (.dates, ["startDate", "endDate"]), (.position, ["position"]),
    ]
}
