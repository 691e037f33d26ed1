import Foundation
import Renditions
import Synchronization
import TestSupport
import Testing

@testable import Imaging

/// Keeps what it is given in memory.
final class MemoryStore: PictureStore {
    private struct Key: Hashable {
        var content: ContentKey
        var request: RenditionRequest
    }

    private let kept = Mutex<[Key: Picture]>([:])

    func find(_ content: ContentKey, _ request: RenditionRequest) -> Picture? {
        kept.withLock { $0[Key(content: content, request: request)] }
    }

    func keep(_ picture: Picture, _ content: ContentKey, _ request: RenditionRequest) -> String? {
        var picture = picture
        picture.pixels = nil
        kept.withLock { $0[Key(content: content, request: request)] = picture }
        return nil
    }

    var count: Int { kept.withLock { $0.count } }
}

struct ImagerTests {
    private static func programs(deadline: Int64 = 30_000) -> ImagerPrograms {
        var programs = ImagerPrograms()
        let products = Bundle.main.executableURL?.deletingLastPathComponent().path ?? "."
        programs.pictures = products + "/fake-imager"
        programs.films = programs.pictures
        programs.deadline = deadline
        return programs
    }

    /// A file that holds one byte.
    private static func source(_ name: String, colour: UInt8 = 7) -> PictureSource {
        var source = PictureSource(memory: [colour])
        source.name = Array(name.utf8)
        return source
    }

    private static func request(_ size: Int) -> RenditionRequest {
        var request = RenditionRequest()
        (request.width, request.height, request.encoding) = (size, size, .compact(quality: 80))
        return request
    }

    /// What a file holds, as the catalogue would say.
    private static func content(of open: () -> Int32) throws -> ContentKey {
        let file = open()
        defer { close(file) }
        var found = stat()
        try #require(unsafe fstat(file, &found) == 0)
        let modified = found.st_mtim.tv_sec * 1_000_000_000 + found.st_mtim.tv_nsec
        return ContentKey(size: Int64(found.st_size), modified: Int64(modified), fingerprint: 3)
    }

    private static func make(
        _ imager: Imager,
        _ source: PictureSource,
        _ request: RenditionRequest
    ) async -> Result<Picture, ImagingError> {
        await withCheckedContinuation { continuation in
            imager.make(PictureOrder(source, request)) { continuation.resume(returning: $0) }
        }
    }

    @Test
    func `a picture comes with its pixels and as a file`() async throws {
        let imager = Imager(cache: nil, workers: 2, programs: Self.programs())
        let picture = try await Self.make(imager, Self.source("a.jpg"), Self.request(200)).get()
        #expect((picture.width, picture.height) == (200, 150))
        #expect((picture.sourceWidth, picture.sourceHeight) == (400, 300))
        #expect(picture.pixels?.count == 120_000)
        #expect(picture.pixels?[4] == 7 && picture.pixels?[7] == 255)
        #expect(
            picture.encoded.map { String(decoding: $0, as: UTF8.self) }
                == "a picture of 200 × 150, red 7"
        )
        var film = Self.source("a.mov", colour: 9)
        film.isFilm = true
        let frame = try await Self.make(imager, film, Self.request(100)).get()
        #expect(frame.pixels?.first == 9)
    }

    @Test(arguments: [
        "dies", "babbles", "invents", "repeats", "beyond", "negative", "larger", "short", "format",
    ])
    func `an imager that was taken over costs its file only`(name: String) async throws {
        let imager = Imager(cache: nil, workers: 1, programs: Self.programs())
        let request = Self.request(200)
        let made = await Self.make(imager, Self.source(name), request)
        #expect(throws: ImagingError.self) { try made.get() }
        guard case .failure(let error) = made else { return }
        #expect(error.code == .undecodable && error.description.contains("imager ended"))
        #expect(try await Self.make(imager, Self.source("a.jpg"), request).get().width == 200)
    }

    @Test
    func `in the background a picture may take longer`() async throws {
        let imager = Imager(cache: nil, workers: 1, programs: Self.programs(deadline: 3_000))
        var order = PictureOrder(Self.source("slow"), Self.request(200))
        #expect(throws: ImagingError.self) { try imager.picture(order) }
        order.priority = .background
        #expect(try imager.picture(order).width == 200)
    }

    @Test
    func `a picture during which an imager is killed is made by the next`() async throws {
        let imager = Imager(cache: nil, workers: 1, programs: Self.programs())
        let path = FileManager.default.temporaryDirectory.path + "/\(UUID())"
        defer { unlink(path) }
        let made = await Self.make(imager, Self.source("dies once \(path)"), Self.request(200))
        #expect(try made.get().width == 200)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test
    func `what fails says why, and what takes too long is given up`() async throws {
        let imager = Imager(cache: nil, workers: 1, programs: Self.programs(deadline: 300))
        let failed = await Self.make(imager, Self.source("fails"), Self.request(10))
        #expect(failed.error == ImagingError(.undecodable, "no picture in fails"))
        let late = await Self.make(imager, Self.source("hangs"), Self.request(10))
        #expect(late.error?.code == .undecodable)
        #expect(late.error?.description.contains("given up") == true)
        let gone = PictureSource(name: [], content: nil) { -ENOENT }
        #expect(await Self.make(imager, gone, Self.request(10)).error?.code == .unavailable)
        var programs = Self.programs()
        programs.pictures = "/nowhere/imager"
        let without = Imager(cache: nil, workers: 1, programs: programs)
        let missing = await Self.make(without, Self.source("a"), Self.request(10))
        #expect(missing.error?.code == .helperMissing)
    }

    @Test
    func `equal orders are carried out once, and what is cached not at all`() async throws {
        let store = MemoryStore()
        let imager = Imager(cache: store, workers: 2, programs: Self.programs())
        let opened = Mutex(0)
        var source = Self.source("a.jpg")
        // One file, opened anew each time, for what is kept is of one time.
        let file = source.open()
        defer { close(file) }
        let open = { @Sendable in dup(file) }
        source.open = {
            opened.withLock { $0 += 1 }
            return open()
        }
        source.content = try Self.content(of: open)
        let asked = source
        await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    try? await Self.make(imager, asked, Self.request(100)).get().width
                }
            }
            for await width in group { #expect(width == 100) }
        }
        // Those that came while the first was being made wait for it; later ones find it kept.
        #expect(opened.withLock { $0 } == 1)
        #expect(store.count == 1)
        #expect(imager.cached(PictureOrder(asked, Self.request(100)))?.pixels == nil)
        #expect(imager.cached(PictureOrder(asked, Self.request(99))) == nil)
    }

    @Test
    func `what is not as the catalogue says is not kept`() async throws {
        let store = MemoryStore()
        let imager = Imager(cache: store, workers: 1, programs: Self.programs())
        var source = Self.source("a.jpg")
        source.content = ContentKey(size: 1, modified: 2, fingerprint: 3)
        #expect(try await Self.make(imager, source, Self.request(100)).get().width == 100)
        #expect(store.count == 0)
    }

    @Test
    func `a thousand orders of fifty callers, a part of them cancelled, are each answered once`()
        async
    {
        let seed = Effort.seed
        let imager = Imager(cache: MemoryStore(), workers: 2, programs: Self.programs())
        let answers = await withTaskGroup(of: Int.self) { group in
            for caller in 0..<50 {
                group.addTask { await Self.ask(imager, SplitMix(state: seed &+ UInt64(caller))) }
            }
            return await group.reduce(0, +)
        }
        #expect(answers == 1_000, "seed \(seed)")
    }

    /// Asks twenty times, cancels some; how many were answered, each once.
    private static func ask(_ imager: Imager, _ random: SplitMix) async -> Int {
        var random = random
        let (answers, answer) = AsyncStream.makeStream(of: Int.self)
        for number in 0..<20 {
            var source = Self.source("\(Int.random(in: 0..<9, using: &random)).jpg")
            let content = Int64.random(in: 0..<60, using: &random)
            source.content = ContentKey(size: content, modified: 0, fingerprint: 0)
            let order = PictureOrder(
                source,
                Self.request(10 * Int.random(in: 1..<5, using: &random)),
                priority: [.background, .soon, .now, .first].randomElement(using: &random) ?? .now
            )
            let ticket = imager.make(order) { _ in answer.yield(number) }
            if Int.random(in: 0..<3, using: &random) == 0 { imager.cancel(ticket) }
        }
        var seen: Set<Int> = []
        for await number in answers {
            guard seen.insert(number).inserted else { return -1_000 }
            if seen.count == 20 { break }
        }
        return seen.count
    }

    @Test
    func `pixels become a file, and files in memory pixels`() throws {
        let imager = Imager(cache: nil, workers: 1, programs: Self.programs())
        var picture = Picture(width: 2, height: 1, sourceWidth: 2, sourceHeight: 1)
        picture.pixels = [50, 0, 0, 255, 0, 0, 0, 255]
        let file = try imager.encode(picture, as: .jpeg(quality: 80))
        #expect(String(decoding: file, as: UTF8.self) == "a picture of 2 × 1, red 50")
        #expect(try imager.decode([66]).pixels?.first == 66)
    }
}

extension Result {
    fileprivate var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}
