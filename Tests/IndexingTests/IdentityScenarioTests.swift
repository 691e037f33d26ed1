import Foundation
import Testing

@testable import Indexing

@Suite struct IdentityScenarioTests {
    /// The texts beside this file.
    static let scenarios: [IdentityScenario] = {
        let directory = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Scenarios")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.sorted().flatMap { name in
            let text = try? String(contentsOf: directory.appending(path: name), encoding: .utf8)
            return IdentityScenario.all(in: text ?? "")
        }
    }()

    @Test(arguments: scenarios) func `who is who at the end`(_ scenario: IdentityScenario) throws {
        let (found, expected) = try scenario.play()
        #expect(found == expected)
    }

    @Test func `there are scenarios, each under a title of its own`() {
        #expect(Self.scenarios.count >= 50)
        #expect(Set(Self.scenarios.map(\.title)).count == Self.scenarios.count)
    }
}
