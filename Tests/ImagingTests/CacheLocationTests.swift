import Imaging
import Testing

struct CacheLocationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let variables: [String: String]
        let directory: String?

        init(_ variables: [String: String], _ directory: String?) {
            (self.variables, self.directory) = (variables, directory)
        }

        var testDescription: String { variables.sorted { $0 < $1 }.description }
    }

    @Test(arguments: [
        Case([:], nil),
        Case(["HOME": "/home/ann"], "/home/ann/.cache/heliograph"),
        Case(["HOME": ""], nil),
        Case(["HOME": "/home/ann", "XDG_CACHE_HOME": "/fast"], "/fast/heliograph"),
        Case(["HOME": "/home/ann", "XDG_CACHE_HOME": "fast"], "/home/ann/.cache/heliograph"),
        Case(["HOME": "/home/ann", "HELIOGRAPH_CACHE": "/there"], "/there"),
        Case(["HOME": "/home/ann", "HELIOGRAPH_CACHE": ""], nil),
        Case(["HOME": "/", "CACHE_DIRECTORY": "/var/cache/heliograph"], "/var/cache/heliograph"),
        Case(["HOME": "/h", "CACHE_DIRECTORY": "/var/cache/viewer"], "/h/.cache/heliograph"),
        Case(["CACHE_DIRECTORY": "/var/cache/a:/var/cache/heliograph"], nil),
    ])
    func `the environment says where it is`(example: Case) {
        #expect(CacheLocation.directory { example.variables[$0] } == example.directory)
    }

    @Test
    func `the limit is that of the file system it will be on`() {
        let limit = CacheLocation.limit("/dev/shm/none/such")
        #expect(limit > 0 && limit <= 2_000_000_000)
        #expect(limit == CacheLocation.limit("/dev/shm"))
    }
}
