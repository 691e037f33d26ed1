import Foundation
import Imaging
import Kernel
import Renditions
import TestSupport
import Testing

struct CacheUpkeepTests {
    private static let limit: Int64 = 64 * 4_096

    private static func fill(_ cache: RenditionCache, _ numbers: Range<Int>) {
        for number in numbers {
            cache.keep(CacheDesk.picture([1]), CacheDesk.content(number), CacheDesk.request)
        }
    }

    @Test(arguments: ["rm -f", "truncate -s 3", "truncate -s 0", "truncate -s 100", "chmod 0"])
    func `the limit holds also when the count is lost`(loss: String) throws {
        let desk = try CacheDesk(limit: Self.limit)
        Self.fill(desk.cache, 0..<60)
        #expect(desk.files.count == 60)
        CacheDesk.run(loss, desk.path + "/usage")
        // Without permissions it is no obstacle to root.
        let again = try RenditionCache(directory: desk.path, limit: Self.limit)
        Self.fill(again, 60..<200)
        #expect(desk.files.count <= 64)
        #expect(desk.files.count > (loss == "chmod 0" && geteuid() != 0 ? 0 : 40))
    }

    @Test
    func `a wrong count costs pictures, but never the limit`() throws {
        let desk = try CacheDesk(limit: Self.limit)
        Self.fill(desk.cache, 0..<60)
        var usage = try #require(Files.read(desk.path + "/usage"))
        #expect(usage.count == 16)
        for wrong: UInt8 in [0, 255] {
            usage[11] = wrong
            Files.write(usage, desk.path + "/usage")
            Self.fill(desk.cache, 100..<200)
            Self.fill(desk.cache, 200..<300)
        }
        #expect((40...64).contains(desk.files.count))
    }

    @Test
    func `threads that share a cache find what is theirs`() throws {
        let desk = try CacheDesk(limit: Self.limit)
        let seed = Effort.seed
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            var random = SplitMix(state: seed &+ UInt64(thread))
            for _ in 0..<300 {
                let number = Int.random(in: 0..<90, using: &random)
                let bytes = [UInt8](repeating: UInt8(number), count: 10 + number)
                let content = CacheDesk.content(number)
                if Bool.random(using: &random) {
                    desk.cache.keep(CacheDesk.picture(bytes), content, CacheDesk.request)
                } else if let found = desk.cache.find(content, CacheDesk.request) {
                    #expect(found.encoded == bytes, "seed \(seed)")
                }
            }
        }
        // However long the one that evicted took, the next picture finds what was too much.
        Self.fill(desk.cache, 90..<91)
        #expect((1...78).contains(desk.files.count), "seed \(seed)")
    }

    /// A picture that is counted and not yet written when the files are listed may be left out: one for each thread.
    @Test
    func `pictures that come during an eviction are counted`() throws {
        for _ in 0..<Effort.count(30, of: 100) {
            let desk = try CacheDesk(limit: Self.limit)
            DispatchQueue.concurrentPerform(iterations: 3) { thread in
                Self.fill(desk.cache, thread * 100..<thread * 100 + 60)
            }
            let usage = try #require(Files.read(desk.path + "/usage"))
            let counted = usage.suffix(8).reversed().reduce(0) { $0 << 8 | Int($1) } / 4_096
            #expect(desk.files.count - counted <= 3)
        }
    }

    @Test
    func `threads that begin a cache together can all keep what they have`() throws {
        for _ in 0..<50 {
            let desk = try CacheDesk(limit: Self.limit)
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                let picture = CacheDesk.picture([UInt8(thread)])
                let reason = desk.cache.keep(picture, CacheDesk.content(thread), CacheDesk.request)
                #expect(reason == nil)
            }
            #expect(desk.files.count == 8)
        }
    }

    @Test
    func `what a killed process left behind goes some time`() throws {
        let desk = try CacheDesk(limit: Self.limit)
        Self.fill(desk.cache, 0..<60)
        let part = (try #require(desk.files.first) as NSString).deletingLastPathComponent
        Files.write([1, 2, 3], part + "/.1234abcd")
        Files.write([1, 2, 3], part + "/notes")
        CacheDesk.run("touch", "-d", "@1000", part + "/.1234abcd")
        desk.wait()
        Self.fill(desk.cache, 60..<80)
        #expect(Files.read(part + "/.1234abcd") == nil)
        // What it does not know is somebody else's.
        #expect(Files.read(part + "/notes") == [1, 2, 3])
    }

    @Test
    func `a picture too large for the cache is not kept, nor costs others their place`() throws {
        let desk = try CacheDesk(limit: Self.limit)
        Self.fill(desk.cache, 0..<60)
        let large = CacheDesk.bytes(Int(Self.limit / 4), seed: 1)
        desk.cache.keep(CacheDesk.picture(large), CacheDesk.content(99), CacheDesk.request)
        #expect(desk.cache.find(CacheDesk.content(99), CacheDesk.request) == nil)
        #expect(desk.files.count == 60)
    }

    @Test(.enabled(if: geteuid() == 0, "needs another user's files"))
    func `another name of somebody's file is not written to`() throws {
        let desk = try CacheDesk(limit: Self.limit)
        let treasure = desk.path + "/treasure"
        Files.write([7], treasure)
        for name in ["usage", "eviction"] {
            CacheDesk.run("ln", treasure, "\(desk.path)/\(name)")
            Self.fill(desk.cache, 0..<3)
            #expect(Files.read(treasure) == [7])
            CacheDesk.run("rm", "\(desk.path)/\(name)")
        }
    }

    @Test(.enabled(if: geteuid() == 0, "needs another user's files"))
    func `what root makes in a user's home is the user's`() throws {
        let home = "/dev/shm/home-\(UInt64.random(in: 0...UInt64.max))"
        #expect(CacheDesk.run("install", "-d", "-o", "4001", home) == 0)
        defer { CacheDesk.run("rm", "-rf", home) }
        let desk = try CacheDesk(path: home + "/.cache/heliograph")
        Self.fill(desk.cache, 0..<3)
        let owners = CacheDesk.output("find", home, "-printf '%u\\n'").split(separator: "\n")
        #expect(owners.count > 5 && Set(owners) == ["4001"])
        let user = try CacheUser(desk.path, limit: Self.limit, as: 4_001, "keep", "7")
        #expect(user.end().code == 0)
        #expect(desk.files.count == 4)
    }
}
