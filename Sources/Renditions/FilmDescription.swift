/// The contents of a film's headers.
package struct FilmDescription: Hashable, Sendable {
    /// In seconds; 0 if the headers do not state it.
    package var duration: Double
    package var tracks: [Track]

    package init(duration: Double, tracks: [Track]) {
        (self.duration, self.tracks) = (duration, tracks)
    }

    /// A stream of the film.
    package struct Track: Hashable, Sendable {
        package enum Kind: UInt8, Sendable {
            case other, video, audio, text
        }

        package var kind: Kind
        package var isEnabled = true
        /// The codec as four characters, the first in the highest byte, as in QuickTime; 0 without one.
        package var codec: UInt32 = 0
        /// In square pixels, before rotation.
        package var width = 0
        package var height = 0
        /// As in Exif, 1 to 8.
        package var orientation = 1
        /// Frames per second on average; 0 if unknown, as for the next three.
        package var frameRate = 0.0
        /// In seconds.
        package var start = 0.0
        package var duration = 0.0
        /// Bits per second.
        package var dataRate = 0.0
        /// The language, usually as three letters (ISO 639-2); empty if unknown.
        package var language = ""

        package init(_ kind: Kind) {
            self.kind = kind
        }
    }

    /// The size of the first video track, turned upright; nil for a film without pictures.
    package var naturalSize: (width: Int, height: Int)? {
        guard let track = tracks.first(where: { $0.kind == .video && $0.width > 0 }) else {
            return nil
        }
        return track.orientation < 5 ? (track.width, track.height) : (track.height, track.width)
    }
}
