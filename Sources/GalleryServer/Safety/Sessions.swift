internal import Foundation
internal import Synchronization

/// The sessions of visitors who have entered the password: random tokens, kept as cookies, with their expiry times.
///
/// They are stored in a file, so that nobody has to log in again after a restart of the server.
final class Sessions: Sendable {
    /// The lifetime of a session, in seconds.
    static let length: Int64 = 30 * 86_400
    private static let most = 1_000

    /// The contents of the file.
    private struct Kept: Codable {
        /// The hash of the password that was entered; if the password changes, the sessions become invalid.
        let password: String
        let ends: [String: Int64]
    }

    private struct Followers {
        var byToken: [String: [UInt64: @Sendable () -> Void]] = [:]
        var last: UInt64 = 0
    }

    private let path: String?
    private let password: String
    private let ends: Mutex<[String: Int64]>
    /// The functions to call at the end of a session.
    private let followers = Mutex(Followers())

    /// - Parameters:
    ///   - path: The file to keep them in, in a directory that is created if missing; nil to keep them in memory.
    ///   - password: The hash of the current password.
    ///   - now: Seconds since 1970.
    init(path: String?, password: String, now: Int64 = .now) {
        (self.path, self.password) = (path, password)
        let data = path.flatMap { FileManager.default.contents(atPath: $0) } ?? Data()
        let kept = try? JSONDecoder().decode(Kept.self, from: data)
        let isSame = kept?.password == password
        ends = Mutex((isSame ? kept?.ends ?? [:] : [:]).filter { $0.value > now })
    }

    /// Begins a session, and returns its token.
    func begin(now: Int64 = .now) -> String {
        // The system's random number generator is cryptographically secure.
        let words = (0..<4).map { _ in UInt64.random(in: 0...UInt64.max) }
        let token = words.map { String($0, radix: 36) }.joined(separator: ".")
        change { ends in
            ends = ends.filter { $0.value > now }
            if ends.count >= Self.most, let first = ends.min(by: { $0.value < $1.value }) {
                ends[first.key] = nil
            }
            ends[token] = now + Self.length
        }
        return token
    }

    func end(_ token: String) {
        change { $0[token] = nil }
        let bodies = followers.withLock { $0.byToken.removeValue(forKey: token) }
        for body in (bodies ?? [:]).values { body() }
    }

    /// Registers a function to call when a visitor ends a session, not when it expires; returns a function that removes
    /// it.
    func onEnd(of token: String, _ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let number = followers.withLock { followers in
            followers.last += 1
            followers.byToken[token, default: [:]][followers.last] = body
            return followers.last
        }
        return { [weak self] in
            self?.followers.withLock { followers in
                followers.byToken[token]?[number] = nil
                if followers.byToken[token]?.isEmpty == true { followers.byToken[token] = nil }
            }
        }
    }

    func contains(_ token: String, now: Int64 = .now) -> Bool {
        ends.withLock { $0[token].map { $0 > now } ?? false }
    }

    private func change(_ body: (inout [String: Int64]) -> Void) {
        ends.withLock { ends in
            body(&ends)
            let kept = Kept(password: password, ends: ends)
            guard let path, let data = try? JSONEncoder().encode(kept) else { return }
            // Without the file, sessions last until the server ends.
            try? PrivateFile.write(data, to: path)
        }
    }
}

extension Int64 {
    /// The current time in seconds since 1970.
    static var now: Int64 { Int64(Date().timeIntervalSince1970) }
}
