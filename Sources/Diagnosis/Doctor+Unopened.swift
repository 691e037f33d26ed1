internal import Catalogue
internal import Glibc
internal import PhotoModel

extension Doctor {
    /// How many files are tried at most: opening each takes a moment on a server.
    static let mostTried: Int64 = 1_000

    /// Tries again to open photos that could not be opened when an indexer tried, of which all is known from before.
    func unopened(_ library: LibraryFacts, _ user: ServiceUser, _ report: (Finding) -> Void) {
        var refused: [(path: [UInt8], error: Int32)] = []
        for path in library.unopened {
            let file = unsafe open(path.cString, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
            if file >= 0 { close(file) } else if errno != ENOENT { refused.append((path, errno)) }
        }
        guard let first = refused.first else { return }
        let reason = unsafe String(cString: strerror(first.error))
        let others = refused.count > 1 ? " and \(refused.count - 1) more" : ""
        let isDisk = ![EACCES, EPERM].contains(first.error)
        report(
            Finding(
                "photos",
                .problem,
                "\(PrintableText.line(first.path))\(others) cannot be opened (\(reason)); what was known of "
                    + "\(others.isEmpty ? "it" : "them") is kept",
                cure: isDisk
                    ? "sudo dmesg | tail   # what the kernel says of the disk"
                    : user.admission(to: first.path)
            )
        )
    }
}
