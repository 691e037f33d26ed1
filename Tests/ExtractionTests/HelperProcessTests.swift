import Extraction
import Glibc
import Testing

struct HelperProcessTests {
    /// A zombie answers signals: when there is nobody to take one, the process has been waited for.
    @Test
    func `a helper that nobody waits for leaves no zombie`() async throws {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        let helper = try HelperProcess(
            "/bin/sleep",
            arguments: ["1000"],
            input: null,
            output: null
        )
        helper.abandon()
        helper.kill()
        while kill(helper.process, 0) == 0 { await Task.yield() }
        #expect(errno == ESRCH)
    }
}
