import Kernel
import FolderWatch
import Testing

struct WatchFrameTests {
    private static let stat = FileStat(
        device: 1,
        inode: 2,
        size: 3,
        modified: -4,
        changed: 5,
        born: 6,
        mode: 0o100644,
        links: 2
    )
    private static let directory = DirectoryStat(
        device: 7,
        inode: 8,
        born: 9,
        volume: .max,
        fileSystem: 61_267
    )

    static let frames: [WatchFrame] = [
        .hello(version: WatchFrame.version), .walkBegan(reason: .overflow),
        .rootOnline(root: 0, node: 1, directory: directory), .rootOffline(root: 1, error: 2),
        .directory(node: 2, parent: 1, directory: directory, name: [0xFF, 0x0A]),
        .directoryMoved(node: 2, parent: 1, name: Array("写真".utf8)), .directoryGone(node: 2),
        .listingBegan(node: 1), .entry(node: 1, stat: stat, name: Array("a.jpg".utf8)),
        .renamed(node: 1, name: [0xFF], toNode: 2, toName: Array("写.jpg".utf8)),
        .renamed(node: 1, name: [], toNode: 2, toName: []), .gone(node: 1, name: []),
        .listingEnded(node: 1, error: -5), .settled(walks: 3, flushes: 4),
        .watchLimit(needed: 10, used: 8, limit: 9),
        .watchLimit(needed: 10, used: 8, limit: 9, isOfNamespace: true),
        .unsupported(count: 3, list: Array("flv 2\nrm 1".utf8)), .unsupported(count: 0, list: []),
    ]

    @Test
    func `frames come out as they went in, however the bytes are cut`() throws {
        var bytes: [UInt8] = []
        for frame in Self.frames { frame.append(to: &bytes) }
        for size in [1, 3, 7, 64, bytes.count] {
            var reader = WatchFrameReader()
            var found: [WatchFrame] = []
            var position = 0
            while position < bytes.count {
                let end = min(position + size, bytes.count)
                Array(bytes[position..<end]).withUnsafeBytes { reader.feed($0) }
                while let frame = try reader.next() { found.append(frame) }
                position = end
            }
            #expect(found == Self.frames)
        }
    }

    @Test
    func `bytes that are no frame are refused`() {
        for bytes in [[0, 0, 0, 0], [1, 0, 0, 0, 99], [2, 0, 0, 0, 1, 1], [255, 255, 255, 255]] {
            var reader = WatchFrameReader()
            bytes.map { UInt8($0) }.withUnsafeBytes { reader.feed($0) }
            #expect(throws: WatchFrameError.self) { while try reader.next() != nil {} }
        }
    }

    @Test
    func `a configuration comes out as it went in`() throws {
        let configuration = WatchConfiguration(
            roots: [[0x2F, 0xFF], Array("/srv/写真".utf8)],
            ignored: ["*.bak", "tmp"],
            extensions: ["jpg"],
            unsupported: ["flv", "rmvb"],
            watchBudget: 8,
            pollSeconds: 1
        )
        var bytes: [UInt8] = []
        WatchCommand.configure(configuration).append(to: &bytes)
        WatchCommand.walk.append(to: &bytes)
        #expect(try WatchCommand.take(from: &bytes) == .configure(configuration))
        #expect(try WatchCommand.take(from: &bytes) == .walk)
        #expect(try WatchCommand.take(from: &bytes) == nil)
    }
}

struct NameFilterTests {
    private let filter = NameFilter(
        ignoring: ["*.bak", "cache*", "a?c"],
        extensions: ["jpg", "heic"]
    )

    @Test(arguments: [
        "@eaDir", "#recycle", ".DS_Store", "._IMG_1.JPG", ".trashed-1-a.jpg", "lost+found",
        "@Recycle", "@Recently-Snapshot", ".@__thumb", "$RECYCLE.BIN", "System Volume Information",
        ".pending-1-a.jpg", "Thumbs.db", "IMG.jpg.part", "x.bak", "cache-1", "abc", ".nomedia",
    ])
    func `clutter is ignored`(name: String) {
        #expect(Array(name.utf8).withUnsafeBufferPointer(filter.ignores))
    }

    @Test func `a built-in rule can be turned off`() {
        let all = NameFilter(ignoring: NameFilter.builtIn.map { "!\($0)" }, extensions: [])
        for name in ["@eaDir", "#snapshot", "x.part", "x.lrdata", ".nomedia"] {
            #expect(Array(name.utf8).withUnsafeBufferPointer(all.ignores) == (name.first == "."))
        }
        #expect(!all.isNoMedia(".nomedia".utf8))
    }

    @Test(arguments: ["2023", "IMG_0001.JPG", "abcd", "$1", "@home", "my cache", "écran", "part"])
    func `everything else is not`(name: String) {
        #expect(!Array(name.utf8).withUnsafeBufferPointer(filter.ignores))
    }

    @Test(arguments: [
        ("a.jpg", true), ("A.HEIC", true), ("a.txt", false), ("jpg", false), ("a.", false),
    ])
    func `files count by their extension`(name: String, expected: Bool) {
        #expect(Array(name.utf8).withUnsafeBufferPointer(filter.isMedia) == expected)
    }

    @Test(arguments: [
        ("a.jpg.json", true), ("a.HEIC.supplemental-metadata.json", true), ("a.jpg(1).json", true),
        ("a.jpg.supp(12).JSON", true), ("a.supplemental-metadata.json", true),
        ("a.jpg..json", true), ("original_1d4caa6f-16c6-4c3d-901b-9387de10e528_.json", true),
        ("metadata.json", false), ("package.json", false), ("a.b.json", false),
        ("jpg.json", false), ("a.json.json", false), ("a.jpg.jso", false), (".json", false),
    ])
    func `JSON files count that may be about a photo`(name: String, expected: Bool) {
        let filter = NameFilter(ignoring: [], extensions: ["jpg", "heic", "json"])
        #expect(Array(name.utf8).withUnsafeBufferPointer(filter.isMedia) == expected)
        let other = NameFilter(ignoring: [], extensions: ["jpg", "heic"])
        #expect(!Array(name.utf8).withUnsafeBufferPointer(other.isMedia))
    }
}
