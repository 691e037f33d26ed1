public import Foundation
internal import Renditions
internal import Synchronization
internal import UniformTypeIdentifiers

/// A kind of media that a track holds.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    /// The name of the kind, as AVFoundation writes it.
    public let rawValue: String

    /// Creates a kind with a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Moving pictures.
    public static let video = AVMediaType(rawValue: "vide")
    /// Sound.
    public static let audio = AVMediaType(rawValue: "soun")
    /// Text that is displayed.
    public static let text = AVMediaType(rawValue: "text")
    /// Any other kind of data.
    public static let metadata = AVMediaType(rawValue: "meta")
}

/// A film.
open class AVAsset: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    // `@unchecked Sendable` is true because what is stored is constant or guarded by a mutex.

    let stored: StoredBytes
    let type: UTType?
    /// The library's own record of the film; nil for other films.
    private let facts: FilmFacts?
    /// The description read from the film's file; the outer nil means that it was not read yet.
    private let read = Mutex<FilmDescription??>(nil)

    /// Creates a film from a file.
    ///
    /// On Apple's systems this returns an ``AVURLAsset``; create one of these where you need its `url`.
    public init(url: URL) {
        stored = StoredBytes(file: url)
        type = UTType(filenameExtension: url.pathExtension)
        facts = nil
    }

    init(_ file: PictureFile) {
        (stored, type) = (file.stored, UTType(file.type))
        facts = file.film
    }

    private var told: FilmDescription? {
        read.withLock { read in
            if let read { return read }
            let found = FilmHandler.shared.description(of: stored)
            read = .some(found)
            return found
        }
    }

    /// The length of the film; ``CMTime/invalid`` if the file is not a film.
    ///
    /// The library has stored it for its own films. For others, this waits for the process that reads the file.
    open var duration: CMTime { Self.time(facts?.duration ?? told?.duration ?? 0) }

    private static func time(_ seconds: Double) -> CMTime {
        seconds > 0 ? CMTime(seconds: seconds, preferredTimescale: 600) : .invalid
    }

    /// The tracks that play together; waits for the process that reads the file.
    ///
    /// If the file cannot be read, this is a single video track made from the size and duration in the library.
    open var tracks: [AVAssetTrack] {
        if let told { return told.tracks.map { AVAssetTrack($0) } }
        guard let facts, facts.width > 0, facts.height > 0 else { return [] }
        return [AVAssetTrack(CGSize(width: facts.width, height: facts.height), duration)]
    }

    /// Returns the tracks of a kind.
    open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
        tracks.filter { $0.mediaType == mediaType }
    }

    /// Loads the tracks of a kind.
    open func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
        try await load(.tracks).filter { $0.mediaType == mediaType }
    }
}

/// A film in a file.
open class AVURLAsset: AVAsset, @unchecked Sendable {
    // `@unchecked Sendable` is true because nothing is stored here.

    /// Creates a film from a file; there are no options on Linux.
    public init(url: URL, options: [String: Any]? = nil) {
        super.init(url: url)
    }

    override init(_ file: PictureFile) {
        super.init(file)
    }

    /// The location of the file; for a film of the library this is its own file, which must not be changed.
    open var url: URL { stored.url }
}

/// A track of a film.
open class AVAssetTrack: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because every stored property is constant and Sendable.

    private let kind: AVMediaType
    private let size: CGSize
    private let length: CMTime
    private let rate: Float

    init(_ size: CGSize, _ length: CMTime) {
        (kind, self.size, self.length, rate) = (.video, size, length, 0)
    }

    init(_ track: FilmDescription.Track) {
        kind =
            switch track.kind {
            case .video: .video
            case .audio: .audio
            case .text: .text
            case .other: .metadata
            }
        size = CGSize(width: track.width, height: track.height)
        length = CMTime(seconds: track.duration, preferredTimescale: 600)
        rate = Float(track.frameRate)
    }

    /// The kind of media.
    open var mediaType: AVMediaType { kind }
    /// The size in pixels, before rotation; zero for tracks without pictures.
    open var naturalSize: CGSize { size }
    /// Frames per second; 0 if unknown.
    open var nominalFrameRate: Float { rate }
    /// The length of the track.
    open var duration: CMTime { length }
}
