internal import Catalogue
internal import Glibc
internal import PhotoModel

/// Directories that could not be listed, with the error; their known contents are kept.
final class UnlistedDirectories {
    private let writer: CatalogueWriter
    private let tree: WatchedTree
    private var errors: [Int64: Int32] = [:]
    /// The errors that were saved last.
    private var saved: [Int64: Int32] = [:]
    private var isNews = true
    /// Whether there are unsaved changes, for example because a directory is no longer followed.
    var hasChanged: Bool { isNews || errors.contains { tree[$0.key] == nil } }

    init(_ writer: CatalogueWriter, _ tree: WatchedTree) {
        (self.writer, self.tree) = (writer, tree)
    }

    /// Records that a directory could not be listed.
    ///
    /// - Returns: Whether the error is new.
    @discardableResult
    func failed(_ directory: Int64, _ error: Int32) -> Bool {
        guard errors[directory] != error else { return false }
        (errors[directory], isNews) = (error, true)
        return true
    }

    /// Records that a directory was listed.
    ///
    /// - Returns: Whether the previous attempt had failed.
    func listed(_ directory: Int64) -> Bool {
        guard !errors.isEmpty, errors.removeValue(forKey: directory) != nil else { return false }
        isNews = true
        return true
    }

    var isEmpty: Bool { errors.isEmpty }
    var count: Int { errors.count }

    /// Whether a directory could not be listed because of an error other than its permissions or its path.
    var hasErrors: Bool { errors.contains { Self.isPassing($0.value) } }

    /// The file systems with a directory that could not be listed, for whatever reason.
    var volumes: Set<Int64> { volumes { _ in true } }

    /// The file systems with a directory that could not be listed because of such an error: a file that is missing
    /// elsewhere on them may have been moved there.
    var uncertainVolumes: Set<Int64> { volumes(where: Self.isPassing) }

    private func volumes(where isCounted: (Int32) -> Bool) -> Set<Int64> {
        Set(
            errors.compactMap { directory, error in
                guard isCounted(error), tree[directory] != nil else { return nil }
                return writer.directories[directory]?.volume
            }
        )
    }

    private static func isPassing(_ error: Int32) -> Bool {
        ![EACCES, EPERM, ELOOP, ENAMETOOLONG].contains(error)
    }

    /// A description, for people, of the directories of a root that cannot be listed; nil if all of them can.
    func detail(of root: Int64) -> String? {
        let failed = errors.filter {
            tree[$0.key] != nil && writer.directories[$0.key]?.root == root
        }
        let places = failed.compactMap { directory, error in
            writer.absolutePath(directory).map { (PrintableText.line($0), error) }
        }
        guard let (path, error) = places.min(by: { $0.0 < $1.0 }) else { return nil }
        let reason = unsafe String(cString: strerror(error))
        let what = places.count == 1 ? path : "\(places.count) directories, \(path) among them,"
        return "\(what) cannot be listed (\(reason)); what is known there is kept until it can be"
    }

    /// Saves for `status` which directories could not be listed.
    ///
    /// - Returns: Whether they differ from those that this process saved last.
    @discardableResult
    func save() throws -> Bool {
        isNews = false
        errors = errors.filter { tree[$0.key] != nil }
        try writer.write { try writer.setUnlisted(errors) }
        defer { saved = errors }
        return errors != saved
    }
}
