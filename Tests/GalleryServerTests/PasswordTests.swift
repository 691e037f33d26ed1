import Foundation
import Testing

@testable import GalleryServer

struct PasswordTests {
    private func file(_ text: String) throws -> String {
        let path = NSTemporaryDirectory() + "/password-\(UUID().uuidString)"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    @Test func `a password is known by its hash, which is another each time`() throws {
        let (one, other) = (
            try PasswordHash(hashing: "eight pänes"), try PasswordHash(hashing: "eight pänes")
        )
        #expect(one != other)
        #expect(one.matches("eight pänes") && other.matches("eight pänes"))
        #expect(!one.matches("eight panes") && !one.matches("") && !one.matches("eight pänes "))
    }

    @Test func `a hash is kept in a file that nobody else reads`() throws {
        let directory = NSTemporaryDirectory() + "/gallery-\(UUID().uuidString)/inner"
        let path = directory + "/password"
        let hash = try PasswordHash(hashing: "one two three")
        try hash.write(to: path)
        try hash.write(to: path)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try PasswordHash(contentsOf: path) == hash)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["password"])
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o2750], ofItemAtPath: directory)
        try hash.write(to: path)
        let shared =
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(shared == 0o640)
    }

    @Test(arguments: ["short", "", String(repeating: "x", count: 257), "with\0zero byte"])
    func `what is no password has no hash`(text: String) {
        #expect(throws: PasswordHash.Failure.unfit) { try PasswordHash(hashing: text) }
    }

    @Test(arguments: ["", "plain words", "$6$salt$hash", "$7$", "$7$CU..../....", "*0", "\n$7$x"])
    func `a file with something else in it is said to have no hash`(text: String) throws {
        let path = try file(text)
        #expect(throws: PasswordHash.Failure.noHash(path: path)) {
            try PasswordHash(contentsOf: path)
        }
    }

    @Test func `whoever guesses waits, twice as long each time, and others do not`() {
        let guesses = Guesses()
        var now = ContinuousClock.now
        var waits: [Int] = []
        for _ in 0..<8 {
            guesses.fail("one", now: now)
            let wait = guesses.wait("one", now: now) ?? 0
            waits.append(wait)
            now += .seconds(wait)
        }
        #expect(waits[..<2] == [0, 0])
        #expect(zip(waits[2...], waits[3...]).allSatisfy { $0 < $1 })
        #expect(guesses.wait("other", now: now) == nil)
        guesses.succeed("one")
        #expect(guesses.wait("one", now: now) == nil)
    }

    @Test func `the longest wait is ten minutes, and what is long ago is forgotten`() {
        let guesses = Guesses()
        var now = ContinuousClock.now
        for _ in 0..<30 {
            guesses.fail("one", now: now)
            now += .seconds(600)
        }
        #expect((guesses.wait("one", now: now - .seconds(600)) ?? 0) <= 601)
        guesses.fail("one", now: now + .seconds(10_000))
        #expect(guesses.wait("one", now: now + .seconds(10_000)) == nil)
    }

    @Test func `a session counts for a month, and survives the server`() throws {
        let path = NSTemporaryDirectory() + "/gallery-\(UUID().uuidString)/sessions"
        let sessions = Sessions(path: path, password: "one", now: 1_000)
        let (one, other) = (sessions.begin(now: 1_000), sessions.begin(now: 1_000))
        #expect(one != other && one.utf8.count >= 40)
        #expect(sessions.contains(one, now: 1_000) && !sessions.contains("x", now: 1_000))
        sessions.end(other)
        let again = Sessions(path: path, password: "one", now: 2_000)
        #expect(again.contains(one, now: 2_000) && !again.contains(other, now: 2_000))
        #expect(!again.contains(one, now: 1_000 + Sessions.length))
        let changed = Sessions(path: path, password: "other", now: 2_000)
        #expect(!changed.contains(one, now: 2_000))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }
}
