internal import Catalogue
internal import Foundation
internal import PhotoModel

extension Doctor {
    /// The bytes that should be free for the catalogue, so that it and its log can grow.
    private static let wantedRoom: Int64 = 64 << 20

    /// The directory of the catalogue, or its nearest existing parent.
    private var place: String {
        var directory = (catalogue as NSString).deletingLastPathComponent
        while unsafe access(directory, F_OK) != 0, directory.count > 1 {
            directory = (directory as NSString).deletingLastPathComponent
        }
        return directory
    }

    /// Whether the place of the catalogue is read-only.
    var isReadOnly: Bool { ReadOnlyDisk.holds(catalogue: "\(place)/") }

    /// Checks that there is room to write, and permission.
    func disk(_ report: (Finding) -> Void) {
        let directory = place
        guard !isReadOnly else {
            let detail = "the disk of the catalogue \(catalogue) is read-only, so nothing new is"
            let cure = ReadOnlyDisk.cure("\(directory)/")
            return report(Finding("disk", .problem, "\(detail) noticed; \(cure)"))
        }
        if unsafe access(directory, W_OK) != 0 {
            let reason = unsafe String(cString: strerror(errno))
            report(Finding("disk", .note, "\(directory) cannot be written by this user: \(reason)"))
        } else {
            foreign(report)
        }
        var room = statvfs()
        guard unsafe statvfs(directory, &room) == 0 else { return }
        let free = Int64(room.f_bavail) * Int64(room.f_frsize)
        let kind = MountKind(of: Array(directory.utf8))
        guard !DiskShortage(at: directory).isOfInodes else {
            let detail =
                "no inode is free for a file of the catalogue on \(kind.name); delete some files"
            let cure = "df -i \(ShellWord.quoted(directory))"
            return report(Finding("disk", .problem, detail, cure: cure))
        }
        let isShort = free < Self.wantedRoom
        let wanted = isShort ? ", \(Self.wantedRoom >> 20) MiB are wanted" : ""
        let text = "\(free >> 20) MiB free for the catalogue on \(kind.name)\(wanted)"
        report(
            Finding(
                "disk",
                isShort ? .problem : .ok,
                text,
                cure: isShort ? "df -h \(ShellWord.quoted(directory))" : nil
            )
        )
    }

    /// Reports files of the catalogue that its user cannot write, probably because root ran a command.
    private func foreign(_ report: (Finding) -> Void) {
        let closed = CatalogueLocation.closedFiles(catalogue)
        guard let first = closed.first else { return }
        let user = ServiceUser(ownerOf: catalogue).name
        let words = closed.map { ShellWord.quoted($0) }.joined(separator: " ")
        let others = closed.count > 1 ? " and \(closed.count - 1) more beside it" : ""
        let finding = "\(first)\(others) cannot be written by \(user)"
        // Anything else may have been put there to have root give away a file of somebody else.
        guard closed.allSatisfy(CatalogueLocation.isPlainFileInOwnDirectory) else {
            let words = "\(finding), and is a link or in a directory of somebody else"
            let look = "ls -l \(ShellWord.quoted(first))"
            return report(Finding("disk", .problem, words, cure: look))
        }
        report(
            Finding(
                "disk",
                .problem,
                "\(finding), who may write the directory",
                cure: "sudo chown -h \(ShellWord.quoted(user)): \(words)"
            )
        )
    }
}
