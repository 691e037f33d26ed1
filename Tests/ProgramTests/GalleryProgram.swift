import Foundation
import Testing

/// A gallery on a port of its own, and requests to it as they go over the line.
final class GalleryProgram {
    struct Answer {
        let status: Int
        let headers: [String: String]
        let body: Data

        var object: [String: Any] {
            (try? JSONSerialization.jsonObject(with: body) as? [String: Any]) ?? [:]
        }
    }

    let port: Int
    private let process: Process

    init(_ program: Program, _ arguments: String...) throws {
        let process = program.process(["--port", "0"] + arguments)
        let gallery = Program.products.appendingPathComponent("heliograph-gallery")
        process.executableURL = gallery
        if let starter = program.starter.first {
            process.executableURL = URL(fileURLWithPath: starter)
            process.arguments =
                program.starter.dropFirst() + [gallery.path, "--port", "0"] + arguments
        }
        process.environment?["HELIOGRAPH_CACHE"] = program.work.path + "/cache"
        process.environment?["XDG_CONFIG_HOME"] = program.work.path + "/config"
        process.environment?["XDG_STATE_HOME"] = program.work.path + "/state"
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        self.process = process
        var line = Data()
        while line.last != 0x0A {
            let byte = try #require(try output.fileHandleForReading.read(upToCount: 1))
            line += byte
        }
        let text = String(decoding: line, as: UTF8.self)
        port = try #require(text.split(separator: ":").last.flatMap { Int($0.filter(\.isNumber)) })
    }

    deinit { _ = end() }

    /// Tells it to end, waits until it has, and returns with what.
    func end() -> Int32 {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// A connection, with a request sent.
    func connect(_ request: String) throws -> FileHandle {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try #require(result == 0)
        try handle.write(contentsOf: Data(request.utf8))
        return handle
    }

    func request(
        _ path: String,
        _ headers: [String: String] = [:],
        method: String = "GET",
        body: String = ""
    ) throws -> Answer {
        var fields = ["Host": "localhost:\(port)", "Connection": "close"]
        if method == "POST" {
            fields["Origin"] = "http://localhost:\(port)"
            fields["Content-Length"] = "\(body.utf8.count)"
        }
        fields.merge(headers) { $1 }
        let lines = fields.map { "\($0): \($1)\r\n" }.joined()
        let handle = try connect("\(method) \(path) HTTP/1.1\r\n\(lines)\r\n\(body)")
        return try Self.answer(try handle.readToEnd() ?? Data())
    }

    private static func answer(_ data: Data) throws -> Answer {
        let end = try #require(data.range(of: Data("\r\n\r\n".utf8)))
        let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self)
            .components(separatedBy: "\r\n")
        let status = try #require(
            lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) }
        )
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts.last.map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
        let body = Data(data[end.upperBound...])
        let isChunked = headers["transfer-encoding"] == "chunked"
        return Answer(status: status, headers: headers, body: isChunked ? unchunked(body) : body)
    }

    private static func unchunked(_ body: Data) -> Data {
        var (all, rest) = (Data(), body[...])
        while let end = rest.range(of: Data("\r\n".utf8)),
            let count = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16),
            count > 0
        {
            all += rest[end.upperBound..<end.upperBound + count]
            rest = rest[(end.upperBound + count + 2)...]
        }
        return all
    }
}

extension GalleryProgram {
    /// What a page gets of the first photos of a list.
    func items(_ query: String = "") throws -> [[String: Any]] {
        let answer = try request("/api/items?from=0&count=1000\(query)")
        #expect(answer.status == 200)
        return answer.object["items"] as? [[String: Any]] ?? []
    }

    /// Where the picture of an item is.
    static func thumbnail(_ item: [String: Any], side: Int = 256) -> String {
        "/thumbnails/\(side)/\(item["content"] ?? "")/\(item["id"] ?? "")"
    }
}
