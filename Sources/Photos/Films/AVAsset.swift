public import Foundation
internal import Renditions
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
    /// Words that are shown.
    public static let text = AVMediaType(rawValue: "text")
    /// What is none of these.
    public static let metadata = AVMediaType(rawValue: "meta")
}

/// A film.
open class AVAsset: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
    // `@unchecked Sendable` is true because what is stored is constant or guarded by a mutex.

    let stored: StoredBytes
    let type: UTType?
    /// What the library knows of it; nil for other films.
    private let facts: FilmFacts?
    /// What its file says; nil until somebody asks, then perhaps nothing.
    private let read = Mutex<FilmDescription??>(nil)

    /// The film in a file.
    ///
    /// On Apple's systems it is an ``AVURLAsset``; make one of these where you need its `url`.
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

    /// How long it is; no time for what is no film.
    ///
    /// That of the library's films is at hand, for others it waits for the process that reads the file.
    open var duration: CMTime { Self.time(facts?.duration ?? told?.duration ?? 0) }

    private static func time(_ seconds: Double) -> CMTime {
        seconds > 0 ? CMTime(seconds: seconds, preferredTimescale: 600) : .invalid
    }

    /// What is shown and heard together; it waits for the process that reads the file.
    ///
    /// Where that cannot be read, it is the moving pictures that the library knows of.
    open var tracks: [AVAssetTrack] {
        if let told { return told.tracks.map { AVAssetTrack($0) } }
        guard let facts, facts.width > 0, facts.height > 0 else { return [] }
        return [AVAssetTrack(CGSize(width: facts.width, height: facts.height), duration)]
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

    /// Which kind it is.
    open var mediaType: AVMediaType { kind }
    /// Pixels, before they are turned; zero for what is only heard.
    open var naturalSize: CGSize { size }
    /// Frames a second; 0 where that is not known.
    open var nominalFrameRate: Float { rate }
    /// How long it is.
    open var duration: CMTime { length }
}
