internal import CFilmFrames
internal import ImagingService
internal import Renditions

/// A film in an open file, to make one picture of.
@safe
struct Film: ~Copyable {
    private let film: OpaquePointer

    init(_ descriptor: Int32) throws(RenditionFailure) {
        guard let film = unsafe heliograph_frames_create(descriptor) else {
            throw RenditionFailure("there is no memory for a film")
        }
        unsafe self.film = film
    }

    deinit { unsafe heliograph_frames_free(film) }

    /// Decodes the frame at a time in seconds; nil decodes the first frame worth showing.
    func findFrame(at seconds: Double?) throws(RenditionFailure) -> heliograph_frame_size {
        var size = heliograph_frame_size()
        try check(unsafe heliograph_frames_find(film, seconds ?? .nan, &size))
        return size
    }

    /// Decodes the still picture stored beside the film in the file.
    func findEmbedded() throws(RenditionFailure) -> heliograph_frame_size {
        var size = heliograph_frame_size()
        try check(unsafe heliograph_frames_find_embedded(film, &size))
        return size
    }

    /// Renders the decoded picture into memory that has four bytes per pixel of the part.
    func render(
        _ geometry: RenditionGeometry,
        into pixels: UnsafeMutableRawBufferPointer
    ) throws(RenditionFailure) {
        guard let bytes = unsafe pixels.bindMemory(to: UInt8.self).baseAddress else { return }
        var part = heliograph_frame_part(
            scaled_width: Int32(geometry.scaledWidth),
            scaled_height: Int32(geometry.scaledHeight),
            left: Int32(geometry.left),
            top: Int32(geometry.top),
            width: Int32(geometry.width),
            height: Int32(geometry.height)
        )
        try check(unsafe heliograph_frames_render(film, &part, bytes))
    }

    /// Reads the headers.
    func description() throws(RenditionFailure) -> FilmDescription {
        var tracks = [heliograph_track](
            repeating: heliograph_track(),
            count: FilmDescription.mostTracks
        )
        var duration = 0.0
        let count = unsafe heliograph_frames_describe(
            film,
            &duration,
            &tracks,
            Int32(tracks.count)
        )
        try check(count)
        return FilmDescription(
            duration: duration,
            tracks: tracks.prefix(Int(count)).map { FilmDescription.Track($0) }
        )
    }

    private func check(_ status: Int32) throws(RenditionFailure) {
        guard status < 0 else { return }
        throw RenditionFailure(unsafe String(cString: heliograph_frames_reason(film)))
    }
}
