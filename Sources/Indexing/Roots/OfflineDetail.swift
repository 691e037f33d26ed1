internal import Glibc
internal import PhotoModel

/// The reason why a root is offline, for people: what is missing, and what to do.
struct OfflineDetail: Equatable, Sendable {
    private let reason: String
    /// The case in which the root may be accepted as it is, as the beginning of a sentence; nil if it cannot be.
    private let acceptance: String?
    /// Whether the root may have been specified by mistake.
    private let mayBeMistaken: Bool

    init(_ reason: String, acceptance: String? = nil, mayBeMistaken: Bool = false) {
        (self.reason, self.acceptance) = (reason, acceptance)
        self.mayBeMistaken = mayBeMistaken
    }

    /// Returns the text for a root at a path.
    ///
    /// The advice names the root: without a name it would apply to all roots.
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

    private static let movedHint =
        ". If you moved it, stop the indexer and run: heliograph roots move OLD NEW"

    /// The root's own directory is unavailable.
    static let away = OfflineDetail(
        "the folder is not there or another one took its place; everything known is kept until it is back"
            + movedHint
    )

    /// The root's own directory cannot be read because of an `errno`; `known` is the number of photos in the root.
    static func unreadable(_ error: Int32, known: Int64) -> OfflineDetail {
        guard error != EEXIST else { return twin(known: known) }
        let reason = "the folder cannot be read (\(unsafe String(cString: strerror(error))))"
        guard known == 0, [ENOENT, ENOTDIR].contains(error) else {
            let hint = [ENOENT, ENOTDIR].contains(error) ? movedHint : ""
            return OfflineDetail("\(reason); everything known is kept until it is back\(hint)")
        }
        return OfflineDetail("\(reason), and no photo of it is known", mayBeMistaken: true)
    }

    /// The root's directory is also that of another root; `known` is the number of photos in the root.
    private static func twin(known: Int64) -> OfflineDetail {
        let reason =
            "the folder is the same directory as another one of the library, by a mount perhaps"
        return known == 0
            ? OfflineDetail("\(reason), and is followed there", mayBeMistaken: true)
            : OfflineDetail(
                "\(reason); everything known is kept until the one that belongs here is back"
            )
    }

    /// A file system other than the known one is at a path in the root.
    static func overlaid(_ path: [UInt8]) -> OfflineDetail {
        let place = PrintableText.line(path)
        return part("the disk that was at \(place) is not, or another one is mounted over it")
    }

    /// No file system is at a path in the root where one was mounted.
    static func unmounted(_ path: [UInt8]) -> OfflineDetail {
        part("the disk that was mounted at \(PrintableText.line(path)) is not")
    }

    private static func part(_ reason: String) -> OfflineDetail {
        OfflineDetail(
            "\(reason); everything known there is kept until it is back",
            acceptance: "If it is meant to be so"
        )
    }

    /// Another directory is at the root's path; `known` is the number of photos in the root.
    static func replaced(known: Int64) -> OfflineDetail {
        OfflineDetail(
            "another directory is at this path, as if another disk was mounted; everything known is kept, "
                + "\(Quantity(known, "photo"))",
            acceptance:
                "Mount the one that belongs here, or if this one, without the photos that are not in it, is the "
                + "library's folder now"
        )
    }

    /// The root's directory is empty; `known` is the number of photos in the root.
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
