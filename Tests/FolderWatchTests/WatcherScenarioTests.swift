import Simulation
import Testing

/// The whole watcher on a simulated kernel.
struct WatcherScenarioTests {
    /// A file system whose listings do not say what is a directory.
    private static let withoutTypes = {
        var kind = SimulatedDisk.Kind.tmpfs
        kind.tellsTypes = false
        kind.description = "without types"
        return kind
    }()

    @Test(arguments: WatcherScenario.names, [.tmpfs, withoutTypes])
    func `operations are followed by the frames that the scenario says`(
        _ name: String,
        _ kind: SimulatedDisk.Kind
    ) throws {
        var scenario = try WatcherScenario(named: name, on: kind)
        let text = try scenario.run()
        #expect(text == scenario.text)
        #expect(scenario.replica.unknown.isEmpty)
        #expect(scenario.replica.media == scenario.media)
    }

    @Test func `the scenarios are found`() {
        #expect(WatcherScenario.names.count >= 12)
    }
}
