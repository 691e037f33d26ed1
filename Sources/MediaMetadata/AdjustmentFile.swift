/// The contents of the property list in an `.AAE` file.
package enum AdjustmentFile {
    /// The key of the edited version's name, which is our own; Apple's systems ignore it.
    package static let renderedKey = "heliographRenderedFilename"

    /// Returns the texts of an open file by key, data as Base64; empty if the file is longer than the limit.
    ///
    /// The descriptor belongs to a regular file; the caller keeps it open and closes it.
    package static func texts(_ descriptor: Int32, limit: Int) -> [String: String] {
        let file = FileBytes()
        guard file.load(descriptor) == 0, file.size <= limit else { return [:] }
        let text = file.withBytes(at: 0, count: file.size) { $0.array } ?? []
        return text.lend { PropertyListText.values($0, file, limit: limit) }
    }
}
