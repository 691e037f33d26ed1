import Extraction
import Foundation
import MediaMetadata
import Testing

/// Each part of the sandbox alone, so that one that is missing is not covered for by the others.
struct SandboxLayerTests {
    struct Case: CustomTestStringConvertible {
        let layer: String
        let mode: String
        let reason: String
        var arguments: [String] { ["--test-\(layer)"] + more }
        var more: [String] = []
        var testDescription: String { "\(layer) \(mode)" }
    }

    static let cases = [
        Case(layer: "limits", mode: "allocates", reason: "MiB were all"),
        // SIGXCPU and SIGXFSZ.
        Case(layer: "limits", mode: "loops", reason: "(signal 24)", more: ["--test-processor"]),
        Case(layer: "limits", mode: "writes", reason: "(signal 25)"),
        Case(layer: "limits", mode: "duplicates", reason: "duplicates (Too many open files)"),
        Case(layer: "landlock", mode: "opens", reason: "opens (Permission denied)"),
        Case(layer: "seccomp", mode: "opens", reason: "opens (Operation not permitted)"),
        // SIGSYS.
        Case(layer: "seccomp", mode: "connects", reason: "(signal 31)"),
        Case(layer: "seccomp", mode: "forks", reason: "(signal 31)"),
        Case(layer: "seccomp", mode: "executes", reason: "(signal 31)"),
        Case(layer: "seccomp", mode: "maps", reason: "maps (Operation not permitted)"),
        Case(layer: "seccomp", mode: "writes", reason: "writes (Operation not permitted)"),
    ]

    @Test(arguments: cases)
    func `a part of the sandbox stops what it is for, by its own means`(_ test: Case) throws {
        setenv("HELIOGRAPH_TEST_MISBEHAVIOUR", "1", 1)
        let extraction = FileExtraction(arguments: test.arguments, deadline: 600_000)
        let found = try extraction.read(Array("misbehave-\(test.mode).jpg".utf8)) {
            open("/dev/null", O_RDONLY | O_CLOEXEC)
        }
        let others = ["limits", "landlock", "seccomp"].filter { $0 != test.layer }
        if found.missingSandbox.contains(test.layer) {
            try Test.cancel("this kernel has no \(test.layer): \(found.missingSandbox)")
        }
        #expect(others.allSatisfy { found.missingSandbox.contains($0) })
        let reason = found.metadata.unreadableReason ?? ""
        #expect(reason.contains(test.reason), "\(reason)")
    }

    @Test
    func `an extractor may have no more memory than reading needs`() throws {
        setenv("HELIOGRAPH_TEST_MISBEHAVIOUR", "1", 1)
        let extraction = FileExtraction(arguments: ["--test-limits"], deadline: 600_000)
        let found = try extraction.read(Array("misbehave-allocates.jpg".utf8)) {
            open("/dev/null", O_RDONLY | O_CLOEXEC)
        }
        let words = (found.metadata.unreadableReason ?? "").split(separator: " ")
        let mebibytes = words.compactMap { Int($0) }.first ?? 0
        #expect((48...96).contains(mebibytes))
    }
}
