internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Photos

/// The routes for pictures, files, and the facts about a photo.
struct PictureRoutes: Sendable {
    let lists: LiveLists
    let workers: Workers
    /// The threads that make thumbnails: one may take seconds, and nothing else waits for it.
    let makers: Workers
    let recent: RecentPhotos
    private let preheater = Preheater()

    init(lists: LiveLists, recent: RecentPhotos, workers: Workers, makers: Workers) {
        (self.lists, self.recent, self.workers, self.makers) = (lists, recent, workers, makers)
    }

    func add(to router: Router<Visitor>) {
        router.get("/api/photos/:id") { _, context in try await facts(context) }
        router.get("/api/ahead") { request, _ in try await ahead(request) }
        router.get("/thumbnails/:side/:content/:id") { request, context in
            try await thumbnail(request, context)
        }
        router.get("/originals/:id/:number") { request, context in
            try await original(request, context)
        }
    }

    private func facts(_ context: Visitor) async throws -> JSONAnswer {
        let photo = try PhotoID(required: context.parameters.require("id")[...])
        return try await workers.run { try JSONAnswer(PhotoFacts(photo.asset())) }
    }

    /// Starts making the thumbnails that come next.
    private func ahead(_ request: Request) async throws -> Response {
        let query = try ListQuery(request)
        let parameters = request.uri.queryParameters
        let start = try parameters.number("from", 0...Int(Int32.max))
        let count = try parameters.number("count", 1...300)
        let side = try parameters.number("side", 1...2_048)
        guard Thumbnail.sides.contains(side) else {
            throw GalleryError.notFound("there is no such size")
        }
        try await workers.run { [lists, preheater] in
            let result = try lists.list(query).snapshot().result
            let end = min(start + count, result.count)
            let positions = IndexSet(integersIn: min(start, end)..<end)
            preheater.want(result.objects(at: positions), side: side)
        }
        return Response(status: .noContent)
    }

    private func thumbnail(_ request: Request, _ context: Visitor) async throws -> Response {
        let thumbnail = try Thumbnail(
            photo: PhotoID(required: context.parameters.require("id")[...]),
            side: context.parameters.require("side", as: Int.self),
            content: PhotoID(required: context.parameters.require("content")[...]).text
        )
        // The URL names the content, so the browser's copy is the right one.
        if request.headers[.ifNoneMatch] == thumbnail.tag {
            return Response(status: .notModified, headers: [.eTag: thumbnail.tag])
        }
        if let picture = recent[thumbnail] {
            return thumbnail.response(picture, isOfContent: true)
        }
        return try await makers.run { [recent] in
            let changes = recent.changes
            let photo = try recent.photo(thumbnail.photo)
            let picture = try thumbnail.picture(of: photo.asset)
            let isOfContent =
                picture.isOfLibrary && photo.content == thumbnail.content
                && recent.changes == changes
            if isOfContent { recent.keep(picture, for: thumbnail, since: changes) }
            return thumbnail.response(picture, isOfContent: isOfContent)
        }
    }

    private func original(_ request: Request, _ context: Visitor) async throws -> Response {
        let original = try Original(
            photo: PhotoID(required: context.parameters.require("id")[...]),
            number: context.parameters.require("number", as: Int.self),
            workers: workers
        )
        return try await original.response(request.headers[.range])
    }
}
