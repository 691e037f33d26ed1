public import Foundation
internal import Synchronization
internal import UniformTypeIdentifiers

/// A kind of track.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    /// Apple's name of it.
    public let rawValue: String

    /// The kind with a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Moving pictures.
    public static let video = AVMediaType(rawValue: "vide")
    /// Sound.
    public static let audio = AVMediaType(rawValue: "soun")
}

/// A film.
open class AVAsset: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    // `@unchecked Sendable` is true because what is stored is constant or guarded by a mutex.

    let stored: StoredBytes
    let type: UTType?
    /// What is known of it; nil until somebody asks, then perhaps nothing.
    private let facts: Mutex<FilmFacts?>

    /// The film in a file.
    ///
    /// On Apple's systems it is an ``AVURLAsset``; make one of these where you need its `url`.
    public init(url: URL) {
        stored = StoredBytes(file: url)
        type = UTType(filenameExtension: url.pathExtension)
        facts = Mutex(nil)
    }

    init(_ file: PictureFile) {
        (stored, type) = (file.stored, UTType(file.type))
        facts = Mutex(file.film)
    }

    private var known: FilmFacts {
        facts.withLock { facts in
            if let facts { return facts }
            let found = FilmHandler.shared.facts(of: stored.url) ?? FilmFacts()
            facts = found
            return found
        }
    }

    /// How long it is; no time for what is no film.
    ///
    /// That of the library's films is at hand, for others it waits for the process that reads the file.
    open var duration: CMTime {
        let seconds = known.duration
        return seconds > 0 ? CMTime(seconds: seconds, preferredTimescale: 600) : .invalid
    }

    /// The moving pictures in it; what else there is, as its sound, is not told.
    open var tracks: [AVAssetTrack] {
        let known = known
        guard known.width > 0, known.height > 0 else { return [] }
        return [AVAssetTrack(CGSize(width: known.width, height: known.height), duration)]
    }

    /// The tracks of a kind.
    open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// The tracks of a kind.
    open func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        try await load(.tracks).filter { $0.mediaType == mediaType }
    }
}

/// A film in a file.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    // `@unchecked Sendable` is true because nothing is stored here.

    /// The film in a file; there are no options on Linux.
    public init(url: URL, options: [String: Any]? = nil) {
        super.init(url: url)
    }

    override init(_ file: PictureFile) {
        super.init(file)
    }

    /// Where it lies: for a film of the library its own file, to be read only.
    open var url: URL { stored.url }
}

/// A track of a film.
open class AVAssetTrack: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    private let size: CGSize
    private let length: CMTime

    init(_ size: CGSize, _ length: CMTime) {
        (self.size, self.length) = (size, length)
    }

    /// Which kind it is.
    open var mediaType: AVMediaType { .video }
    /// Pixels as shown.
    open var naturalSize: CGSize { size }
    /// How long it is.
    open var duration: CMTime { length }
}
