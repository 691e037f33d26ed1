internal import PhotoModel

/// An editor's result for an asset: another picture or film, and the adjustments that led to it.
package struct AssetEdit: Sendable {
    /// The path of the edited picture or film; the file is copied.
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
    /// The permissions of the files.
    let mode: UInt32
}
