import Catalogue
import FolderWatch
import Glibc
import PhotoModel
import Testing

@testable import Indexing

@Suite struct RootMonitorTests {
    private let library: UnwatchedLibrary
    private let root: Int64
    private let other: Int64

    init() throws {
        library = try UnwatchedLibrary()
        (root, other) = (try library.addRoot("r"), try library.addRoot("s"))
    }

    private static let service = IndexerService(
        catalogue: CatalogueLocation.standard,
        isOfUser: false
    )

    private var writer: CatalogueWriter { library.writer }
    private var roots: RootMonitor { library.roots }
    private var progress: WatchProgress { library.session.progress }

    private func condition(_ root: Int64) -> RootState? {
        writer.roots[root].map {
            RootState(state: $0.state, reason: $0.reason, detail: $0.detail)
        }
    }

    private func markOffline() throws {
        try writer.write { try roots.markOffline(root, .replaced, OfflineDetail("why")) }
    }

    // MARK: Offline

    @Test func `a root goes offline with its reason, and nothing of it is removed`() throws {
        let (here, there) = (library.directory(of: root), library.directory(of: other))
        let photo = try library.addPhoto("1.jpg", in: here)
        let kept = try library.addPhoto("1.jpg", in: there)
        let below = try library.addDirectory("a", in: here)
        let elsewhere = try library.addDirectory("a", in: there)
        for asset in [photo, kept] { library.missing.insert(asset, until: 0) }
        for directory in [below, elsewhere] { library.missing.directoryGone(directory) }
        try markOffline()
        let expected = RootState(state: .offline, reason: .replaced, detail: "why")
        #expect(condition(root) == expected)
        #expect(roots.isOffline(root) && !roots.isOffline(other))
        #expect(roots.reachable == [other])
        #expect(library.missing.assets == [kept])
        #expect(library.missing.goneDirectories == [elsewhere])
    }

    @Test(
        arguments: [
            (ENOENT, 0, true), (ENOTDIR, 0, true), (EACCES, 0, false), (EIO, 0, false),
            (ENOENT, 1, false),
        ] as [(Int32, Int64, Bool)]
    )
    func `only a folder that is not there and never had a photo may have been named by mistake`(
        error: Int32,
        known: Int64,
        mayBeMistaken: Bool
    ) {
        let words = OfflineDetail.unreadable(error, known: known).words(
            for: Array("/it's".utf8),
            Self.service
        )
        let line =
            #"correct it; to forget this one, type while no indexer runs: heliograph roots remove '/it'\''s'"#
        #expect(words.hasSuffix(line) == mayBeMistaken, "\(words)")
        let mayBeMoved = error == ENOENT && known > 0
        let hint =
            mayBeMoved
            ? #". If you moved it, type while no indexer runs: heliograph roots move '/it'\''s' NEW"#
            : ""
        let kept = "everything known is kept until it is back\(hint)"
        #expect(words.hasSuffix(kept) != mayBeMistaken, "\(words)")
    }

    @Test(arguments: [
        (
            CatalogueLocation.standard, false,
            "while no indexer runs: heliograph index --accept-root /p"
        ),
        (
            CatalogueLocation.standard, true,
            "systemctl --user stop heliograph; heliograph index --accept-root /p; systemctl --user start heliograph"
        ),
        (
            "/c d", false,
            "while no indexer runs: heliograph index --accept-root /p --catalogue '/c d'"
        ),
        (
            "/var/lib/heliograph/c.sqlite", false,
            "sudo systemctl stop heliograph; sudo heliograph index --accept-root /p "
                + "--catalogue /var/lib/heliograph/c.sqlite; sudo systemctl start heliograph"
        ),
        (
            "/var/lib/heliograph/ann/c.sqlite", false,
            "sudo systemctl stop heliograph@ann; sudo heliograph index --accept-root /p "
                + "--catalogue /var/lib/heliograph/ann/c.sqlite; sudo systemctl start heliograph@ann"
        ),
    ])
    func `what accepts a folder is a whole line, and stops the service for that`(
        catalogue: String,
        isOfUser: Bool,
        line: String
    ) {
        let service = IndexerService(catalogue: catalogue, isOfUser: isOfUser)
        let words = OfflineDetail.replaced(known: 1).words(for: Array("/p".utf8), service)
        let end =
            isOfUser || catalogue.hasPrefix("/var") ? "now, type: \(line)" : "now, type \(line)"
        #expect(words.hasSuffix(end), "\(words)")
    }

    @Test func `a line that reads the configuration names it, if it is not the usual one`() {
        let service = IndexerService(catalogue: "/c", configuration: "/a b.toml", isOfUser: false)
        let replaced = OfflineDetail.replaced(known: 1).words(for: Array("/p".utf8), service)
        #expect(replaced.hasSuffix("index --accept-root /p --catalogue /c --config '/a b.toml'"))
        let mistyped = OfflineDetail.unreadable(ENOENT, known: 0)
            .words(for: Array("/p".utf8), service)
        #expect(mistyped.hasSuffix("roots remove /p --catalogue /c"))
    }

    @Test func `an empty folder is offline until something is put into it`() throws {
        let folder = try #require(library.tree[library.directory(of: root)])
        try roots.markEmpty(folder)
        #expect(condition(root)?.state == .offline)
        #expect(condition(root)?.reason == .unmounted)
        #expect(condition(root)?.detail?.contains("--accept-root") == true)
        #expect(!roots.isFollowed(root) && roots.isFollowed(other))
        try roots.filled(root)
        #expect(condition(root) == RootState(state: .rescanning, reason: .timer))
        #expect(roots.isFollowed(root))
        // What is not in it any more is looked for, for a walk does not meet it.
        #expect(progress.reason == .timer)
        #expect(progress.settled(walks: 0, flushes: 0, isPartlyOffline: false))
    }

    @Test(arguments: [false, true])
    func `only a folder that this watcher found empty is taken up`(_ wasFoundByAnother: Bool)
        throws
    {
        let folder = try #require(library.tree[library.directory(of: root)])
        if wasFoundByAnother {
            try roots.markEmpty(folder)
            roots.watcherStarted()
        } else {
            try markOffline()
            library.tree.setUntrusted(true, folder)
        }
        try roots.filled(root)
        #expect(roots.isOffline(root))
        #expect(!roots.isFollowed(root))
    }

    @Test func `another folder that was empty is a replaced one once something is in it`() throws {
        let folder = try #require(library.tree[library.directory(of: root)])
        library.tree.setUntrusted(true, folder)
        let record = try #require(writer.roots[root])
        try writer.write { try roots.markReplaced(record) }
        #expect(condition(root)?.reason == .unmounted)
        try roots.filled(root)
        #expect(condition(root)?.reason == .unmounted)
        try library.save("r/1.jpg")
        try roots.filled(root)
        #expect(condition(root)?.state == .offline)
        #expect(condition(root)?.reason == .replaced)
        #expect(!roots.isFollowed(root))
    }

    // MARK: Walks

    @Test func `a walk shows in the roots that can be reached`() throws {
        try markOffline()
        try writer.write { try roots.markWalking() }
        #expect(condition(other) == RootState(state: .indexing, reason: .start))
        progress.beginWalk(.overflow, at: 0)
        try writer.write { try roots.markWalking() }
        #expect(condition(other) == RootState(state: .rescanning, reason: .overflow))
        #expect(roots.isOffline(root))
    }

    // MARK: Watch limit

    @Test func `too few watches degrade the roots that are not being walked`() throws {
        progress.finishWalk(at: 0)
        try markOffline()
        try roots.setWatchLimit(needed: 10, used: 4, limit: 5)
        #expect(condition(other)?.state == .degraded)
        #expect(condition(other)?.reason == .watchLimit)
        #expect(
            condition(other)?.detail?.hasPrefix("10 directories need a watch, 4 have one") == true
        )
        #expect(roots.isOffline(root))
        let status = try writer.query {
            try ["watchesNeeded", "watchesUsed", "watchLimit"].map(writer.status)
        }
        #expect(status == ["10", "4", "5"])
        try roots.setWatchLimit(needed: 10, used: 10, limit: 20)
        #expect(condition(other) == RootState(state: .online, reason: .start))
        #expect(roots.isOffline(root))
    }

    @Test func `too few watches show when the walk is over`() throws {
        try writer.write { try roots.markWalking() }
        try roots.setWatchLimit(needed: 2, used: 1, limit: 1)
        #expect(condition(root)?.state == .indexing)
        try writer.write { try roots.markOnline(root) }
        #expect(condition(root)?.state == .degraded)
    }

    @Test func `enough watches change no root that never lacked any`() throws {
        progress.finishWalk(at: 0)
        try roots.setWatchLimit(needed: 2, used: 2, limit: 9)
        #expect(condition(root) == RootState(state: .indexing, reason: .start))
    }

    @Test func `a root with a part that others change unseen is degraded`() throws {
        let nfs = try library.addDirectory("nfs", in: library.directory(of: root))
        try library.follow(nfs, fileSystem: 0x6969)
        try writer.write { for root in [root, other] { try roots.markOnline(root) } }
        #expect(condition(root)?.state == .degraded)
        #expect(condition(root)?.detail?.hasPrefix("NFS ") == true)
        #expect(condition(other) == RootState(state: .online, reason: .start))
    }
}
