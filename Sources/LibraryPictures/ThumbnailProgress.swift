internal import Foundation

/// How far the cache of a library is filled.
package struct ThumbnailProgress: Codable, Equatable, Sendable {
    /// The longest sides, in pixels.
    package var sizes: [Int] = []
    /// Up to where in the library's history everything was looked at.
    package var token: String?
    /// How many assets were looked at since the beginning.
    package var looked = 0
    /// Of how many of them a picture could not be made.
    package var failed = 0
    /// Whether films or pictures were left out for want of a program.
    package var isIncomplete = false

    package init() {}

    /// What was written last; nil for nothing.
    package static func read(library: String, cache: String) -> ThumbnailProgress? {
        guard let data = try? Data(contentsOf: file(library, cache)) else { return nil }
        return try? JSONDecoder().decode(Self.self, from: data)
    }

    /// Writes it; where that fails, some is looked at again.
    package func write(library: String, cache: String) {
        guard let data = try? JSONEncoder().encode(self) else { return }
        try? data.write(to: Self.file(library, cache), options: .atomic)
    }

    private static func file(_ library: String, _ cache: String) -> URL {
        URL(fileURLWithPath: "\(cache)/filled-\(library).json")
    }
}
