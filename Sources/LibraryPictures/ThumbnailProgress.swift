internal import Foundation

/// The progress of filling the cache for a library.
package struct ThumbnailProgress: Codable, Equatable, Sendable {
    /// The longest sides, in pixels.
    package var sizes: [Int] = []
    /// The position in the library's history up to which everything was processed.
    package var token: String?
    /// The number of assets processed since the beginning.
    package var looked = 0
    /// The number of those whose pictures could not be made.
    package var failed = 0
    /// Whether films or pictures were left out because a program was missing.
    package var isIncomplete = false

    package init() {}

    /// Returns the saved progress; nil without a valid file.
    package static func read(library: String, cache: String) -> ThumbnailProgress? {
        guard let data = try? Data(contentsOf: file(library, cache)) else { return nil }
        return try? JSONDecoder().decode(Self.self, from: data)
    }

    /// Saves the progress; if that fails, some assets are processed again later.
    package func write(library: String, cache: String) {
        guard let data = try? JSONEncoder().encode(self) else { return }
        try? data.write(to: Self.file(library, cache), options: .atomic)
    }

    private static func file(_ library: String, _ cache: String) -> URL {
        URL(fileURLWithPath: "\(cache)/filled-\(library).json")
    }
}
