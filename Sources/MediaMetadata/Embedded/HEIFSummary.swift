/// The facts about the primary picture of a HEIF or AVIF file that a decoder does not report.
package struct HEIFSummary {
    /// The size as displayed.
    package let width: Int
    package let height: Int
    /// Its colours, if they are declared by numbers.
    package let colours: ColourNumbers?
    /// Whether it has a thumbnail.
    package let hasThumbnail: Bool
    /// The number of pictures it is composed of, such as the tiles of a large one.
    package let parts: Int
    /// The offsets of the reference types that libheif before 1.19 fails on in files of iOS 18, four bytes each.
    ///
    /// The references mark items that describe a picture or are auxiliary to one: read as `free`, only the transparency
    /// is lost.
    package let referenceTypes: [Int]

    package init?(_ file: FileBytes) {
        guard let heif = HEIFReader(file) else { return nil }
        (width, height) = (heif.width, heif.height)
        colours = heif.facts.colours
        hasThumbnail = heif.facts.hasThumbnail
        parts = heif.facts.parts
        referenceTypes = heif.facts.referenceTypes
    }
}
