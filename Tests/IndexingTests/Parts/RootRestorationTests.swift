import Catalogue
import Testing

@testable import Indexing

/// When a root that is offline for a part of it is online again.
@Suite struct RootRestorationTests {
    struct Arrangement: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The directories of a root with `root/filled/1.jpg` and `root/empty` that are followed.
        var followed: Set<String> = ["root", "filled", "empty"]
        var untrusted: String?
        var isRemoved = false
        let isComplete: Bool
        var isFollowed = true
    }

    @Test(arguments: [
        Arrangement(testDescription: "all is there", isComplete: true),
        Arrangement(
            testDescription: "a directory without photos is not there",
            followed: ["root", "filled"],
            isComplete: true
        ),
        Arrangement(
            testDescription: "a directory with photos is not there",
            followed: ["root", "empty"],
            isComplete: false
        ),
        Arrangement(
            testDescription: "a directory with photos was removed",
            followed: ["root", "empty"],
            isRemoved: true,
            isComplete: true
        ),
        Arrangement(
            testDescription: "another directory is in the place of one",
            untrusted: "empty",
            isComplete: false
        ),
        Arrangement(
            testDescription: "another directory is in the place of the folder",
            untrusted: "root",
            isComplete: false,
            isFollowed: false
        ),
        Arrangement(
            testDescription: "the folder is not there",
            followed: ["filled", "empty"],
            isComplete: false,
            isFollowed: false
        ),
    ])
    func `a root is online when all of it that has photos is there`(_ arrangement: Arrangement)
        throws
    {
        let library = try UnwatchedLibrary()
        let root = try arrange(arrangement, in: library)
        let roots = library.roots
        #expect(roots.isFollowed(root) == arrangement.isFollowed)
        #expect(roots.isPartlyOffline == arrangement.isFollowed)
        roots.recordChange()
        #expect(roots.mayBeComplete)
        try roots.restoreComplete()
        #expect(roots.isOffline(root) == !arrangement.isComplete)
        #expect(!roots.mayBeComplete)
        #expect(roots.isPartlyOffline == (arrangement.isFollowed && !arrangement.isComplete))
    }

    /// Makes a library of two roots, the first of them offline.
    private func arrange(_ arrangement: Arrangement, in library: UnwatchedLibrary) throws -> Int64 {
        let root = try library.addRoot("r")
        // What another root lacks is no matter of this one.
        let other = library.directory(of: try library.addRoot("s"))
        _ = try library.addPhoto("2.jpg", in: other)
        library.unfollow(other)
        let folder = library.directory(of: root)
        let filled = try library.addDirectory("filled", in: folder)
        let directories = [
            "root": folder, "filled": filled,
            "empty": try library.addDirectory("empty", in: folder),
        ]
        let photo = try library.addPhoto("1.jpg", in: filled)
        try library.writer.write {
            if arrangement.isRemoved, let record = try library.writer.asset(photo) {
                try library.writer.remove(record)
                try library.writer.recount()
                try library.writer.remove(directory: filled)
            }
            try library.roots.markOffline(root, .unmounted, OfflineDetail("a part is away"))
        }
        for (name, directory) in directories where !arrangement.followed.contains(name) {
            library.unfollow(directory)
        }
        if let id = arrangement.untrusted.flatMap({ directories[$0] }),
            let directory = library.tree[id]
        {
            library.tree.setUntrusted(true, directory)
        }
        return root
    }
}
