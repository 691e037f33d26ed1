public import Foundation

/// A film as a player takes it; there is no player.
open class AVPlayerItem: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    private let film: AVAsset

    /// The item of a film.
    public init(asset: AVAsset) {
        film = asset
    }

    /// The item of a film in a file.
    public convenience init(url: URL) {
        self.init(asset: AVURLAsset(url: url))
    }

    /// The film.
    open var asset: AVAsset { film }
    /// How long it is.
    open var duration: CMTime { film.duration }
}

/// How loud the tracks of a film are; no request has one, as on Apple's systems for most films.
open class AVAudioMix: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because nothing is stored here.
}
