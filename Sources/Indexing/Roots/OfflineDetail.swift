internal import Glibc
internal import PhotoModel

/// Why a root is offline, in words for a person: what is not there, and what to do.
struct OfflineDetail: Equatable, Sendable {
    private let reason: String
    /// When the root may be accepted as it is, as the beginning of a sentence; nil where it cannot be.
    private let acceptance: String?
    /// Whether the root may have been named by mistake.
    private let mayBeMistaken: Bool

    init(_ reason: String, acceptance: String? = nil, mayBeMistaken: Bool = false) {
        (self.reason, self.acceptance) = (reason, acceptance)
        self.mayBeMistaken = mayBeMistaken
    }

    /// The words for a root at a path.
    ///
    /// The advice names it: without a name it would be for all roots.
    func words(for root: [UInt8], _ service: IndexerService) -> String {
        guard !mayBeMistaken else {
            return
                "\(reason). If its name is wrong, correct it; to forget this one"
                + service.lead(
                    to: "roots remove \(ShellWord.quoted(root))",
                    readsConfiguration: false
                )
        }
        guard let acceptance else { return reason }
        let arguments = "index --accept-root \(ShellWord.quoted(root))"
        return "\(reason). \(acceptance)\(service.lead(to: arguments, readsConfiguration: true))"
    }

    /// The root's own directory is away.
    static let away = OfflineDetail(
        "the folder is not there or another one took its place; everything known is kept until it is back"
    )

    /// The root's own directory cannot be read, with the `errno` of why; so many photos are known of the root.
    static func unreadable(_ error: Int32, known: Int64) -> OfflineDetail {
        guard error != EEXIST else { return twin(known: known) }
        let reason = "the folder cannot be read (\(unsafe String(cString: strerror(error))))"
        guard known == 0, [ENOENT, ENOTDIR].contains(error) else {
            return OfflineDetail("\(reason); everything known is kept until it is back")
        }
        return OfflineDetail("\(reason), and no photo of it is known", mayBeMistaken: true)
    }

    /// The root's directory is that of another root; so many photos are known of the root.
    private static func twin(known: Int64) -> OfflineDetail {
        let reason =
            "the folder is the same directory as another one of the library, by a mount perhaps"
        return known == 0
            ? OfflineDetail("\(reason), and is followed there", mayBeMistaken: true)
            : OfflineDetail(
                "\(reason); everything known is kept until the one that belongs here is back"
            )
    }

    /// At a path in the root is another file system than the known one.
    static func overlaid(_ path: [UInt8]) -> OfflineDetail {
        let place = PrintableText.line(path)
        return part("the disk that was at \(place) is not, or another one is mounted over it")
    }

    /// At a path in the root is nothing where a file system was mounted.
    static func unmounted(_ path: [UInt8]) -> OfflineDetail {
        part("the disk that was mounted at \(PrintableText.line(path)) is not")
    }

    private static func part(_ reason: String) -> OfflineDetail {
        OfflineDetail(
            "\(reason); everything known there is kept until it is back",
            acceptance: "If it is meant to be so"
        )
    }

    /// At the root's path is another directory; so many photos are known of the root.
    static func replaced(known: Int64) -> OfflineDetail {
        OfflineDetail(
            "another directory is at this path, as if another disk was mounted; everything known is kept, "
                + "\(Quantity(known, "photo"))",
            acceptance:
                "Mount the one that belongs here, or if this one, without the photos that are not in it, is the "
                + "library's folder now"
        )
    }

    /// The root's directory is empty although so many photos of it are known.
    static func empty(known: Int64) -> OfflineDetail {
        OfflineDetail(
            "the folder is empty, as if its disk was not mounted; everything known is kept, "
                + "\(Quantity(known, "photo"))",
            acceptance: "Mount it, or if all of them were removed on purpose"
        )
    }

    /// A walk has missed a large part of the root.
    static func lost(_ loss: LargeLoss) -> OfflineDetail {
        OfflineDetail(
            "\(loss.missing) of \(loss.known) photos were not found at once, as if a disk of a pool or of a "
                + "server was away; everything known is kept until they are back",
            acceptance: "If they were deleted"
        )
    }
}
