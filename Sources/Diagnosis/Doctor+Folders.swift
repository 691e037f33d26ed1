internal import Catalogue
internal import Foundation
internal import Indexing
internal import PhotoModel
internal import Settings

extension Doctor {
    /// Checks the library's folders, and those that will be added.
    func folders(
        _ settings: Settings?,
        _ library: LibraryFacts?,
        _ user: ServiceUser,
        _ report: (Finding) -> Void
    ) {
        let configured = settings?.options.roots ?? []
        let known = library?.roots ?? []
        // The folders in an unreadable catalogue are not known.
        let isKnown = unsafe library != nil || access(catalogue, F_OK) != 0
        if configured.isEmpty, known.isEmpty, isKnown {
            report(
                Finding(
                    "folders",
                    isReadOnly ? .note : .problem,
                    "none is named yet",
                    cure: isService
                        ? "sudoedit \(Configuration.standardFile(catalogue: catalogue))"
                        : writing("index DIR")
                )
            )
        }
        for path in configured + known.map(\.path).filter({ !configured.contains($0) }) {
            let record = known.first { $0.path == path }
            var finding = folder(path, user)
            if let absent = absent(path, record, library, settings) { finding = absent }
            let isClosed = library?.unlisted.contains { $0.0 == path } ?? false
            report(library?.holder == nil || isClosed ? finding : seen(finding, record))
            if finding.state != .problem, let closed = unwritable(path, settings, user) {
                report(closed)
            }
            guard let record else { continue }
            if finding.state != .problem, let condition = condition(record) { report(condition) }
            if let difference = difference(record, configured, settings) { report(difference) }
        }
        if let library {
            unlisted(library, user, report)
            unopened(library, user, report)
        }
    }

    /// Returns a finding if a folder does not exist, as its name may be mistyped.
    private func absent(
        _ path: [UInt8],
        _ record: RootRecord?,
        _ library: LibraryFacts?,
        _ settings: Settings?
    ) -> Finding? {
        guard unsafe access(path.cString, F_OK) != 0, [ENOENT, ENOTDIR].contains(errno) else {
            return nil
        }
        let reason = unsafe String(cString: strerror(errno))
        let line = command("roots remove \(ShellWord.quoted(path))")
        let detail = "\(PrintableText.line(path)) cannot be looked at: \(reason)"
        let look = "ls -ld \(ShellWord.quoted(path))"
        guard let record, let library else {
            let place = settings?.file.map { " in \($0)" } ?? ""
            return Finding(
                "folder",
                .problem,
                "\(detail); if its name is wrong, correct it\(place)",
                cure: look
            )
        }
        guard library.unfilled.contains(record.id) else {
            let words =
                "\(detail); if it is gone for good, this forgets it with all that is known of it: \(line)"
            return Finding("folder", .problem, words, cure: look)
        }
        return Finding(
            "folder",
            .problem,
            "\(detail), and no photo of it is known; if its name is wrong, correct it and forget this one",
            cure: line + "   # while no indexer runs"
        )
    }

    /// Returns the finding for a folder in its present state.
    private func folder(_ path: [UInt8], _ user: ServiceUser) -> Finding {
        let text = PrintableText.line(path)
        var status = stat()
        if unsafe stat(path.cString, &status) != 0 {
            let code = errno
            let reason = unsafe String(cString: strerror(code))
            let cure =
                code == EACCES ? user.admission(to: path) : "ls -ld \(ShellWord.quoted(path))"
            return Finding("folder", .problem, "\(text) cannot be looked at: \(reason)", cure: cure)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            return Finding("folder", .problem, "\(text) is a file; name the folder it lies in")
        }
        guard unsafe access(path.cString, R_OK | X_OK) == 0 else {
            return Finding(
                "folder",
                .problem,
                "\(text) may not be read by \(user.name)",
                cure: user.admission(to: path)
            )
        }
        let kind = MountKind(of: path)
        var detail = "\(text) on \(kind.name)"
        if kind.isRemote {
            detail += "; changes made elsewhere are found by the hourly re-check only"
        }
        if !kind.hasStableInodes { detail += "; moves are recognized by content, not by inode" }
        return Finding("folder", kind.isRemote ? .note : .ok, detail)
    }

    /// Returns the finding from the view of the running indexer, which may see more, because its unit bind-mounts
    /// folders in closed home directories.
    private func seen(_ finding: Finding, _ record: RootRecord?) -> Finding {
        guard finding.state == .problem, isService, let record, record.state != .offline else {
            return finding
        }
        return Finding(
            finding.subject,
            .ok,
            "\(PrintableText.line(record.path)) is read by the indexer, though not from here"
        )
    }

    /// Returns the finding for a folder that the catalogue reports as offline or degraded.
    private func condition(_ root: RootRecord) -> Finding? {
        guard root.state == .offline || root.state == .degraded else { return nil }
        return Finding(
            "folder",
            root.state == .offline ? .problem : .note,
            "\(PrintableText.line(root.path)) was last seen \(root.state.name): \(root.detail ?? "")"
        )
    }

    /// Returns a finding for a folder that is followed but not configured.
    private func difference(
        _ root: RootRecord,
        _ configured: [[UInt8]],
        _ settings: Settings?
    ) -> Finding? {
        guard settings?.file != nil, !configured.isEmpty, !configured.contains(root.path) else {
            return nil
        }
        return Finding(
            "folder",
            .note,
            "\(PrintableText.line(root.path)) is followed though the configuration does not name it",
            cure: command("roots remove \(ShellWord.quoted(root.path))")
                + "   # while no indexer runs"
        )
    }
}
