import Foundation
import TestSupport

/// Another process that uses a cache.
struct CacheUser {
    let process = Process()
    private let output = Pipe()

    init(
        _ directory: String,
        limit: Int64,
        as user: Int? = nil,
        group: Int? = nil,
        _ arguments: String...
    ) throws {
        let own = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
        let program = (own ?? URL(fileURLWithPath: CommandLine.arguments[0]))
            .deletingLastPathComponent().appendingPathComponent("cache-user").path
        let words = [program, directory, String(limit)] + arguments
        let change = user.map {
            ["/usr/bin/setpriv", "--reuid=\($0)", "--regid=\(group ?? $0)", "--clear-groups"]
        }
        process.executableURL = URL(fileURLWithPath: change?[0] ?? program)
        process.arguments = Array(((change ?? []) + words).dropFirst())
        process.standardOutput = output
        try process.run()
    }

    /// Waits until it has done so many things.
    func did(_ count: Int) -> Bool {
        guard output.fileHandleForReading.isReadable() else { return false }
        return (try? output.fileHandleForReading.read(upToCount: count)) != nil
    }

    /// Waits for its end.
    func end() -> (code: Int32, output: String) {
        let data = output.fileHandleForReading.readPatiently()
        _ = process.endsByItself()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
