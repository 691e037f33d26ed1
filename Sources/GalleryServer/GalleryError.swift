internal import HTTPTypes
internal import Hummingbird

/// The reason why a request fails, worded for the person looking at the page.
struct GalleryError: Error, HTTPResponseError, Sendable {
    private struct Body: Encodable {
        let error: String
        /// The position of the error in the search text, in characters from its start.
        let position: Int?
    }

    let status: HTTPResponse.Status
    let reason: String
    var position: Int?

    static func badRequest(_ reason: String) -> GalleryError {
        GalleryError(status: .badRequest, reason: reason)
    }

    static func badSearch(_ reason: String, position: Int?) -> GalleryError {
        GalleryError(status: .badRequest, reason: reason, position: position)
    }

    static func notFound(_ reason: String) -> GalleryError {
        GalleryError(status: .notFound, reason: reason)
    }

    static func forbidden(_ reason: String) -> GalleryError {
        GalleryError(status: .forbidden, reason: reason)
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var response = try JSONAnswer(Body(error: reason, position: position)).response
        response.status = status
        return response
    }
}
