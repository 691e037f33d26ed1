internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Photos

/// A file of a photo, or the film inside one, sent in pieces.
struct Original: Sendable {
    let photo: PhotoID
    /// The number of the photo's resource.
    let number: Int
    let workers: Workers

    /// The bytes that are read at a time.
    private static let piece: Int64 = 256 << 10

    /// A file that was opened.
    private struct Opened: Sendable {
        let bytes: PHAssetResourceBytes
        let type: String
        let name: String
    }

    /// Returns the response; `range` is the text of the request's `Range` header.
    ///
    /// - Throws: ``GalleryError`` if the file does not exist.
    func response(_ range: String?) async throws -> Response {
        let opened = try await workers.run { try open() }
        let (whole, size) = (opened.bytes.range, Int64(opened.bytes.range.count))
        var headers: HTTPFields = [
            .contentType: opened.type, .acceptRanges: "bytes", .cacheControl: "private, no-cache",
            .contentDisposition: "inline; filename*=UTF-8''\(Self.escaped(opened.name))",
            // Whatever the file contains, it must not act as a page of this server.
            .contentSecurityPolicy: "default-src 'none'; sandbox",
        ]
        let part: Range<Int64>
        var status = HTTPResponse.Status.ok
        switch ByteRange(range, size: size) {
        case .all: part = 0..<size
        case .part(let wanted):
            (part, status) = (wanted, .partialContent)
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)"
        case .outside:
            headers[.contentRange] = "bytes */\(size)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
        let place = whole.lowerBound + part.lowerBound..<whole.lowerBound + part.upperBound
        return Response(status: status, headers: headers, body: body(opened, place))
    }

    private func open() throws -> Opened {
        let resources = PHAssetResource.assetResources(for: try photo.asset())
        guard resources.indices.contains(number) else {
            throw GalleryError.notFound("there is no such file")
        }
        let resource = resources[number]
        do {
            return Opened(
                bytes: try resource.open(),
                type: resource.contentType.preferredMIMEType ?? "application/octet-stream",
                name: resource.originalFilename
            )
        } catch {
            throw GalleryError.notFound(error.localizedDescription)
        }
    }

    private func body(_ opened: Opened, _ place: Range<Int64>) -> ResponseBody {
        ResponseBody(contentLength: place.count) { writer in
            var position = place.lowerBound
            while position < place.upperBound {
                let count = min(Self.piece, place.upperBound - position)
                let start = position
                let piece = try await workers.run {
                    try opened.bytes.file.seek(toOffset: UInt64(start))
                    return try opened.bytes.file.read(upToCount: Int(count)) ?? Data()
                }
                // The length was already sent, so the connection has to end here.
                guard !piece.isEmpty else { throw GalleryError.notFound("the file became shorter") }
                try await writer.write(ByteBuffer(bytes: piece))
                position += Int64(piece.count)
            }
            try await writer.finish(nil)
        }
    }

    /// Returns a name encoded for a header (RFC 8187).
    private static func escaped(_ name: String) -> String {
        name.utf8.map { byte in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || [0x2D, 0x2E, 0x5F].contains(byte)
            return isPlain
                ? String(UnicodeScalar(byte))
                : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
