package import Catalogue

/// Removes a folder from a library.
///
/// A copied library may have been indexed in its new folder first, so that each copy is a separate photo. The photos of
/// the removed folder then continue as their copies, with identifiers, edits and albums.
package struct RootRemoval {
    /// The outcome for the photos of the folder.
    package struct Outcome {
        /// The number of photos that are forgotten.
        package var removed = 0
        /// The number of photos that continue as their copies in other folders.
        package var moved = 0

        package init() {}
    }

    private let writer: CatalogueWriter
    private let root: RootRecord

    package init(_ root: RootRecord, _ writer: CatalogueWriter) {
        (self.root, self.writer) = (root, writer)
    }

    /// Returns the number of files from the folder in the trash, which are no longer known when the folder is removed.
    package func trashed() throws -> Int {
        try writer.allTrashed().count { writer.directories[$0.directory]?.root == root.id }
    }

    /// Removes the folder and its photos from the catalogue; nothing on disk is touched.
    package func run() throws -> Outcome {
        var outcome = Outcome()
        let succession = Succession(writer: writer, now: writer.now)
        for directory in try writer.subtree(root.directory) {
            var ids: [Int64] = []
            try writer.files(in: directory) { ids.append($0.id) }
            for id in ids {
                guard let record = try writer.asset(id) else { continue }
                if let copy = try succession.successor(of: record, outside: root.id) {
                    try writer.pass(record, to: copy)
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
