import Foundation
import Testing

/// Disks that are recorded below a file system.
enum RecordedDisk {
    static let isPossible: Bool = {
        let devices = ["/dev/fuse", "/dev/loop-control"]
        guard Mount.isPossible, devices.allSatisfy({ access($0, R_OK | W_OK) == 0 }) else {
            return false
        }
        return (try? Mount.run("pkg-config", "--exists", "fuse3")) != nil
    }()
}

/// The power cut under a file system with a library on it, at some of its flushes.
@Suite(.enabled(if: RecordedDisk.isPossible, "needs loop devices, FUSE and to mount"), .patient)
struct PowerCutTests {
    /// The catalogue on the disk of the photos, and on one of its own.
    @Test(arguments: [[], ["--apart"]])
    func `a library is whole after the power was cut at a flush`(_ disks: [String]) throws {
        let program = try Program()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments =
            [
                Program.package.appendingPathComponent("contrib/torture/power-cut").path,
                "--transactions", "4", "--operations", "3", "--photos", "3", "--share", "0.25",
                "--between", "0.02", "--kills", "0.5", "--patience", "\(Patience.seconds)",
                "--work", program.work.path,
                "--binary", Program.products.appendingPathComponent("heliograph").path,
                "--change-block", Program.products.appendingPathComponent("change-block").path,
            ] + disks
        try process.run()
        process.waitPatiently()
        #expect(process.terminationStatus == 0)
    }
}
