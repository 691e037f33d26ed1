import Foundation
import Testing

@Suite(.enabled(if: Mount.isPossible, "needs to mount"), .patient)
struct MountTortureTests {
    @Test
    func `the torture of real disks ends without a fault`() throws {
        let program = try Program()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [
            Program.package.appendingPathComponent("contrib/torture/mounts").path,
            "--operations", "2400", "--rounds", "2", "--specials", "1",
            "--patience", "\(Patience.seconds)", "--work", program.work.path,
            "--binary", Program.products.appendingPathComponent("heliograph").path,
        ]
        try process.run()
        // It has patience of its own at each quiet point.
        process.waitPatiently(6 * Patience.seconds)
        #expect(process.terminationStatus == 0)
    }
}
