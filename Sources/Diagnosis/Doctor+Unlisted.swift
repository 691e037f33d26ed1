internal import Foundation
internal import PhotoModel

extension Doctor {
    /// Tries again to list the directories that an indexer could not list.
    func unlisted(_ library: LibraryFacts, _ user: ServiceUser, _ report: (Finding) -> Void) {
        for (path, reason) in library.unlisted {
            let past =
                "\(PrintableText.line(path)) could not be listed when that was last tried (\(reason))"
            // The indexer then checks everything again.
            let cure =
                library.holder.map { "\(isService ? "sudo " : "")kill -HUP \($0)" }
                ?? writing("index")
            switch Self.listingError(path) {
            case nil: report(Finding("folder", .note, "\(past), and can be now", cure: cure))
            case ENOENT, ENOTDIR:
                report(Finding("folder", .note, "\(past), and no longer exists", cure: cure))
            case let error?: report(stillUnlisted(path, error, user))
            }
        }
    }

    private func stillUnlisted(_ path: [UInt8], _ error: Int32, _ user: ServiceUser) -> Finding {
        let cure =
            switch error {
            case EACCES, EPERM: user.admission(to: path)
            case EIO: "sudo dmesg | tail   # what the kernel says of the disk"
            default: "ls -ld \(ShellWord.quoted(path))"
            }
        let reason = unsafe String(cString: strerror(error))
        return Finding(
            "folder",
            .problem,
            "\(PrintableText.line(path)) cannot be listed: \(reason)",
            cure: cure
        )
    }

    /// Returns why a directory cannot be listed, as an `errno`; nil if it can.
    private static func listingError(_ path: [UInt8]) -> Int32? {
        guard let directory = unsafe opendir(path.cString) else { return errno }
        defer { unsafe closedir(directory) }
        errno = 0
        guard unsafe readdir(directory) != nil || errno == 0 else { return errno }
        // Names alone do not show what the directory contains.
        return unsafe access(path.cString, X_OK) == 0 ? nil : errno
    }
}
