import Glibc
import Imaging
import Kernel
import Renditions
import Testing

@Suite(.enabled(if: SmallDisk.isPossible, "needs to mount"), .serialized)
struct FullDiskCacheTests {
    private static let content = CacheDesk.content(1)

    @Test(arguments: ["size=1m", "nr_inodes=20"])
    func `on a full disk nothing more is kept, and what is there is found`(options: String) throws {
        let disk = try #require(SmallDisk(options))
        let desk = try CacheDesk(path: disk.path + "/cache")
        for number in 1...100 {
            let picture = CacheDesk.picture(CacheDesk.bytes(40_000, seed: number))
            desk.cache.keep(picture, CacheDesk.content(number), CacheDesk.request)
        }
        let found = (1...100).filter {
            desk.cache.find(CacheDesk.content($0), CacheDesk.request) != nil
        }
        #expect(!found.isEmpty && found.count < 30)
        for number in found {
            let picture = desk.cache.find(CacheDesk.content(number), CacheDesk.request)
            #expect(picture?.encoded == CacheDesk.bytes(40_000, seed: number))
        }
        #expect(desk.files.count == found.count)
    }

    @Test
    func `a little room is left to others`() throws {
        let disk = try #require(SmallDisk("size=4m"))
        let desk = try CacheDesk(path: disk.path + "/cache")
        for number in 1...200 {
            let picture = CacheDesk.picture(CacheDesk.bytes(30_000, seed: number))
            desk.cache.keep(picture, CacheDesk.content(number), CacheDesk.request)
        }
        var found = statvfs()
        #expect(statvfs(disk.path, &found) == 0)
        #expect(found.f_bavail * found.f_frsize > 40_000)
    }

    @Test
    func `when there is room again it goes on, after a while`() throws {
        let disk = try #require(SmallDisk("size=2m"))
        let desk = try CacheDesk(path: disk.path + "/cache")
        let picture = CacheDesk.picture(CacheDesk.bytes(30_000, seed: 1))
        Files.write([UInt8](repeating: 1, count: 3 << 20), disk.path + "/other")
        desk.cache.keep(picture, Self.content, CacheDesk.request)
        #expect(desk.cache.find(Self.content, CacheDesk.request) == nil)
        CacheDesk.run("rm", disk.path + "/other")
        desk.cache.keep(picture, Self.content, CacheDesk.request)
        #expect(desk.cache.find(Self.content, CacheDesk.request) == nil)
        desk.wait()
        desk.cache.keep(picture, Self.content, CacheDesk.request)
        #expect(desk.cache.find(Self.content, CacheDesk.request) != nil)
    }

    @Test
    func `on a disk that became read-only what is there is found`() throws {
        let disk = try #require(SmallDisk("size=2m"))
        let desk = try CacheDesk(path: disk.path + "/cache")
        desk.cache.keep(CacheDesk.picture([1]), Self.content, CacheDesk.request)
        #expect(CacheDesk.run("mount", "-o", "remount,ro", disk.path) == 0)
        desk.wait()
        defer { CacheDesk.run("mount", "-o", "remount,rw", disk.path) }
        let again = try RenditionCache(directory: desk.path, limit: 1 << 20)
        for cache in [desk.cache, again] {
            cache.keep(CacheDesk.picture([2]), CacheDesk.content(2), CacheDesk.request)
            #expect(cache.find(Self.content, CacheDesk.request)?.encoded == [1])
            #expect(cache.find(CacheDesk.content(2), CacheDesk.request) == nil)
        }
        #expect(throws: (any Error).self) {
            try RenditionCache(directory: disk.path + "/another", limit: 1 << 20)
        }
    }
}

/// A file system in memory, mounted for one test.
private final class SmallDisk {
    let path = "/dev/shm/disk-\(UInt64.random(in: 0...UInt64.max))"

    init?(_ options: String) {
        guard CacheDesk.run("mkdir", path) == 0,
            CacheDesk.run("mount", "-t", "tmpfs", "-o", options, "tmpfs", path, "2>&1") == 0
        else { return nil }
    }

    deinit {
        CacheDesk.run("umount", "-l", path)
        CacheDesk.run("rmdir", path)
    }

    /// Only root may mount, and not in every container.
    static let isPossible = geteuid() == 0 && SmallDisk("size=1m") != nil
}
