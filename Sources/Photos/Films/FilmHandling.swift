internal import Foundation
internal import Imaging
internal import Renditions
internal import Synchronization
internal import UniformTypeIdentifiers

/// The duration and size of a film, as stored in the library.
struct FilmFacts: Equatable, Sendable {
    /// The duration in seconds.
    var duration = 0.0
    /// The width in pixels, as displayed.
    var width = 0
    var height = 0
}

/// An order to write a film to another file.
struct FilmOrder: Sendable {
    let source: StoredBytes
    /// The format of the source and the format to write.
    let from: UTType?
    let to: UTType
    let destination: URL
    /// Receives the part that is done, 0 to 1, and returns whether to continue.
    let goesOn: @Sendable (Double) -> Bool
}

/// A type that describes and exports films; it reads them only in other processes.
protocol FilmHandling: Sendable {
    /// Reads the description of a film's file and waits for it; nil if the file is not a film.
    func description(of file: StoredBytes) -> FilmDescription?

    /// Writes a new file; leaves none if the export fails or is stopped.
    func export(_ film: FilmOrder) throws
}

/// The handler of this program's films.
enum FilmHandler {
    private static let current = Mutex<any FilmHandling>(ImagerFilms())

    static var shared: any FilmHandling { current.withLock { $0 } }

    /// Replaces the handler.
    static func setShared(_ handler: any FilmHandling) {
        current.withLock { $0 = handler }
    }
}

/// Describes films and moves them to other containers in imager processes; nothing is re-encoded.
struct ImagerFilms: FilmHandling {
    /// The interval between checks of an export's progress, in milliseconds.
    private static let interval = 50

    func description(of file: StoredBytes) -> FilmDescription? {
        try? Imager.shared.describe(Self.source(file))
    }

    func export(_ film: FilmOrder) throws {
        guard film.from != film.to else { return try copy(film) }
        guard let container = Self.containers[film.to.identifier] else {
            let message = "no film becomes \(film.to.identifier)"
            throw PHPhotosError(.requestNotSupportedForAsset, message)
        }
        // The film of a motion photo follows the picture, but an imager reads a file from its start.
        guard film.source.range.lowerBound == 0 else {
            let copy = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: copy) }
            try film.source.write(to: copy) { _ in film.goesOn(0) }
            return try remux(film, StoredBytes(file: copy), container)
        }
        try remux(film, film.source, container)
    }

    private func remux(
        _ film: FilmOrder,
        _ stored: StoredBytes,
        _ container: FilmContainer
    ) throws {
        let export = FilmExport(
            Self.source(stored),
            as: container,
            to: film.destination.path
        )
        let timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .now(), repeating: .milliseconds(Self.interval))
        timer.setEventHandler { if !film.goesOn(export.progress) { export.cancel() } }
        timer.resume()
        defer { timer.cancel() }
        do {
            try export.run()
        } catch {
            throw PHPhotosError(
                error.code == .cancelled ? .userCancelled : .invalidResource,
                "\(film.source.url.lastPathComponent): \(error)"
            )
        }
    }

    private static let containers: [String: FilmContainer] = [
        "public.mpeg-4": .mp4, "com.apple.m4v-video": .mp4, "com.apple.quicktime-movie": .quickTime,
    ]

    private func copy(_ film: FilmOrder) throws {
        let size = Double(max(film.source.range.count, 1))
        try film.source.write(to: film.destination) { film.goesOn(min(Double($0) / size, 1)) }
    }

    private static func source(_ file: StoredBytes) -> PictureSource {
        let name = Array(file.url.lastPathComponent.utf8)
        var source = PictureSource(name: name, content: nil) { file.descriptor() }
        source.isFilm = true
        return source
    }
}
