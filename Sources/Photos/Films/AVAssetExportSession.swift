public import Foundation
internal import Synchronization
internal import UniformTypeIdentifiers

/// Writes a film into a new file, also of another kind; its streams stay as they are.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because what is stored is constant or guarded by a mutex.

    /// How far an export is, with AVFoundation's raw values.
    public enum Status: Int, Sendable {
        /// It has not begun.
        case unknown = 0
        /// It is about to begin.
        case waiting = 1
        /// The film is being written.
        case exporting = 2
        /// The film was written.
        case completed = 3
        /// It failed.
        case failed = 4
        /// It was cancelled.
        case cancelled = 5
    }

    private struct State {
        var url: URL?
        var type: AVFileType?
        var isOptimized = false
        var status = Status.unknown
        var progress: Float = 0
        var error: (any Error)?
        var isCancelled = false
    }

    private let film: AVAsset
    private let preset: String
    private let state = Mutex(State())

    /// The export of a film; nil with a preset that ``exportPresets(compatibleWith:)`` does not name.
    public init?(asset: AVAsset, presetName: String) {
        guard Self.presets.contains(presetName) else { return nil }
        (film, preset) = (asset, presetName)
    }

    private static let presets = [
        AVAssetExportPresetPassthrough, AVAssetExportPresetHighestQuality,
    ]

    /// The presets that there are: the film as it is, also by the name of the highest quality.
    open class func exportPresets(compatibleWith asset: AVAsset) -> [String] { presets }
    /// The presets that there are.
    open class func allExportPresets() -> [String] { presets }

    /// The film.
    open var asset: AVAsset { film }
    /// The preset.
    open var presetName: String { preset }

    /// Where the film is to be written; no file may be there.
    open var outputURL: URL? {
        get { state.withLock { $0.url } }
        set { state.withLock { $0.url = newValue } }
    }

    /// What kind of file it is to be; nil for that of the film.
    open var outputFileType: AVFileType? {
        get { state.withLock { $0.type } }
        set { state.withLock { $0.type = newValue } }
    }

    /// Whether the file is to begin with what a player needs first; what is copied stays as it is.
    open var shouldOptimizeForNetworkUse: Bool {
        get { state.withLock { $0.isOptimized } }
        set { state.withLock { $0.isOptimized = newValue } }
    }

    /// What kinds of file the film may become.
    open var supportedFileTypes: [AVFileType] {
        let own = film.type.map { [AVFileType(rawValue: $0.identifier)] } ?? []
        return own + [.mp4, .mov, .m4v].filter { !own.contains($0) }
    }

    /// How far it is.
    open var status: Status { state.withLock { $0.status } }
    /// Why it failed.
    open var error: (any Error)? { state.withLock { $0.error } }
    /// How much is done, 0 to 1.
    open var progress: Float { state.withLock { $0.progress } }

    /// Writes the film; the handler is called on no particular queue when that is over, and ``status`` says how.
    ///
    /// A session can be used once: another export of it fails and leaves it as it was.
    @preconcurrency
    open func exportAsynchronously(completionHandler handler: @escaping @Sendable () -> Void) {
        let isFirst = state.withLock { state in
            guard state.status == .unknown else { return false }
            state.status = .waiting
            return true
        }
        DispatchQueue.global().async { [self] in
            if isFirst { write() }
            handler()
        }
    }

    /// Writes the film; ``status`` says how that went.
    open func export() async {
        await withCheckedContinuation { continuation in
            exportAsynchronously { continuation.resume() }
        }
    }

    /// Writes the film into a new file.
    ///
    /// - Throws: ``PHPhotosError``.
    open func export(to url: URL, as fileType: AVFileType) async throws {
        (outputURL, outputFileType) = (url, fileType)
        await export()
        if let error { throw error }
    }

    /// Ends the export; no file is left of it.
    open func cancelExport() {
        state.withLock { $0.isCancelled = true }
    }

    private func write() {
        let (url, type) = state.withLock { state in
            state.status = .exporting
            return (state.url, state.type)
        }
        do {
            guard let url else {
                throw PHPhotosError(.invalidResource, "the export has no outputURL")
            }
            guard let wanted = type.map({ UTType($0.rawValue) }) ?? film.type else {
                throw PHPhotosError(.invalidResource, "the export has no outputFileType")
            }
            let order = FilmOrder(
                source: film.stored,
                from: film.type,
                to: wanted,
                destination: url
            ) { [self] done in goOn(done) }
            guard goOn(0) else { throw PHPhotosError(.userCancelled) }
            try FilmHandler.shared.export(order)
            end(.completed, nil)
        } catch {
            end(state.withLock { $0.isCancelled } ? .cancelled : .failed, error)
        }
    }

    private func goOn(_ done: Double) -> Bool {
        state.withLock { state in
            state.progress = Float(done)
            return !state.isCancelled
        }
    }

    private func end(_ status: Status, _ error: (any Error)?) {
        state.withLock { state in
            (state.status, state.error) = (status, error)
            if status == .completed { state.progress = 1 }
        }
    }
}
