import Foundation
import Testing

/// Photos that a program saves beside, renames over and renames again before anybody can look, as scripts do that write
/// into photos and sort them away.
@Suite(.patient)
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
}
