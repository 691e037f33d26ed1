internal import Glibc
internal import PhotoModel

/// The reason why a root is offline, for people: what is missing, and what to do.
struct OfflineDetail: Equatable, Sendable {
    /// What a user may do about it, other than bringing the root back.
    private enum Advice: Equatable {
        case none
        /// Forget the root, which may have been specified by mistake.
        case forget
        /// Name the directory that the root was moved to.
        case move
        /// Accept the root as it is, in a case that is the beginning of a sentence.
        case accept(String)
    }

    private let reason: String
    private let advice: Advice

    init(_ reason: String) {
        self.init(reason, .none)
    }

    private init(_ reason: String, _ advice: Advice) {
        (self.reason, self.advice) = (reason, advice)
    }

    /// Returns the text for a root at a path.
    ///
    /// The advice names the root: without a name it would apply to all roots.
    func words(for root: [UInt8], _ service: IndexerService) -> String {
        let path = ShellWord.quoted(root)
        switch advice {
        case .none: return reason
        case .forget:
            return "\(reason). If its name is wrong, correct it; to forget this one"
                + service.lead(to: "roots remove \(path)", readsConfiguration: false)
        case .move:
            return "\(reason). If you moved it"
                + service.lead(to: "roots move \(path) NEW", readsConfiguration: false)
        case .accept(let sentence):
            return "\(reason). \(sentence)"
                + service.lead(to: "index --accept-root \(path)", readsConfiguration: true)
        }
    }

    /// The root's own directory is unavailable.
    static let away = OfflineDetail(
        "the folder is not there or another one took its place; everything known is kept until it is back",
        .move
    )

    /// The root's own directory cannot be read because of an `errno`; `known` is the number of photos in the root.
    static func unreadable(_ error: Int32, known: Int64) -> OfflineDetail {
        guard error != EEXIST else { return twin(known: known) }
        let reason = "the folder cannot be read (\(unsafe String(cString: strerror(error))))"
        let isAbsent = [ENOENT, ENOTDIR].contains(error)
        guard known == 0, isAbsent else {
            return OfflineDetail(
                "\(reason); everything known is kept until it is back",
                isAbsent ? .move : .none
            )
        }
        return OfflineDetail("\(reason), and no photo of it is known", .forget)
    }

    /// The root's directory is also that of another root; `known` is the number of photos in the root.
    private static func twin(known: Int64) -> OfflineDetail {
        let reason =
            "the folder is the same directory as another one of the library, by a mount perhaps"
        return known == 0
            ? OfflineDetail("\(reason), and is followed there", .forget)
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
            .accept("If it is meant to be so")
        )
    }

    /// Another directory is at the root's path; `known` is the number of photos in the root.
    static func replaced(known: Int64) -> OfflineDetail {
        OfflineDetail(
            "another directory is at this path, as if another disk was mounted; everything known is kept, "
                + "\(Quantity(known, "photo"))",
            .accept(
                "Mount the one that belongs here, or if this one, without the photos that are not in it, is the "
                    + "library's folder now"
            )
        )
    }

    /// The root's directory is empty; `known` is the number of photos in the root.
    static func empty(known: Int64) -> OfflineDetail {
        OfflineDetail(
            "the folder is empty, as if its disk was not mounted; everything known is kept, "
                + "\(Quantity(known, "photo"))",
            .accept("Mount it, or if all of them were removed on purpose")
        )
    }

    /// A walk has missed a large part of the root.
    static func lost(_ loss: LargeLoss) -> OfflineDetail {
        OfflineDetail(
            "\(loss.missing) of \(loss.known) photos were not found at once, as if a disk of a pool or of a "
                + "server was away; everything known is kept until they are back",
            .accept("If they were deleted")
        )
    }
}
