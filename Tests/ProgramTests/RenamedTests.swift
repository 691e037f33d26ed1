import Foundation
import Testing

/// Photos that a program saves beside, renames over and renames again before anybody can look, as scripts do that write
/// into photos and sort them away.
struct RenamedTests {
    private static let count = 20
    private let program: Program

    init() throws {
        program = try Program()
        for number in 0..<Self.count { try program.picture("\(number).jpg", number) }
        try program.picture("sorted/other.jpg", 100)
        #expect(try program.run("index", program.photos.path).code == 0)
    }

    private func identifiers() throws -> [String: String] {
        try program.assets().compactMapValues { $0["id"] as? String }
    }

    /// Saves a photo and renames it, with nothing between.
    private func save(_ number: Int, as name: String, beside: String) throws {
        let photo = program.photos.appendingPathComponent("\(number).jpg").path
        let other = program.photos.appendingPathComponent(beside).path
        let bytes = try Data(contentsOf: URL(fileURLWithPath: photo)) + Data("saved".utf8)
        try bytes.write(to: URL(fileURLWithPath: other))
        try #require(rename(other, photo) == 0)
        try #require(rename(photo, program.photos.appendingPathComponent(name).path) == 0)
    }

    @Test(arguments: ["", "sorted/"], ["new_tmp", ".new.jpg", "new.jpg"])
    func `a photo that is saved and renamed at once is who it was`(folder: String, beside: String)
        throws
    {
        let before = try identifiers()
        let photos = before.keys.filter { !$0.contains("/") }.map { "\(program.photos.path)/\($0)" }
        #expect(try program.run(["edit", "--favorite"] + photos).code == 0)
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        // The indexer of before is in sync as well: this one is when it tells of something.
        for folder in ["", "sorted/"] {
            try program.picture("\(folder)first.jpg", 101)
            _ = try feed.asset("\(folder)first.jpg", "inserted")
        }
        for number in 0..<Self.count {
            try save(number, as: "\(folder)2023-\(number).jpg", beside: beside)
            _ = try feed.wait {
                ($0["asset"] as? [String: Any])?["path"] as? String == "\(folder)2023-\(number).jpg"
            }
        }
        #expect(feed.stop() == 0)
        // What was written beside may have been a photo for a moment, which is removed after a second.
        #expect(try program.run("index").code == 0)
        let after = try identifiers()
        #expect(after.count == Self.count + 3)
        for number in 0..<Self.count {
            #expect(after["\(folder)2023-\(number).jpg"] == before["\(number).jpg"], "\(number)")
        }
        let favorites = try program.run("assets", "--where", "isFavorite == YES").lines
        #expect(favorites.count == Self.count)
        #expect(try program.run("audit").code == 0)
    }

    /// What is done with two photos, as the steps between their saving and where each is in the end.
    enum Exchange: String, CaseIterable, Sendable {
        case byWayOfAPhotosName, byWayOfAnotherName, atOnce
    }

    private func exchange(_ one: Int, _ other: Int, _ way: Exchange) throws {
        func path(_ name: String) -> String { program.photos.appendingPathComponent(name).path }
        let (first, second) = (path("\(one).jpg"), path("\(other).jpg"))
        if way == .atOnce {
            // Glibc shows it to GNU programs only.
            typealias Renameat2 =
                @convention(c) (
                    Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
                ) -> Int32
            let renameat2 = unsafeBitCast(
                try #require(dlsym(nil, "renameat2")),
                to: Renameat2.self
            )
            let exchange: UInt32 = 2
            try #require(renameat2(AT_FDCWD, first, AT_FDCWD, second, exchange) == 0)
            return
        }
        let between = path(way == .byWayOfAPhotosName ? "between.jpg" : "between")
        try #require(rename(first, between) == 0 && rename(second, first) == 0)
        try #require(rename(between, second) == 0)
    }

    @Test(arguments: Exchange.allCases, [1, 2])
    func `photos that are saved and exchange names at once keep who they are`(
        way: Exchange,
        saved: Int
    ) throws {
        let before = try identifiers()
        let feed = try Feed(program, program.photos.path)
        try feed.waitUntilSynced()
        try program.picture("first.jpg", 101)
        _ = try feed.asset("first.jpg", "inserted")
        for number in stride(from: 0, to: Self.count, by: 2) {
            for number in number..<number + saved {
                let name = "\(number).jpg"
                try save(number, as: name, beside: "\(number)_tmp")
            }
            try exchange(number, number + 1, way)
            try program.picture("\(number)-last.jpg", 200 + number)
            _ = try feed.asset("\(number)-last.jpg", "inserted")
        }
        #expect(feed.stop() == 0)
        #expect(try program.run("index").code == 0)
        let after = try identifiers()
        for number in 0..<Self.count {
            #expect(after["\(number ^ 1).jpg"] == before["\(number).jpg"], "\(number)")
        }
        #expect(try program.run("audit").code == 0)
    }
}
