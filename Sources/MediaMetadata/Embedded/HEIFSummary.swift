/// What a HEIF or AVIF file says of its primary picture that a decoder does not take notice of.
package struct HEIFSummary {
    /// Its size as it is looked at.
    package let width: Int
    package let height: Int
    /// Whether its colours are those of Display P3, as a number instead of a profile says.
    package let isDisplayP3: Bool
    /// Whether there is a small picture of it.
    package let hasThumbnail: Bool
    /// Of how many others its pictures are made, as a large one is of tiles.
    package let parts: Int
    /// The four bytes of the types of references that libheif before 1.19 stumbles over in files of iOS 18.
    ///
    /// They say what describes a picture or is auxiliary to it: read as `free`, nothing of the picture is lost but
    /// transparency.
    package let referenceTypes: [Int]

    package init?(_ file: FileBytes) {
        guard let heif = HEIFReader(file) else { return nil }
        (width, height) = (heif.width, heif.height)
        isDisplayP3 = heif.facts.primaries == 12
        hasThumbnail = heif.facts.hasThumbnail
        parts = heif.facts.parts
        referenceTypes = heif.facts.referenceTypes
    }
}
