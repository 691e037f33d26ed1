internal import CFilmFrames
internal import ImagingService
internal import Renditions

/// Describes the tracks of a film.
func describe(_ job: RenditionJob, _ lane: Lane) throws(RenditionFailure) -> RenditionFacts {
    let description = try Film(job.file).description()
    var facts = RenditionFacts()
    // The size of a picture is required, although this is not one.
    (facts.width, facts.height, facts.sourceWidth, facts.sourceHeight) = (1, 1, 1, 1)
    try lane.put(description.bytes, &facts)
    return facts
}

extension Lane {
    /// Writes bytes that are not a picture into the lane.
    func put(_ bytes: [UInt8], _ facts: inout RenditionFacts) throws(RenditionFailure) {
        var put = facts
        let result = unsafe bytes.withUnsafeBytes { bytes in
            Result { () throws(RenditionFailure) in unsafe try self.put(bytes, .none, &put) }
        }
        try result.get()
        facts = put
    }
}

extension FilmDescription.Track {
    init(_ track: heliograph_track) {
        let kinds: [UInt32: Kind] = [
            HELIOGRAPH_TRACK_VIDEO.rawValue: .video, HELIOGRAPH_TRACK_AUDIO.rawValue: .audio,
            HELIOGRAPH_TRACK_TEXT.rawValue: .text,
        ]
        self.init(kinds[UInt32(track.kind)] ?? .other)
        isEnabled = track.is_enabled != 0
        codec = track.codec
        (width, height) = (Int(track.width), Int(track.height))
        orientation = Int(track.orientation)
        (frameRate, start) = (track.frame_rate, track.start)
        (duration, dataRate) = (track.duration, track.data_rate)
        language = unsafe withUnsafeBytes(of: track.language) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
