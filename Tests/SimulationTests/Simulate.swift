import Foundation
import Testing

/// The program `simulate`.
enum Simulate {
    struct Run {
        let status: Int32
        let output: String
    }

    private static var program: URL {
        let executable =
            (try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/exe"
            )) ?? ""
        // The tests are run by the bundle itself or by the runner beside it.
        let candidates = CommandLine.arguments + [executable]
        let directory = candidates.lazy.map { URL(filePath: $0).deletingLastPathComponent() }
            .first { access($0.appending(path: "simulate").path, X_OK) == 0 }
        return (directory ?? URL(filePath: ".build/debug")).appending(path: "simulate")
    }

    /// Runs it to its end.
    static func run(_ arguments: [String]) async throws -> Run {
        try await withCheckedThrowingContinuation { continuation in
            let process = Process()
            process.executableURL = program
            process.arguments = arguments
            let output = Pipe()
            process.standardOutput = output
            do { try process.run() } catch { return continuation.resume(throwing: error) }
            let number = process.processIdentifier
            // Waited for beside the threads that tests run on.
            Thread {
                // One that does not end is killed.
                let timer = DispatchSource.makeTimerSource()
                timer.setEventHandler { kill(number, SIGKILL) }
                timer.schedule(deadline: .now() + 3_600)
                timer.activate()
                let text = String(
                    decoding: output.fileHandleForReading.readDataToEndOfFile(),
                    as: UTF8.self
                )
                process.waitUntilExit()
                timer.cancel()
                continuation.resume(
                    returning: Run(status: process.terminationStatus, output: text)
                )
            }.start()
        }
    }
}
