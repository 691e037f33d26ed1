internal import CFilmFrames
internal import ImagingService
internal import Renditions

/// The film that is being moved into another container, if there is one.
///
/// The other side requests one piece after another. Nothing is buffered in advance, and each answer of a film of many
/// gigabytes takes no longer than that of a short one.
final class Exports {
    private var film: Export?
    private var next = 0

    func next(
        _ job: RenditionJob,
        _ container: String,
        _ lane: Lane
    ) throws(RenditionFailure) -> RenditionFacts {
        if job.request.width == 0 { (film, next) = (try Export(container), 0) }
        guard let film, next == job.request.width else {
            throw RenditionFailure("piece \(job.request.width) of a film is not the next")
        }
        next += 1
        let piece = try film.goOn(job.file)
        if piece.isLast { self.film = nil }
        var facts = RenditionFacts()
        (facts.width, facts.height, facts.sourceWidth, facts.sourceHeight) = (1, 1, 1, 1)
        try lane.put(piece.bytes, &facts)
        return facts
    }
}

/// A film that is being moved into another container.
@safe
private final class Export {
    private let remux: OpaquePointer

    init(_ container: String) throws(RenditionFailure) {
        guard let remux = unsafe heliograph_remux_create(container) else {
            throw RenditionFailure("there is no memory for a film")
        }
        unsafe self.remux = remux
    }

    deinit { unsafe heliograph_remux_free(remux) }

    /// Copies the next part; the descriptor must be of the same file each time.
    func goOn(_ descriptor: Int32) throws(RenditionFailure) -> (bytes: [UInt8], isLast: Bool) {
        let status = unsafe heliograph_remux_go_on(remux, descriptor)
        guard status >= 0 else {
            throw RenditionFailure(unsafe String(cString: heliograph_remux_reason(remux)))
        }
        let progress = unsafe heliograph_remux_progress(remux)
        var count = 0
        let runs = unsafe heliograph_remux_piece(remux, &count)
        let header = FilmPiece.header(progress: progress, isLast: status == 1)
        let bytes = unsafe header + UnsafeBufferPointer(start: runs, count: count)
        return (bytes, status == 1)
    }
}
