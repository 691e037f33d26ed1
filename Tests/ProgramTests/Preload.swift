import Foundation

/// Libraries that have programs meet what is hard to bring about otherwise; built where the tests run.
enum Preload {
    /// Stops a program at a call that writes.
    static let stopAt = build("stop-at")
    /// Has a program read a wrong clock.
    static let wrongClock = build("wrong-clock")

    /// Has a program find directories on another kind of disk.
    static let otherDisk = build("other-disk")

    private static func build(_ name: String) -> String? {
        let library = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(name)-\(UUID().uuidString).so")
        let source = Program.package.appendingPathComponent("contrib/torture/\(name).c")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["clang", "-shared", "-fPIC", "-o", library.path, source.path, "-ldl"]
        try? process.run()
        process.waitPatiently()
        return process.terminationStatus == 0 ? library.path : nil
    }
}
