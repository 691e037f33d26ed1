internal import Catalogue
internal import Glibc
internal import PhotoModel

extension Doctor {
    /// The most files that are tried, because opening each takes a moment on a server.
    static let mostTried: Int64 = 1_000

    /// Tries again to open the photos that an indexer could not open.
    func unopened(_ library: LibraryFacts, _ user: ServiceUser, _ report: (Finding) -> Void) {
        var refused: [(path: [UInt8], isKnown: Bool, error: Int32)] = []
        for photo in library.unopened {
            let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
            let file = unsafe open(photo.path.cString, flags)
            if file >= 0 {
                close(file)
            } else if errno != ENOENT {
                refused.append((photo.path, photo.isKnown, errno))
            }
        }
        guard let first = refused.first else { return }
        let reason = unsafe String(cString: strerror(first.error))
        let others = refused.count > 1 ? " and \(refused.count - 1) more" : ""
        let pronoun = others.isEmpty ? "it" : "them"
        let isKnown = refused.contains(where: \.isKnown)
        let isDisk = ![EACCES, EPERM].contains(first.error)
        report(
            Finding(
                "photos",
                .problem,
                "\(PrintableText.line(first.path))\(others) cannot be opened (\(reason)); "
                    + (isKnown
                        ? "what was known of \(pronoun) is kept"
                        : "nothing is known of \(pronoun) yet"),
                cure: isDisk
                    ? "sudo dmesg | tail   # what the kernel says of the disk"
                    : user.admission(to: first.path)
            )
        )
    }
}
