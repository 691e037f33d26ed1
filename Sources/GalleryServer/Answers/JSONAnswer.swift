internal import Foundation
internal import HTTPTypes
internal import Hummingbird

/// A value as a JSON response that must not be cached.
struct JSONAnswer: ResponseGenerator {
    let response: Response

    init(_ value: some Encodable) throws {
        let data = try Self.data(value)
        response = Response(
            status: .ok,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: data))
        )
    }

    static func data(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return try encoder.encode(value)
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        response
    }
}
