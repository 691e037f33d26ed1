internal import PhotoModel

/// What an editor made of an asset: another picture or film, and how it came to that.
package struct AssetEdit: Sendable {
    /// Where the edited picture or film lies; the file is copied.
    package let rendered: [UInt8]
    package let adjustments: AdjustmentEnvelope

    package init(rendered: [UInt8], adjustments: AdjustmentEnvelope) {
        (self.rendered, self.adjustments) = (rendered, adjustments)
    }
}

/// An edit whose picture or film is on the library's file system under a staging name, which is not indexed.
package struct StagedEdit {
    let rendered: StagedFile
    let adjustments: AdjustmentEnvelope
    let mediaType: MediaType
    /// Who may do what with its files.
    let mode: UInt32
}
