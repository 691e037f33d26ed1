internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import Logging

/// The middleware that admits visitors who have entered the password, and shows the login page to all others.
struct Door: RouterMiddleware {
    typealias Context = Visitor

    private struct Form: Decodable {
        let password: String
    }

    let password: PasswordHash
    let sessions: Sessions
    let isBehindProxy: Bool
    let logger: Logger
    private let guesses = Guesses()
    /// Checks one password at a time, because each check takes 16 MiB or more.
    private let worker = Workers(threads: 1)

    private static let cookie = "heliograph"
    /// The paths that are open to everybody.
    private static let open: Set<String> = [
        "/login.html", "/login.js", "/gallery.css", "/icon.svg",
    ]
    private static let longestForm = 4_096

    init(password: PasswordHash, sessions: Sessions, isBehindProxy: Bool, logger: Logger) {
        (self.password, self.sessions) = (password, sessions)
        (self.isBehindProxy, self.logger) = (isBehindProxy, logger)
    }

    func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let path = request.uri.path
        if path == "/login", request.method == .post { return try await logIn(request, context) }
        let token = token(of: request)
        if path == "/logout", request.method == .post { return logOut(token, request) }
        if Self.open.contains(path) { return try await next(request, context) }
        guard let token, sessions.contains(token) else {
            if path == "/" {
                return Response(status: .seeOther, headers: [.location: "/login.html"])
            }
            throw GalleryError(
                status: .unauthorized,
                reason: "the password is asked for at /login.html"
            )
        }
        var context = context
        context.isWelcome = { [sessions] in sessions.contains(token) }
        context.onFarewell = { [sessions] body in sessions.onEnd(of: token, body) }
        return try await next(request, context)
    }

    /// Returns the name of the cookie, with the port, because servers on different ports of a host share their cookies.
    private static func cookie(of request: Request) -> String {
        let port = request.head.authority?.split(separator: ":").last.flatMap { UInt16($0) }
        return port.map { "\(cookie)-\($0)" } ?? cookie
    }

    /// Returns the session of a request; another site of the same domain may have set a cookie with the same name, and
    /// then browsers send both.
    private func token(of request: Request) -> String? {
        let name = Self.cookie(of: request)
        let values = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }
            .compactMap { pair -> String? in
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == name
                else { return nil }
                return parts[1].trimmingCharacters(in: .whitespaces)
            }
        return values.first { sessions.contains($0) } ?? values.first
    }

    private func logIn(_ request: Request, _ context: Context) async throws -> Response {
        let source = context.source(of: request, isBehindProxy: isBehindProxy)
        try await admit(form(request).password, from: source)
        var response = Response(status: .noContent)
        response.headers[.setCookie] = setCookie(
            Self.cookie(of: request),
            sessions.begin(),
            age: Int(Sessions.length),
            isSecure: isBehindProxy && request.headers[.forwardedProto] == "https"
        )
        return response
    }

    /// Checks a password when its turn comes, taking into account failures in the meantime.
    private func admit(_ typed: String, from source: String) async throws {
        if let seconds = guesses.wait(source) { throw tooEarly(seconds) }
        guard guesses.enter() else {
            throw GalleryError(
                status: .serviceUnavailable,
                reason: "Many try to log in: wait a moment."
            )
        }
        defer { guesses.leave() }
        let isRight = try await worker.run { [password, guesses] () -> Bool? in
            guard guesses.wait(source) == nil else { return nil }
            guard !password.matches(typed) else {
                guesses.succeed(source)
                return true
            }
            guesses.fail(source)
            return false
        }
        if isRight == true { return }
        if isRight == false { logger.notice("a wrong password", metadata: ["from": "\(source)"]) }
        if let seconds = guesses.wait(source) { throw tooEarly(seconds) }
        throw GalleryError.forbidden("That is not the password.")
    }

    private func tooEarly(_ seconds: Int) -> GalleryError {
        GalleryError(
            status: .tooManyRequests,
            reason: "Too many wrong passwords: try again in \(seconds) s."
        )
    }

    private func form(_ request: Request) async throws -> Form {
        var request = request
        do {
            let body = try await request.collectBody(upTo: Self.longestForm)
            return try JSONDecoder().decode(Form.self, from: Data(body.readableBytesView))
        } catch is DecodingError {
            throw GalleryError.badRequest("a password is sent as JSON")
        }
    }

    private func logOut(_ token: String?, _ request: Request) -> Response {
        if let token { sessions.end(token) }
        var response = Response(status: .noContent)
        response.headers[.setCookie] = setCookie(
            Self.cookie(of: request),
            "",
            age: 0,
            isSecure: false
        )
        return response
    }

    private func setCookie(_ name: String, _ value: String, age: Int, isSecure: Bool) -> String {
        Cookie(
            name: name,
            value: value,
            maxAge: age,
            path: "/",
            secure: isSecure,
            httpOnly: true,
            sameSite: .strict
        ).description
    }
}

extension HTTPField.Name {
    static var forwardedProto: HTTPField.Name { HTTPField.Name("X-Forwarded-Proto") ?? .via }
}
