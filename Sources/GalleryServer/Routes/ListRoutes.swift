internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Photos

/// The routes of the page, and of the lists it shows.
struct ListRoutes: Sendable {
    let lists: LiveLists
    let recent: RecentPhotos
    let workers: Workers
    let options: GalleryOptions

    private struct ListFacts: Encodable {
        let version: String
        let count: Int
        let months: [MonthCount]?
    }

    private struct Page: Encodable {
        let version: String
        let items: [GridItem]
    }

    private struct Position: Encodable {
        let version: String
        /// Nil if the photo is not in the list.
        let position: Int?
    }

    private struct Library: Encodable {
        let smartAlbums: [CollectionFacts]
        let albums: [CollectionFacts]
        let keys: [String]
        let valueNames: [String: [String]]
        /// Whether the server accepts `POST /api/edits`.
        let isEditable: Bool
        /// Whether there is a password, and therefore a way to log out.
        let hasPassword: Bool
        /// The reason why there is nothing to see; nil if there is a library.
        let unavailable: String?
    }

    /// The most photos in one response.
    private static var mostItems: Int { 1_000 }

    func add(to router: Router<Visitor>) {
        for path in PageFiles.paths {
            router.get(RouterPath(path)) { request, _ in
                try PageFiles.response(path, known: request.headers[.ifNoneMatch])
            }
        }
        router.get("/api/library") { _, _ in try await library() }
        router.get("/api/collections") { request, _ in try await collections(request) }
        router.get("/api/list") { request, _ in try await list(request) }
        router.get("/api/items") { request, _ in try await items(request) }
        router.get("/api/position") { request, _ in try await position(request) }
        router.get("/api/events") { request, context in try await events(request, context) }
    }

    private func library() async throws -> JSONAnswer {
        try await workers.run { [options] in
            try JSONAnswer(
                Library(
                    smartAlbums: CollectionFacts.smart(),
                    albums: try CollectionFacts.children(of: nil),
                    keys: PHAsset.predicateKeys,
                    valueNames: PHAsset.predicateValueNames,
                    isEditable: options.isEditable,
                    hasPassword: options.password != nil,
                    unavailable: PHPhotoLibrary.shared().unavailabilityReason?.localizedDescription
                )
            )
        }
    }

    private func collections(_ request: Request) async throws -> JSONAnswer {
        let parameters = request.uri.queryParameters
        if parameters["of"] == "moments" {
            let (start, count) = try (
                parameters.number("from", 0...Int(Int32.max)),
                parameters.number("count", 1...1_000)
            )
            return try await workers.run {
                try JSONAnswer(CollectionFacts.moments(from: start, count: count))
            }
        }
        let folder = try parameters["of"].map(PhotoID.init(required:))
        return try await workers.run { try JSONAnswer(CollectionFacts.children(of: folder)) }
    }

    private func list(_ request: Request) async throws -> JSONAnswer {
        let query = try ListQuery(request)
        return try await workers.run { [lists] in
            let snapshot = try lists.list(query).snapshot()
            return try JSONAnswer(
                ListFacts(
                    version: "\(lists.run)-\(snapshot.version)",
                    count: snapshot.result.count,
                    months: snapshot.months
                )
            )
        }
    }

    private func items(_ request: Request) async throws -> JSONAnswer {
        let query = try ListQuery(request)
        let parameters = request.uri.queryParameters
        let start = try parameters.number("from", 0...Int(Int32.max))
        let count = try parameters.number("count", 1...Self.mostItems)
        return try await workers.run { [lists, recent] in
            let snapshot = try lists.list(query).snapshot()
            let end = min(start + count, snapshot.result.count)
            let positions = IndexSet(integersIn: min(start, end)..<end)
            let assets = snapshot.result.objects(at: positions)
            // Photos that are gone by now have no pictures to request.
            try? recent.prepare(assets.map { PhotoID($0.localIdentifier) })
            return try JSONAnswer(
                Page(
                    version: "\(lists.run)-\(snapshot.version)",
                    items: GridItem.items(assets)
                )
            )
        }
    }

    /// Returns the position of a photo in a list.
    private func position(_ request: Request) async throws -> JSONAnswer {
        let query = try ListQuery(request)
        let photo = try PhotoID(required: request.uri.queryParameters["id"] ?? "")
        return try await workers.run { [lists] in
            let snapshot = try lists.list(query).snapshot()
            let position = snapshot.result.index(of: try photo.asset())
            return try JSONAnswer(
                Position(
                    version: "\(lists.run)-\(snapshot.version)",
                    position: position == NSNotFound ? nil : position
                )
            )
        }
    }

    private func events(_ request: Request, _ context: Visitor) async throws -> Response {
        let query = try ListQuery(request)
        let list = try await workers.run { [lists] in try lists.list(query) }
        let known =
            request.headers[.lastEventID] ?? request.uri.queryParameters["after"].map(String.init)
        return EventStream(
            list: list,
            run: lists.run,
            known: known,
            isWelcome: context.isWelcome,
            onFarewell: context.onFarewell,
            request: request.body
        ).response
    }
}

extension HTTPField.Name {
    static var lastEventID: HTTPField.Name { HTTPField.Name("Last-Event-ID") ?? .eTag }
}
