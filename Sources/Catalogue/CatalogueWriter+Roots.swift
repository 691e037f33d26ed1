/// A root is the directory in which its first photo or film was seen.
///
/// Before one was seen, whatever directory is at the root's path goes for it: a system may come up with an
/// empty mount point and the disk be mounted later. From the first one on, no other directory does. What
/// the catalogue has of a root tells that one was seen. Until it has something, a mark does, which is
/// committed before anything of the root is.
extension CatalogueWriter {
    /// Whether a photo was seen in a root though the catalogue may have nothing of it yet.
    package func isMarked(_ root: Int64) throws -> Bool {
        try status(Self.mark(root)) != nil
    }

    /// Notes that a photo was seen in a root.
    package func mark(_ root: Int64) throws {
        try setStatus(Self.mark(root), "")
    }

    /// Notes that what was seen in a root is in the catalogue, or was nothing after all.
    package func unmark(_ root: Int64) throws {
        try removeStatus(Self.mark(root))
    }

    private static func mark(_ root: Int64) -> String { "seen-\(root)" }
}
