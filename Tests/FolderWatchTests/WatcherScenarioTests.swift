import Testing

/// The whole watcher on a simulated kernel.
struct WatcherScenarioTests {
    @Test(arguments: WatcherScenario.names)
    func `operations are followed by the frames that the scenario says`(_ name: String) throws {
        var scenario = try WatcherScenario(named: name)
        let text = try scenario.run()
        #expect(text == scenario.text)
        #expect(scenario.replica.unknown.isEmpty)
        #expect(scenario.replica.media == scenario.media)
    }

    @Test func `the scenarios are found`() {
        #expect(WatcherScenario.names.count >= 9)
    }
}
