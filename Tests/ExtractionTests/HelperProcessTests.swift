import Extraction
import Glibc
import Testing

struct HelperProcessTests {
    /// A zombie answers signals: when there is nobody to take one, the process has been waited for.
    @Test(arguments: [true, false])
    func `a helper that nobody waits for leaves no zombie`(isAbandoned: Bool) async throws {
        let process = try start(isAbandoned: isAbandoned)
        while kill(process, 0) == 0 { await Task.yield() }
        #expect(errno == ESRCH)
    }

    /// Starts a helper, kills it, and lets it go in one of two ways.
    private func start(isAbandoned: Bool) throws -> Int32 {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        let helper = try HelperProcess(
            "/bin/sleep",
            arguments: ["1000"],
            input: null,
            output: null
        )
        if isAbandoned { helper.abandon() }
        helper.kill()
        return helper.process
    }
}
