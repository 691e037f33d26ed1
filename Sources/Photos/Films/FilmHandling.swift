internal import Foundation
internal import LibraryFiles
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
struct FilmExport: Sendable {
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
    func facts(of file: URL) -> FilmFacts?

    /// Writes a new file, or none when it fails or does not go on.
    func export(_ film: FilmExport) throws
}

/// Whoever handles the films of this program.
enum FilmHandler {
    private static let current = Mutex<any FilmHandling>(CopiedFilms())

    static var shared: any FilmHandling { current.withLock { $0 } }

    /// Has another handle them from now on.
    static func setShared(_ handler: any FilmHandling) {
        current.withLock { $0 = handler }
    }
}

/// Extractors look into films, which are copied as they are.
struct CopiedFilms: FilmHandling {
    func facts(of file: URL) -> FilmFacts? {
        EditedFile.film(at: Array(file.path.utf8)).map {
            FilmFacts(duration: $0.duration, width: $0.width, height: $0.height)
        }
    }

    func export(_ film: FilmExport) throws {
        guard film.from == film.to else {
            let name = film.from?.preferredFilenameExtension ?? "its format"
            let other = film.to.preferredFilenameExtension ?? film.to.identifier
            let message = "a film is copied only: \(name) does not become \(other)"
            throw PHPhotosError(.requestNotSupportedForAsset, message)
        }
        let size = Double(max(film.source.range.count, 1))
        try film.source.write(to: film.destination) { film.goesOn(min(Double($0) / size, 1)) }
    }
}
