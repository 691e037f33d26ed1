import Testing

@testable import Catalogue

struct SystemdUnitTests {
    @Test(
        arguments: [
            (
                "0::/user.slice/user-1000.slice/user@1000.service/app.slice/heliograph.service\n",
                "systemctl --user stop heliograph"
            ),
            ("0::/system.slice/heliograph.service\n", "sudo systemctl stop heliograph"),
            (
                "1:name=systemd:/\n0::/system.slice/system-heliograph.slice/heliograph@family.service\n",
                "sudo systemctl stop heliograph@family"
            ),
            ("0::/user.slice/user-1000.slice/session-3.scope\n", "kill 12"),
            ("0::/system.slice/cron.service\n", "kill 12"), ("0::/\n", "kill 12"), ("", "kill 12"),
        ]
    )
    func `an indexer is stopped by its service, if it has one`(group: String, command: String) {
        #expect(SystemdUnit.stopCommand(process: "12", controlGroup: group) == command)
    }

    @Test func `a process that has gone is stopped by its number`() {
        #expect(SystemdUnit.stopCommand(process: "0") == "kill 0")
        #expect(SystemdUnit.stopCommand(process: nil) == "kill PROCESS")
    }
}
