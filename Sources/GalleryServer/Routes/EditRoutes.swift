internal import Foundation
internal import Hummingbird

/// The routes for changes.
struct EditRoutes: Sendable {
    let workers: Workers

    /// Enough for a thousand identifiers.
    private static let longestBody = 128 << 10

    func add(to router: Router<Visitor>) {
        router.post("/api/edits") { request, _ in try await perform(request) }
    }

    private func perform(_ request: Request) async throws -> JSONAnswer {
        var request = request
        let body = try await request.collectBody(upTo: Self.longestBody)
        let edit: Edit
        do {
            edit = try JSONDecoder().decode(Edit.self, from: Data(body.readableBytesView))
        } catch {
            throw GalleryError.badRequest("that is no edit")
        }
        return try await workers.run { try JSONAnswer(edit.perform()) }
    }
}
