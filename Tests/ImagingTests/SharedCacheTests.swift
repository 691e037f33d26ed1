import Foundation
import Imaging
import Kernel
import Renditions
import TestSupport
import Testing

struct SharedCacheTests {
    @Test(arguments: Effort.part(1, of: ["/dev/shm", "/var/tmp"]))
    func `processes that are killed anywhere leave whole pictures, and not too many`(
        place: String
    ) throws {
        let seed = Effort.seed
        var random = SplitMix(state: seed)
        let desk = try CacheDesk(path: "\(place)/cache-\(seed)")
        let limit: Int64 = 1 << 20
        let steady = try (0..<2).map {
            try CacheUser(desk.path, limit: limit, "mix", "\($0)", "2000")
        }
        for victim in 0..<Effort.count(10, of: 25) {
            let user = try CacheUser(desk.path, limit: limit, "mix", "\(victim + 9)", "1000000")
            #expect(user.did(Int.random(in: 1...80, using: &random)), "seed \(seed)")
            user.kill()
        }
        for user in steady {
            let (code, output) = user.end()
            #expect(
                code == 0 && output.allSatisfy { $0 == "." },
                "seed \(seed): \(output.suffix(80))"
            )
        }
        // One that writes alone counts right again what the others had in hand when they were killed.
        #expect(try CacheUser(desk.path, limit: limit, "mix", "7", "1000").end().code == 0)
        let total = desk.files.reduce(0) { $0 + (Files.read($1)?.count ?? 0) }
        #expect(total > 0 && total <= Int(limit + limit / 10), "seed \(seed)")
    }

    @Test(.enabled(if: geteuid() == 0, "needs to become another user"))
    func `pictures that another user put there are not shown`() throws {
        let desk = try CacheDesk()
        let limit: Int64 = 1 << 30
        let users = (ann: 4_001, bob: 4_002)
        func ask(_ user: Int, _ what: String, _ number: Int) throws -> String {
            try CacheUser(desk.path, limit: limit, as: user, what, "\(number)").end().output
        }
        // Ann's directory, into which everybody may write.
        chown(desk.path, uid_t(users.ann), gid_t(users.ann))
        chmod(desk.path, 0o777)
        let again = try CacheDesk(path: desk.path)
        _ = try ask(users.bob, "keep", 1)
        #expect(try ask(users.bob, "find", 1) == "found\n")
        #expect(try ask(users.ann, "find", 1) == "none\n")
        #expect(again.files.count == 1)
        // What Ann keeps takes its place, and that she keeps something is seen by Bob.
        _ = try ask(users.ann, "keep", 1)
        _ = try ask(users.ann, "keep", 2)
        #expect(try ask(users.ann, "find", 1) == "found\n")
        #expect(try ask(users.bob, "find", 2) == "found\n")
        // Root's are for all.
        #expect(try CacheUser(desk.path, limit: limit, "keep", "3").end().code == 0)
        #expect(try ask(users.ann, "find", 3) == "found\n")
        #expect(try ask(users.bob, "find", 3) == "found\n")
    }

    @Test(.enabled(if: geteuid() == 0, "needs to become another user"))
    func `who may only read reads, and who may not does not`() throws {
        let desk = try CacheDesk()
        let limit: Int64 = 1 << 30
        chown(desk.path, 4_001, 4_001)
        chmod(desk.path, 0o750)
        for number in 1...3 {
            _ = try CacheUser(desk.path, limit: limit, as: 4_001, "keep", "\(number)").end()
        }
        let names = desk.files
        #expect(names.count == 3)
        #expect(names.allSatisfy { Files.mode($0) == 0o640 })
        let user = try CacheUser(desk.path, limit: limit, as: 4_002, group: 4_001, "find", "1")
        #expect(user.end().output == "found\n")
        let stranger = try CacheUser(desk.path, limit: limit, as: 4_003, "find", "1").end()
        #expect(stranger.code == 77 && stranger.output.isEmpty)
        // Who cannot write keeps nothing, and that is no error.
        let writer = try CacheUser(desk.path, limit: limit, as: 4_002, group: 4_001, "keep", "4")
        #expect(writer.end().code == 0)
        #expect(desk.files == names)
    }

    @Test
    func `what is no regular file of its place is none`() throws {
        let desk = try CacheDesk()
        let (content, request) = (CacheDesk.content(1), CacheDesk.request)
        desk.cache.keep(CacheDesk.picture([1]), content, request)
        desk.cache.keep(CacheDesk.picture([2]), CacheDesk.content(2), request)
        let file = try #require(desk.files.first { Files.read($0)?.last == 1 })
        let other = try #require(desk.files.first { Files.read($0)?.last == 2 })
        let whole = try #require(Files.read(file))
        let elsewhere = desk.path + "/elsewhere"
        for plant in ["ln -s ../elsewhere", "mkfifo", "mkdir", "ln \(other)"] {
            Files.write(whole, elsewhere)
            CacheDesk.run("rm", "-f", file)
            #expect(CacheDesk.run(plant, file) == 0)
            #expect(desk.cache.find(content, request) == nil, "\(plant)")
            CacheDesk.run("rm", "-rf", file)
        }
        // A directory that leads elsewhere.
        let part = (file as NSString).deletingLastPathComponent
        CacheDesk.run("rm", "-rf", part)
        CacheDesk.run("mkdir", desk.path + "/other")
        Files.write(whole, "\(desk.path)/other/\((file as NSString).lastPathComponent)")
        CacheDesk.run("ln", "-s", "other", part)
        #expect(desk.cache.find(content, request) == nil)
        desk.cache.keep(CacheDesk.picture([3]), content, request)
        #expect(desk.cache.find(content, request) == nil)
    }
}
