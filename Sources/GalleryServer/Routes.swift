internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Photos

/// What the page asks for.
struct Routes<Context: RequestContext>: Sendable {
    let lists: LiveLists
    let workers: Workers

    private struct ListFacts: Encodable {
        let version: String
        let count: Int
        let months: [MonthCount]?
    }

    private struct Page: Encodable {
        let version: String
        let items: [GridItem]
    }

    private struct Library: Encodable {
        let smartAlbums: [CollectionFacts]
        let albums: [CollectionFacts]
        let keys: [String]
        /// Why there is nothing to see; nil where there is.
        let unavailable: String?
    }

    /// How many photos are answered at most.
    private static var mostItems: Int { 1_000 }

    func add(to router: Router<Context>) {
        for path in PageFiles.paths {
            router.get(RouterPath(path)) { request, _ in
                try PageFiles.response(path, known: request.headers[.ifNoneMatch])
            }
        }
        router.get("/api/library") { _, _ in try await library() }
        router.get("/api/collections") { request, _ in try await collections(request) }
        router.get("/api/list") { request, _ in try await list(request) }
        router.get("/api/items") { request, _ in try await items(request) }
        router.get("/api/events") { request, _ in try await events(request) }
        router.get("/api/photos/:id") { _, context in try await facts(context) }
        router.get("/thumbnails/:side/:content/:id") { request, context in
            try await thumbnail(request, context)
        }
        router.get("/originals/:id/:number") { request, context in
            try await original(request, context)
        }
    }

    private func library() async throws -> JSONAnswer {
        try await workers.run {
            try JSONAnswer(
                Library(
                    smartAlbums: CollectionFacts.smart(),
                    albums: try CollectionFacts.children(of: nil),
                    keys: PHAsset.predicateKeys,
                    unavailable: PHPhotoLibrary.shared().unavailabilityReason?.localizedDescription
                )
            )
        }
    }

    private func collections(_ request: Request) async throws -> JSONAnswer {
        let parameters = request.uri.queryParameters
        if parameters["of"] == "moments" {
            let (start, count) = try (
                number("from", parameters, 0...Int(Int32.max)),
                number("count", parameters, 1...1_000)
            )
            return try await workers.run {
                try JSONAnswer(CollectionFacts.moments(from: start, count: count))
            }
        }
        let folder = try parameters["of"].map(Self.identifier)
        return try await workers.run { try JSONAnswer(CollectionFacts.children(of: folder)) }
    }

    private func list(_ request: Request) async throws -> JSONAnswer {
        let query = try query(request)
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
        let query = try query(request)
        let parameters = request.uri.queryParameters
        let start = try number("from", parameters, 0...Int(Int32.max))
        let count = try number("count", parameters, 1...Self.mostItems)
        return try await workers.run { [lists] in
            let snapshot = try lists.list(query).snapshot()
            let end = min(start + count, snapshot.result.count)
            let positions = IndexSet(integersIn: min(start, end)..<end)
            return try JSONAnswer(
                Page(
                    version: "\(lists.run)-\(snapshot.version)",
                    items: GridItem.items(snapshot.result.objects(at: positions))
                )
            )
        }
    }

    private func events(_ request: Request) async throws -> Response {
        let query = try query(request)
        let list = try await workers.run { [lists] in try lists.list(query) }
        let known =
            request.headers[.lastEventID] ?? request.uri.queryParameters["after"].map(String.init)
        return EventStream(list: list, run: lists.run, known: known).response
    }

    private func facts(_ context: Context) async throws -> JSONAnswer {
        let photo = try Self.identifier(context.parameters.require("id")[...])
        return try await workers.run { try JSONAnswer(PhotoFacts(photo.asset())) }
    }

    private func thumbnail(_ request: Request, _ context: Context) async throws -> Response {
        let thumbnail = try Thumbnail(
            photo: Self.identifier(context.parameters.require("id")[...]),
            side: context.parameters.require("side", as: Int.self),
            content: Self.identifier(context.parameters.require("content")[...]).text
        )
        // The address names the content, so whoever has it has the right one.
        if request.headers[.ifNoneMatch] == thumbnail.tag {
            return Response(status: .notModified, headers: [.eTag: thumbnail.tag])
        }
        return try await workers.run { try thumbnail.response() }
    }

    private func original(_ request: Request, _ context: Context) async throws -> Response {
        let original = try Original(
            photo: Self.identifier(context.parameters.require("id")[...]),
            number: context.parameters.require("number", as: Int.self),
            workers: workers
        )
        return try await original.response(request.headers[.range])
    }

    private func query(_ request: Request) throws -> ListQuery {
        let parameters = request.uri.queryParameters
        let scope: ListQuery.Scope =
            try parameters["of"].map { .collection(try Self.identifier($0).localIdentifier) }
            ?? .library
        return try ListQuery(
            scope: scope,
            search: parameters["search"].map(String.init) ?? "",
            isLatestFirst: parameters["order"] != "oldest"
        )
    }

    private static func identifier(_ text: Substring) throws -> PhotoID {
        guard let identifier = PhotoID(address: text) else {
            throw GalleryError.badRequest("that is no identifier")
        }
        return identifier
    }

    private func number(
        _ name: Substring,
        _ parameters: Parameters,
        _ range: ClosedRange<Int>
    ) throws -> Int {
        guard let number = parameters[name].flatMap({ Int($0) }), range.contains(number) else {
            throw GalleryError.badRequest(
                "\(name) is a number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }
}

extension HTTPField.Name {
    static var lastEventID: HTTPField.Name { HTTPField.Name("Last-Event-ID") ?? .eTag }
}
