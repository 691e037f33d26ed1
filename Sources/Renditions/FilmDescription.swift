/// What the headers of a film say.
package struct FilmDescription: Hashable, Sendable {
    /// In seconds; 0 where they do not say.
    package var duration: Double
    package var tracks: [Track]

    package init(duration: Double, tracks: [Track]) {
        (self.duration, self.tracks) = (duration, tracks)
    }

    /// One of the streams that are shown or heard together.
    package struct Track: Hashable, Sendable {
        package enum Kind: UInt8, Sendable {
            case other, video, audio, text
        }

        package var kind: Kind
        package var isEnabled = true
        /// Four characters, the first in the highest byte, as in QuickTime; 0 for one that has none.
        package var codec: UInt32 = 0
        /// In square pixels, before it is turned.
        package var width = 0
        package var height = 0
        /// As in Exif, 1 to 8.
        package var orientation = 1
        /// Frames a second on average; 0 where it is not known, as are the next three.
        package var frameRate = 0.0
        /// In seconds.
        package var start = 0.0
        package var duration = 0.0
        /// Bits a second.
        package var dataRate = 0.0
        /// Of three letters (ISO 639-2) as a rule; empty where it is not known.
        package var language = ""

        package init(_ kind: Kind) {
            self.kind = kind
        }
    }

    /// The size of the first picture, as it is looked at; nil for a film that is only heard.
    package var naturalSize: (width: Int, height: Int)? {
        guard let track = tracks.first(where: { $0.kind == .video && $0.width > 0 }) else {
            return nil
        }
        return track.orientation < 5 ? (track.width, track.height) : (track.height, track.width)
    }
}
