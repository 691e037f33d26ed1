internal import CFilmFrames
internal import Glibc
internal import Renditions

// `@unchecked Sendable` is true because libFuzzer calls from one thread only.
/// Reads a file as a film: the imager makes a picture, lists the tracks, or remuxes it into another container.
///
/// The first four bytes select the request.
final class FilmFuzzer: @unchecked Sendable {
    static let shared = FilmFuzzer()

    private let descriptor = MemoryFile.make()
    private var pixels = [UInt8](repeating: 0, count: 4 << 20)

    private init() {
        heliograph_frames_prepare()
    }

    func run(_ input: UnsafeRawBufferPointer) {
        guard input.count > 4,
            MemoryFile.fill(descriptor, UnsafeRawBufferPointer(rebasing: input.dropFirst(4)))
        else { return }
        switch input[0] % 4 {
        case 0: describe()
        case 1: export(input[1] & 1 == 0 ? "mp4" : "mov")
        default: render(RenditionRequest(Array(input.prefix(4))), at: input[0])
        }
    }

    private func render(_ request: RenditionRequest, at time: UInt8) {
        guard let film = heliograph_frames_create(descriptor) else { return }
        defer { heliograph_frames_free(film) }
        var size = heliograph_frame_size()
        let found =
            request.subject == .embedded
            ? heliograph_frames_find_embedded(film, &size)
            : heliograph_frames_find(film, time < 128 ? .nan : Double(time) / 64, &size)
        guard found >= 0 else {
            precondition(heliograph_frames_reason(film).pointee != 0)
            return
        }
        guard let geometry = RenditionGeometry(of: Int(size.width), Int(size.height), request),
            geometry.width * geometry.height * 4 <= pixels.count
        else { return }
        var part = heliograph_frame_part(
            scaled_width: Int32(geometry.scaledWidth),
            scaled_height: Int32(geometry.scaledHeight),
            left: Int32(geometry.left),
            top: Int32(geometry.top),
            width: Int32(geometry.width),
            height: Int32(geometry.height)
        )
        _ = heliograph_frames_render(film, &part, &pixels)
    }

    private func describe() {
        guard let film = heliograph_frames_create(descriptor) else { return }
        defer { heliograph_frames_free(film) }
        var tracks = [heliograph_track](
            repeating: heliograph_track(),
            count: FilmDescription.mostTracks
        )
        var duration = 0.0
        let count = heliograph_frames_describe(film, &duration, &tracks, Int32(tracks.count))
        precondition(count <= tracks.count)
        for track in tracks.prefix(max(0, Int(count))) {
            precondition((1...8).contains(track.orientation) && track.start.isFinite)
            precondition(track.duration >= 0 && track.frame_rate >= 0 && track.data_rate >= 0)
        }
    }

    private func export(_ container: String) {
        guard let remux = heliograph_remux_create(container) else { return }
        defer { heliograph_remux_free(remux) }
        // A file of 64 kB has fewer pieces than that.
        for _ in 0..<1_000 {
            let status = heliograph_remux_go_on(remux, descriptor)
            precondition((0...1).contains(heliograph_remux_progress(remux)))
            var count = 0
            let bytes = heliograph_remux_piece(remux, &count)
            let runs = UnsafeBufferPointer(start: bytes, count: count)
            precondition(FilmPiece(FilmPiece.header(progress: 0, isLast: false) + runs) != nil)
            if status != 0 { return }
        }
        preconditionFailure("an export without an end")
    }
}
