internal import Foundation
internal import Imaging
internal import Renditions
internal import Synchronization
internal import UniformTypeIdentifiers

/// What is known of a film.
struct FilmFacts: Equatable, Sendable {
    /// Seconds.
    var duration = 0.0
    /// Pixels as shown.
    var width = 0
    var height = 0
}

/// A film that is to be written into another file.
struct FilmOrder: Sendable {
    let source: StoredBytes
    /// What kinds of file it is and is to be.
    let from: UTType?
    let to: UTType
    let destination: URL
    /// Told how much is done, 0 to 1; answers whether to go on.
    let goesOn: @Sendable (Double) -> Bool
}

/// What looks into films and writes them; films are read in other processes only.
protocol FilmHandling: Sendable {
    /// What a film's file says; nil when it is none. Waits for it.
    func description(of file: StoredBytes) -> FilmDescription?

    /// Writes a new file, or none when it fails or does not go on.
    func export(_ film: FilmOrder) throws
}

/// Whoever handles the films of this program.
enum FilmHandler {
    private static let current = Mutex<any FilmHandling>(ImagerFilms())

    static var shared: any FilmHandling { current.withLock { $0 } }

    /// Has another handle them from now on.
    static func setShared(_ handler: any FilmHandling) {
        current.withLock { $0 = handler }
    }
}

/// Imagers look into films, and put them into other containers; nothing is encoded anew.
struct ImagerFilms: FilmHandling {
    /// Milliseconds between looks at how far an export is.
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
        // The film of a motion photo lies behind the picture; an imager reads from the beginning.
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
