import Glibc
import Imaging
import Kernel
import Renditions
import Synchronization
import TestSupport

/// A cache in a directory of its own, and a clock that is set by hand.
final class CacheDesk: Sendable {
    let path: String
    let cache: RenditionCache

    init(limit: Int64 = 1 << 30, path: String? = nil) throws {
        let path = path ?? "/dev/shm/cache-\(UInt64.random(in: 0...UInt64.max))"
        self.path = path
        let clock = ManualClock()
        cache = try RenditionCache(directory: path, limit: limit) { clock.now }
        self.clock = clock
    }

    private let clock: ManualClock

    deinit { Self.run("rm", "-rf", path) }

    /// Lets more time pass than the cache takes for one and the same.
    func wait(hours: Int64 = 2) { clock.advance(hours * 3_600_000_000_000) }

    /// All files with pictures, as paths below the directory.
    var files: [String] {
        Self.output("find", path, "-mindepth", "2", "-type", "f").split(separator: "\n").map(
            String.init
        )
    }

    static func picture(_ bytes: [UInt8]) -> Picture {
        var picture = Picture(width: 256, height: 192, sourceWidth: 4_032, sourceHeight: 3_024)
        (picture.encoded, picture.format) = (bytes, .jpeg)
        return picture
    }

    static func content(_ number: Int) -> ContentKey {
        ContentKey(size: Int64(number), modified: 17, fingerprint: Int64(number) &* 0x9E37_79B9)
    }

    static func bytes(_ count: Int, seed: Int) -> [UInt8] {
        var random = SplitMix(state: UInt64(seed))
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    static let request: RenditionRequest = {
        var request = RenditionRequest()
        (request.width, request.height) = (256, 256)
        return request
    }()

    @discardableResult
    static func run(_ program: String, _ arguments: String...) -> Int32 {
        status(([program] + arguments).joined(separator: " "))
    }

    static func status(_ line: String) -> Int32 { system(line) }

    static func output(_ program: String, _ arguments: String...) -> String {
        let line = ([program] + arguments).joined(separator: " ")
        guard let pipe = popen(line, "r") else { return "" }
        defer { pclose(pipe) }
        var text: [UInt8] = []
        while case let byte = getc(pipe), byte != EOF { text.append(UInt8(byte)) }
        return String(decoding: text, as: UTF8.self)
    }
}

private final class ManualClock: Sendable {
    private let time = Mutex<Int64>(1_700_000_000_000_000_000)

    var now: Int64 { time.withLock { $0 } }

    func advance(_ nanoseconds: Int64) { time.withLock { $0 += nanoseconds } }
}
