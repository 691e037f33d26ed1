import Glibc
import Imaging
import Kernel
import Renditions
import TestSupport
import Testing

struct RenditionCacheTests {
    @Test
    func `what is kept is found as it was, by this process and others`() throws {
        let desk = try CacheDesk()
        var picture = CacheDesk.picture(CacheDesk.bytes(20_000, seed: 1))
        (picture.hasAlpha, picture.format) = (true, .webp)
        desk.cache.keep(picture, CacheDesk.content(1), CacheDesk.request)
        let other = try RenditionCache(directory: desk.path, limit: 1 << 30)
        for cache in [desk.cache, other] {
            let found = try #require(cache.find(CacheDesk.content(1), CacheDesk.request))
            #expect(found.encoded == picture.encoded)
            #expect(found.pixels == nil)
            #expect((found.width, found.height) == (256, 192))
            #expect((found.sourceWidth, found.sourceHeight) == (4_032, 3_024))
            #expect(found.hasAlpha && found.format == .webp)
            #expect(cache.find(CacheDesk.content(2), CacheDesk.request) == nil)
        }
    }

    static let others: [@Sendable (inout RenditionRequest, inout ContentKey) -> Void] = [
        { request, _ in request.width = 255 },
        { request, _ in request.height = 255 },
        { request, _ in (request.width, request.height) = (0, 0) },
        { request, _ in request.mode = .fill },
        { request, _ in request.resize = .exact },
        { request, _ in request.subject = .frame },
        { request, _ in request.encoding = .jpeg(quality: 82) },
        { request, _ in request.encoding = .compact(quality: 81) },
        { request, _ in request.encoding = .png },
        { request, _ in request.time = 0 },
        { request, _ in request.crop = UnitRect(x: 0, y: 0, width: 1, height: 1) },
        { request, _ in request.crop = UnitRect(x: 0, y: 0, width: 1, height: 0.5) },
        { _, content in content.size += 1 },
        { _, content in content.modified += 1 },
        { _, content in content.fingerprint += 1 },
    ]

    @Test
    func `what differs in anything is another rendition`() throws {
        let desk = try CacheDesk()
        for (number, change) in ([{ _, _ in }] + Self.others).enumerated() {
            var (request, content) = (CacheDesk.request, CacheDesk.content(1))
            change(&request, &content)
            #expect(desk.cache.find(content, request) == nil, "\(number)")
            desk.cache.keep(CacheDesk.picture([UInt8(number)]), content, request)
        }
        for (number, change) in ([{ _, _ in }] + Self.others).enumerated() {
            var (request, content) = (CacheDesk.request, CacheDesk.content(1))
            change(&request, &content)
            #expect(desk.cache.find(content, request)?.encoded == [UInt8(number)], "\(number)")
        }
    }

    @Test
    func `whether pixels are wanted too makes no other rendition`() throws {
        let desk = try CacheDesk()
        var request = CacheDesk.request
        (request.wantsPixels, request.encoding) = (false, .compact(quality: 82))
        desk.cache.keep(CacheDesk.picture([1]), CacheDesk.content(1), request)
        #expect(desk.cache.find(CacheDesk.content(1), CacheDesk.request)?.encoded == [1])
    }

    @Test
    func `a picture kept again takes the place of the former`() throws {
        let desk = try CacheDesk()
        for number in 0..<3 {
            let bytes = CacheDesk.bytes(1_000 * (3 - number), seed: number)
            desk.cache.keep(CacheDesk.picture(bytes), CacheDesk.content(1), CacheDesk.request)
            let found = desk.cache.find(CacheDesk.content(1), CacheDesk.request)
            #expect(found?.encoded == bytes)
        }
        #expect(desk.files.count == 1)
    }

    @Test
    func `a directory that is removed is made again`() throws {
        let desk = try CacheDesk()
        desk.cache.keep(CacheDesk.picture([1]), CacheDesk.content(1), CacheDesk.request)
        CacheDesk.run("rm", "-rf", desk.path)
        #expect(desk.cache.find(CacheDesk.content(1), CacheDesk.request) == nil)
        desk.cache.keep(CacheDesk.picture([2]), CacheDesk.content(1), CacheDesk.request)
        #expect(desk.cache.find(CacheDesk.content(1), CacheDesk.request)?.encoded == [2])
    }

    @Test
    func `a file that was changed or cut anywhere is none, and is removed`() throws {
        let desk = try CacheDesk()
        let (content, request) = (CacheDesk.content(1), CacheDesk.request)
        desk.cache.keep(CacheDesk.picture(CacheDesk.bytes(300, seed: 3)), content, request)
        let file = try #require(desk.files.first)
        let whole = try #require(Files.read(file))
        #expect(whole.count == 436)
        for position in whole.indices {
            var changed = whole
            changed[position] ^= UInt8(1 << (position % 8))
            for damaged in [changed, Array(whole[..<position])] {
                Files.write(damaged, file)
                #expect(desk.cache.find(content, request) == nil, "byte \(position)")
                #expect(Files.read(file) == nil, "byte \(position)")
            }
        }
        Files.write(whole + [0], file)
        #expect(desk.cache.find(content, request) == nil)
        Files.write(whole, file)
        #expect(desk.cache.find(content, request) != nil)
    }
}

enum Files {
    static func mode(_ path: String) -> mode_t? {
        var found = stat()
        return stat(path, &found) == 0 ? found.st_mode & 0o7777 : nil
    }

    static func read(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = Glibc.read(file, &bytes, bytes.count)
        return Array(bytes[..<max(0, count)])
    }

    static func write(_ bytes: [UInt8], _ path: String) {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard file >= 0 else { return }
        _ = Glibc.write(file, bytes, bytes.count)
        close(file)
    }
}
