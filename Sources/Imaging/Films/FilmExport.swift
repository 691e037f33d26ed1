internal import Glibc
internal import Renditions
internal import Synchronization

/// The export of a film into another container, in a new file, without encoding it again.
///
/// A separate imager reads the film and returns the bytes to write and their places; it cannot write itself. A film
/// that is already in that container is copied.
package final class FilmExport: Sendable {
    private struct State {
        var progress = 0.0
        var isCancelled = false
    }

    private let source: PictureSource
    private let container: FilmContainer
    private let path: String
    private let programs: ImagerPrograms
    private let state = Mutex(State())

    /// - Parameters:
    ///   - source: The film.
    ///   - container: The container of the new file.
    ///   - path: The path of the new file, which must not exist yet.
    ///   - programs: The helper programs.
    package init(
        _ source: PictureSource,
        as container: FilmContainer,
        to path: String,
        programs: ImagerPrograms = ImagerPrograms()
    ) {
        (self.source, self.container, self.path) = (source, container, path)
        self.programs = programs
    }

    /// The completed part, from 0 to 1.
    package var progress: Double { state.withLock { $0.progress } }

    /// Makes the export fail soon, with ``ImagingError/Code/cancelled``.
    package func cancel() { state.withLock { $0.isCancelled = true } }

    /// Writes the new file, and blocks until it is complete.
    ///
    /// - Throws: ``ImagingError``; then there is no new file.
    package func run() throws(ImagingError) {
        let descriptor = source.open()
        guard descriptor >= 0 else {
            let reason = unsafe String(cString: strerror(-descriptor))
            throw ImagingError(.unavailable, "the film cannot be opened: \(reason)")
        }
        defer { close(descriptor) }
        let file = try NewFile(at: path)
        try checkCancelled()
        if FilmContainer(descriptor) == container {
            try file.copy(descriptor)
        } else {
            try fill(file, descriptor)
        }
        try checkCancelled()
        try file.keep()
        state.withLock { $0.progress = 1 }
    }

    private func checkCancelled() throws(ImagingError) {
        guard !state.withLock({ $0.isCancelled }) else {
            throw ImagingError(.cancelled, "cancelled")
        }
    }

    private func fill(_ file: borrowing NewFile, _ descriptor: Int32) throws(ImagingError) {
        let imager = ImagerProcess(programs.films, [])
        var bounds = Bounds(descriptor)
        for number in 0... {
            try checkCancelled()
            let bytes = try piece(number, descriptor, imager)
            guard let piece = FilmPiece(bytes), bounds.hold(piece) else {
                throw ImagingError(.undecodable, "the imager does not write what films are")
            }
            for run in piece.runs { try file.write(bytes[run.range], at: run.offset) }
            if piece.isLast { return }
            state.withLock { $0.progress = max($0.progress, min(piece.progress, 0.999)) }
        }
    }

    private func piece(
        _ number: Int,
        _ descriptor: Int32,
        _ imager: ImagerProcess
    ) throws(ImagingError) -> [UInt8] {
        var request = RenditionRequest()
        request.subject = container == .mp4 ? .mp4 : .quickTime
        (request.resize, request.width, request.wantsPixels) = (.none, number, false)
        let made = imager.make(request, source.name, descriptor, deadline: programs.deadline)
        switch made {
        case .made(let picture): return picture.encoded ?? []
        case .failed(let reason): throw ImagingError(.undecodable, reason)
        case .cannotStart(let reason), .notReady(let reason):
            throw ImagingError(.helperMissing, reason)
        case .died: throw ImagingError(.undecodable, "the imager ended while copying the film")
        case .silent: throw ImagingError(.undecodable, "the film took too long and was given up")
        }
    }
}

extension FilmExport {
    /// The limits on the data that an imager may have written, whatever it claims.
    private struct Bounds {
        private let end: Int64
        private var bytes: Int64
        private var pieces: Int64

        init(_ descriptor: Int32) {
            var found = stat()
            let size = unsafe fstat(descriptor, &found) == 0 ? Int64(found.st_size) : 0
            // Another container needs about as many bytes; some are written twice.
            end = 2 * size + 64 << 20
            bytes = end
            pieces = 10_000 + size >> 16
        }

        mutating func hold(_ piece: FilmPiece) -> Bool {
            pieces -= 1
            for run in piece.runs {
                bytes -= Int64(run.range.count)
                guard run.offset <= end - Int64(run.range.count) else { return false }
            }
            return bytes >= 0 && pieces >= 0
        }
    }
}
