/// The longest sides of the thumbnails that are made ahead, in pixels.
package struct ThumbnailSizes: Sendable {
    package let all: [Int]

    /// What may be asked for, for messages.
    package static let rule = "at most four sizes of 16 to 2048 pixels"

    /// Nil for sizes that are not kept.
    init?(numbers: [Int?]) {
        let sizes = numbers.compactMap { $0 }
        guard sizes.count == numbers.count, sizes.count <= 4,
            sizes.allSatisfy({ (16...2_048).contains($0) })
        else { return nil }
        all = Set(sizes).sorted()
    }

    /// `256,1024`.
    package init?(_ text: String) {
        self.init(
            numbers: text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        )
    }
}
