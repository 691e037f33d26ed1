public import Foundation

/// A film in the form that a player accepts; there is no player.
open class AVPlayerItem: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    private let film: AVAsset

    /// Creates an item for a film.
    public init(asset: AVAsset) {
        film = asset
    }

    /// Creates an item for the film in a file.
    public convenience init(url: URL) {
        self.init(asset: AVURLAsset(url: url))
    }

    /// The film.
    open var asset: AVAsset { film }
    /// The length of the film.
    open var duration: CMTime { film.duration }
}

/// The volume of a film's tracks; requests always return nil for it, as Apple's systems do for most films.
open class AVAudioMix: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because nothing is stored here.
}
