/// What stands in the property list of an `.AAE` file.
package enum AdjustmentFile {
    /// The key of the edited version's name, which is our own; Apple's systems pass over it.
    package static let renderedKey = "heliographRenderedFilename"

    /// The texts of an open file by their keys, data as Base64; nothing for a file that is longer than the limit.
    ///
    /// The descriptor is that of a regular file, which the caller keeps open and closes.
    package static func texts(_ descriptor: Int32, limit: Int) -> [String: String] {
        let file = FileBytes()
        guard file.load(descriptor) == 0, file.size <= limit else { return [:] }
        let text = file.withBytes(at: 0, count: file.size) { $0.array } ?? []
        return text.lend { PropertyListText.values($0, file, limit: limit) }
    }
}
