import Foundation
import Testing

@Suite(.enabled(if: Mount.isPossible, "needs to mount"), .patient)
struct YearsTests {
    @Test
    func `a library is as good and its catalogue no larger than it should be after some weeks`()
        throws
    {
        let program = try Program()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [
            Program.package.appendingPathComponent("contrib/torture/years").path,
            "--days", "39", "--photos", "8", "--history", "6", "--every", "39",
            "--earlier-days", "1", "--measured", "2", "--patience", "\(Patience.seconds)",
            "--work", program.work.path,
            "--binary", Program.products.appendingPathComponent("heliograph").path,
        ]
        try process.run()
        // It has patience of its own for each day.
        process.waitPatiently(6 * Patience.seconds)
        #expect(process.terminationStatus == 0)
    }
}
