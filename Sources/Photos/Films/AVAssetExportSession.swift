public import Foundation
internal import Synchronization
internal import UniformTypeIdentifiers

/// Writes a film to a new file, optionally in another container; its streams are copied unchanged.
open class AVAssetExportSession: NSObject, @unchecked Sendable {
    // `@unchecked Sendable` is true because what is stored is constant or guarded by a mutex.

    /// The state of an export, with AVFoundation's raw values.
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

    /// Creates an export of a film; nil for a preset that ``exportPresets(compatibleWith:)`` does not list.
    public init?(asset: AVAsset, presetName: String) {
        guard Self.presets.contains(presetName) else { return nil }
        (film, preset) = (asset, presetName)
    }

    private static let presets = [
        AVAssetExportPresetPassthrough, AVAssetExportPresetHighestQuality,
    ]

    /// Returns the available presets: passthrough, and highest quality, which does the same.
    open class func exportPresets(compatibleWith asset: AVAsset) -> [String] { presets }
    /// Returns the available presets.
    open class func allExportPresets() -> [String] { presets }

    /// The film.
    open var asset: AVAsset { film }
    /// The preset.
    open var presetName: String { preset }

    /// The URL to write the film to; no file may exist there.
    open var outputURL: URL? {
        get { state.withLock { $0.url } }
        set { state.withLock { $0.url = newValue } }
    }

    /// The format of the new file; nil to keep the film's own.
    open var outputFileType: AVFileType? {
        get { state.withLock { $0.type } }
        set { state.withLock { $0.type = newValue } }
    }

    /// Whether to put the index that players need first at the start of the file.
    ///
    /// It has no effect: a converted film always has its index there, and a copied one stays as it is.
    open var shouldOptimizeForNetworkUse: Bool {
        get { state.withLock { $0.isOptimized } }
        set { state.withLock { $0.isOptimized = newValue } }
    }

    /// The formats that the film can be written in.
    open var supportedFileTypes: [AVFileType] {
        let own = film.type.map { [AVFileType(rawValue: $0.identifier)] } ?? []
        return own + [.mp4, .mov, .m4v].filter { !own.contains($0) }
    }

    /// The state of the export.
    open var status: Status { state.withLock { $0.status } }
    /// The error that made the export fail; nil if it did not.
    open var error: (any Error)? { state.withLock { $0.error } }
    /// The part that is done, 0 to 1.
    open var progress: Float { state.withLock { $0.progress } }

    /// Writes the film, then calls the handler on an arbitrary queue; ``status`` holds the result.
    ///
    /// A session can be used only once: another export fails and leaves the session as it was.
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

    /// Writes the film; ``status`` holds the result.
    open func export() async {
        await withCheckedContinuation { continuation in
            exportAsynchronously { continuation.resume() }
        }
    }

    /// Writes the film to a new file.
    ///
    /// - Throws: ``PHPhotosError``.
    open func export(to url: URL, as fileType: AVFileType) async throws {
        (outputURL, outputFileType) = (url, fileType)
        await export()
        if let error { throw error }
    }

    /// Cancels the export and leaves no file behind.
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
