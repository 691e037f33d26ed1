import Foundation
import TestSupport
import Testing

/// A list kept by what `fetchResult` lines say.
private struct FollowedList {
    private(set) var ids: [String] = []
    private(set) var problems: [String] = []

    private static func pairs(_ value: Any?) -> [[Int]] { value as? [[Int]] ?? [] }

    private static func positions(_ value: Any?) -> [Int] {
        pairs(value).flatMap { Array($0[0]..<$0[0] + $0[1]) }
    }

    mutating func take(_ line: [String: Any]) {
        if line["countBefore"] as? Int != ids.count { problems.append("before: \(line)") }
        let gone = Self.positions(line["removedIndexes"])
        if gone.map({ ids[$0] }) != line["removed"] as? [String] { problems.append("\(line)") }
        for index in gone.reversed() { ids.remove(at: index) }
        let new = line["inserted"] as? [String] ?? []
        for (index, id) in zip(Self.positions(line["insertedIndexes"]), new) {
            ids.insert(id, at: index)
        }
        let moves = Self.pairs(line["moves"])
        let moving = Set(moves.map { $0[0] })
        let moved = moves.map { (ids[$0[0]], $0[1]) }
        var after = ids.indices.filter { !moving.contains($0) }.map { ids[$0] }
        for (id, place) in moved { after.insert(id, at: place) }
        ids = after
        if line["countAfter"] as? Int != ids.count { problems.append("after: \(line)") }
    }
}

struct ObserveTests {
    @Test
    func `lists kept by the lines of observed fetches are what assets lists`() throws {
        let program = try Program()
        for number in 0..<12 { try program.picture("\(number % 3)/\(number).jpg", number) }
        let feed = try Feed(
            program,
            program.photos.path,
            "--observe",
            "all=TRUEPREDICATE",
            "--observe",
            "favorites=favorite == YES",
            "--sort",
            "creationDate:desc"
        )
        var lists: [String: FollowedList] = ["all": FollowedList(), "favorites": FollowedList()]
        var seen = 0
        func listing(_ condition: String) throws -> [String] {
            try program.run("assets", "--where", condition, "--sort", "creationDate:desc").lines
                .compactMap { $0["id"] as? String }
        }
        func areRight() throws -> Bool {
            try lists["all"]?.ids == listing("TRUEPREDICATE")
                && lists["favorites"]?.ids == listing("favorite == YES")
        }
        /// Reads lines until one fits, and has the lists follow.
        func read(until isLast: ([String: Any]) throws -> Bool) throws {
            while true {
                let line = try feed.wait { _ in true }
                if line["type"] as? String == "fetchResult" {
                    lists[line["name"] as? String ?? ""]?.take(line)
                    seen += 1
                }
                if try isLast(line) { return }
            }
        }
        /// Reads lines until the lists are what is listed: more lines come as long as they are not.
        func follow() throws {
            if try areRight() { return }
            try read { try $0["type"] as? String == "fetchResult" && areRight() }
        }
        try read { $0["type"] as? String == "synced" }
        try follow()
        seen = 0
        func path(_ name: String) -> String { program.photos.appendingPathComponent(name).path }
        #expect(try program.run("edit", path("0/0.jpg"), path("1/4.jpg"), "--favorite").code == 0)
        try follow()
        #expect(
            try program.run("edit", path("1/1.jpg"), path("1/4.jpg"), "--date", "2030-01-01").code
                == 0
        )
        try follow()
        try program.remove("2/2.jpg")
        try program.picture("2/new.jpg", 99)
        try read { ($0["asset"] as? [String: Any])?["path"] as? String == "2/new.jpg" }
        try follow()
        #expect(lists.values.flatMap(\.problems) == [])
        #expect(lists["favorites"]?.ids.count == 2 && seen >= 3)
        #expect(feed.stop() == 0)
        let wrong = try program.run("watch", "--observe", "x=colour == 1")
        #expect(wrong.code == 64 && wrong.complaint.contains("--observe 'x'"))
    }
}
