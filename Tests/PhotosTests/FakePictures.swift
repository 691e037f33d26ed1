import LibraryPictures
import Foundation
import Imaging
import Renditions
import Synchronization
import Testing
import TestSupport

@testable import Photos

/// Makes pictures of one colour: when it is told to, or at once.
final class FakePictures: PictureMaking {
    /// What somebody waits for.
    private struct Waiting: Sendable {
        let number: Int
        let order: PictureOrder
        let completion: @Sendable (Result<Picture, ImagingError>) -> Void
    }

    /// What the cache keeps.
    struct Key: Hashable {
        let content: ContentKey?
        let request: RenditionRequest

        init(_ content: ContentKey?, _ request: RenditionRequest) {
            var request = request
            // What is kept is a file, whoever asked for it.
            request.wantsPixels = false
            (self.content, self.request) = (content, request)
        }
    }

    private struct State {
        var last = 0
        var waiting: [Waiting] = []
        var cache: [Key: Picture] = [:]
        var cancelled = 0
        var made: [PictureOrder] = []
    }

    /// The size of every picture that there is.
    static let source = (width: 400, height: 300)
    /// That of the small ones in them.
    static let embedded = (width: 40, height: 30)

    /// What the desktop has of every file: as wide as this.
    let desktopWidth: Int?

    private let state = Mutex(State())
    private let answersAtOnce: Bool
    private let queue = DispatchQueue(label: "fake imager", attributes: .concurrent)

    init(answersAtOnce: Bool = false, desktopWidth: Int? = nil) {
        (self.answersAtOnce, self.desktopWidth) = (answersAtOnce, desktopWidth)
        PictureMaker.setShared(self)
    }

    /// What is waited for, what was made and how many orders were cancelled.
    var waiting: [RenditionRequest] { state.withLock { $0.waiting.map(\.order.request) } }
    var made: [PictureOrder] { state.withLock { $0.made } }
    var cancelled: Int { state.withLock { $0.cancelled } }

    func desktop(_ path: [UInt8], _ content: ContentKey, pixels: Int) -> Picture? {
        desktopWidth.map { width in
            Picture(width: width, height: width / 4 * 3, sourceWidth: 400, sourceHeight: 300)
        }
    }

    func make(
        _ order: PictureOrder,
        _ completion: @escaping @Sendable (Result<Picture, ImagingError>) -> Void
    ) -> @Sendable () -> Void {
        let number = state.withLock { state in
            state.last += 1
            state.waiting.append(
                Waiting(number: state.last, order: order, completion: completion)
            )
            return state.last
        }
        if answersAtOnce { queue.async { [self] in finish(number) } }
        return { [self] in
            guard let waiting = take(number) else { return }
            state.withLock { $0.cancelled += 1 }
            waiting.completion(.failure(ImagingError(.cancelled, "cancelled")))
        }
    }

    private func take(_ number: Int) -> Waiting? {
        state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
                return nil
            }
            return state.waiting.remove(at: index)
        }
    }

    private func finish(_ number: Int, _ failure: ImagingError? = nil) {
        guard let waiting = take(number) else { return }
        guard failure == nil, let picture = Self.picture(waiting.order.request) else {
            let error = failure ?? ImagingError(.undecodable, "no such picture")
            return waiting.completion(.failure(error))
        }
        state.withLock { state in
            state.made.append(waiting.order)
            let key = Key(waiting.order.source.content, waiting.order.request)
            state.cache[key] = picture
        }
        waiting.completion(.success(picture))
    }

    /// Answers what is waited for of a kind; returns how many there were.
    @discardableResult
    func answer(_ subject: RenditionRequest.Subject, _ failure: ImagingError? = nil) -> Int {
        let numbers = state.withLock { state in
            state.waiting.filter { $0.order.request.subject == subject }.map(\.number)
        }
        for number in numbers { finish(number, failure) }
        return numbers.count
    }

    /// Opens the file of whatever is waited for, as an imager would; the answers of `open`.
    func openAll() -> [Int32] {
        state.withLock { $0.waiting.map(\.order.source) }.map { source in
            let file = source.open()
            if file >= 0 { close(file) }
            return file
        }
    }

    func cached(_ order: PictureOrder) -> Picture? {
        state.withLock { state in
            state.cache[Key(order.source.content, order.request)]
        }
    }

    /// Has the cache keep a picture of an asset.
    func keep(_ asset: PHAsset, _ request: RenditionRequest) throws {
        let content = try PictureFile.find(asset, .current).content
        let picture = try #require(Self.picture(request))
        state.withLock { $0.cache[Key(content, request)] = picture }
    }

    /// What a request asks for that wants a picture in a square.
    static func wanted(_ side: Double) -> RenditionRequest {
        RenditionRequest(CGSize(width: side, height: side), .aspectFit, nil, of: .picture)
    }

    static func picture(_ request: RenditionRequest) -> Picture? {
        let source = request.subject == .embedded ? embedded : source
        guard let geometry = RenditionGeometry(of: source.width, source.height, request) else {
            return nil
        }
        var picture = Picture(
            width: geometry.width,
            height: geometry.height,
            sourceWidth: source.width,
            sourceHeight: source.height
        )
        picture.encoded = Array("\(geometry.width)x\(geometry.height)".utf8)
        picture.format = .jpeg
        return picture
    }

    /// The format and the size, in letters.
    func encode(_ picture: Picture, as encoding: Encoding) throws(ImagingError) -> [UInt8] {
        Array("\(encoding) \(picture.width)x\(picture.height)".utf8)
    }

    /// Pixels of the size that ``picture(_:)`` wrote; their bytes count up.
    func decode(_ bytes: [UInt8]) throws(ImagingError) -> Picture {
        let sides = String(decoding: bytes, as: UTF8.self).split(separator: "x").compactMap {
            Int($0)
        }
        guard sides.count == 2 else { throw ImagingError(.undecodable, "no picture") }
        var picture = Picture(
            width: sides[0],
            height: sides[1],
            sourceWidth: sides[0],
            sourceHeight: sides[1]
        )
        picture.pixels = (0..<4 * sides[0] * sides[1]).map { UInt8(truncatingIfNeeded: $0) }
        return picture
    }
}
