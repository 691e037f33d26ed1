import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SandboxTests {
    @Test
    func `whatever an extractor is made to do is stopped and costs one file`() throws {
        let program = try Program()
        let modes = [
            "opens", "connects", "forks", "executes", "loops", "allocates", "dies", "babbles",
        ]
        for (number, mode) in modes.enumerated() {
            try program.picture("misbehave-\(mode).jpg", number)
        }
        for number in 0..<200 { try program.picture("good/\(number).jpg", 100 + number) }
        let process = program.process([
            "index", "--extraction-seconds", "0.5", program.photos.path,
        ])
        var environment = process.environment ?? [:]
        environment["HELIOGRAPH_TEST_MISBEHAVIOUR"] = "1"
        process.environment = environment
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)

        let assets = try program.run("assets").lines
        #expect(assets.count == modes.count + 200)
        for asset in assets {
            let path = asset["path"] as? String ?? ""
            let reason = asset["unreadableReason"] as? String
            guard path.hasPrefix("misbehave-") else {
                #expect(reason == nil, "\(path): \(reason ?? "")")
                continue
            }
            let isStopped = reason.map { text in
                ["stopped", "took too long", "ended the extractor"].contains { text.contains($0) }
            }
            #expect(isStopped == true, "\(path): \(reason ?? "nothing stopped it")")
        }
        let status = try program.run("status").lines.first?["sandbox"] as? String
        #expect(status == "complete" || status?.hasPrefix("without ") == true)
        #expect(try program.run("audit").code == 0)
    }
}
