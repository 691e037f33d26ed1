internal import Foundation
internal import Imaging
internal import Renditions

/// Measures finding a picture in the cache, compared with reading a plain file of its size.
struct RenditionRun {
    let directory: String
    let count: Int
    var bytes = 12_000

    /// Creates a cache of that many pictures, measures one process and two, and removes it.
    func run() throws {
        let cache = try RenditionCache(directory: directory, limit: .max / 2)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var picture = Picture(width: 256, height: 192, sourceWidth: 4_032, sourceHeight: 3_024)
        picture.encoded = (0..<bytes).map { _ in .random(in: 0...255) }
        let clock = ContinuousClock()
        let start = clock.now
        for number in 0..<count { cache.keep(picture, Self.content(number), RenditionRequest()) }
        report("keep", (clock.now - start) / count)
        let plain = directory + "/plain"
        try Data(picture.encoded ?? []).write(to: URL(fileURLWithPath: plain))
        var (found, read): ([Duration], [Duration]) = ([], [])
        for _ in 0..<20_000 {
            let content = Self.content(.random(in: 0..<count))
            found.append(clock.measure { _ = cache.find(content, RenditionRequest()) })
            read.append(clock.measure { _ = Self.readPlain(plain) })
        }
        let (hit, file) = (found.sorted()[10_000], read.sorted()[10_000])
        report("a hit, p50", hit)
        report("a hit, p99", found.sorted()[19_800])
        report("a plain file, p50", file)
        print("ratio: \((hit / file * 100).rounded() / 100)")
        try hits(processes: 1)
        try hits(processes: 2)
    }

    /// Finds pictures for a second, and prints how often.
    func find() throws {
        let cache = try RenditionCache(directory: directory, limit: .max / 2)
        let clock = ContinuousClock()
        let end = clock.now + .seconds(1)
        var hits = 0
        while clock.now < end {
            for _ in 0..<100 where cache.find(Self.content(.random(in: 0..<count)), .init()) != nil
            {
                hits += 1
            }
        }
        print(hits)
    }

    private func hits(processes: Int) throws {
        let pipes = try (0..<processes).map { _ in
            let (process, pipe) = (Process(), Pipe())
            process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            process.arguments = ["hits", directory, String(count)]
            process.standardOutput = pipe
            try process.run()
            return pipe
        }
        let sum = try pipes.reduce(0) { sum, pipe in
            let data = try pipe.fileHandleForReading.readToEnd()
            let text = String(decoding: data ?? Data(), as: UTF8.self)
            return sum + (text.split(separator: "\n").first.flatMap { Int($0) } ?? 0)
        }
        print("\(processes) \(processes == 1 ? "process" : "processes"): \(sum) hits a second")
    }

    private static func content(_ number: Int) -> ContentKey {
        ContentKey(size: Int64(number), modified: 1, fingerprint: 2)
    }

    private static func readPlain(_ path: String) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var status = stat()
        fstat(file, &status)
        return [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, filled in
            filled = read(file, buffer.baseAddress, buffer.count)
        }
    }

    private func report(_ what: String, _ duration: Duration) {
        let microseconds = Double(duration.components.attoseconds) / 1e12
        print("\(what): \((microseconds * 10).rounded() / 10) µs")
    }
}
