package import Catalogue

/// Forgets a folder of a library.
///
/// A library that was copied may have been looked at in its new folder first, so that each copy is a photo of its own.
/// Then the photos of the folder go on as their copies, with identifiers, edits and albums.
package struct RootRemoval {
    /// What became of the photos of the folder.
    package struct Outcome {
        /// How many are forgotten.
        package var removed = 0
        /// How many go on as their copies in other folders.
        package var moved = 0

        package init() {}
    }

    private let writer: CatalogueWriter
    private let root: RootRecord

    package init(_ root: RootRecord, _ writer: CatalogueWriter) {
        (self.root, self.writer) = (root, writer)
    }

    /// Returns how many files from the folder lie in the trash, which are not known any more when it is forgotten.
    package func trashed() throws -> Int {
        try writer.allTrashed().count { writer.directories[$0.directory]?.root == root.id }
    }

    /// Removes the folder and its photos from the catalogue; nothing on disk is touched.
    package func run() throws -> Outcome {
        var outcome = Outcome()
        let succession = Succession(writer: writer)
        for directory in try writer.subtree(root.directory) {
            var ids: [Int64] = []
            try writer.files(in: directory) { ids.append($0.id) }
            for id in ids {
                guard let record = try writer.asset(id) else { continue }
                if let copy = try succession.successor(of: record, outside: root.id) {
                    try succession.pass(record, to: copy)
                    outcome.moved += 1
                } else {
                    outcome.removed += 1
                }
            }
        }
        try writer.removeRoot(root.id)
        return outcome
    }
}
