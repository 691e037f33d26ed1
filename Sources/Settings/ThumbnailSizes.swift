/// The longest sides of the thumbnails to make in advance, in pixels.
package struct ThumbnailSizes: Sendable {
    package let all: [Int]

    /// The permitted sizes, for messages.
    package static let rule = "at most four sizes of 16 to 2048 pixels"

    /// Creates a list of sizes; nil if they are not permitted.
    init?(numbers: [Int?]) {
        let sizes = numbers.compactMap { $0 }
        guard sizes.count == numbers.count, sizes.count <= 4,
            sizes.allSatisfy({ (16...2_048).contains($0) })
        else { return nil }
        all = Set(sizes).sorted()
    }

    /// Parses a list such as `256,1024`.
    package init?(_ text: String) {
        self.init(
            numbers: text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        )
    }
}
