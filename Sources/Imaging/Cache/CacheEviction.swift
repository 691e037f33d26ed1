internal import Glibc
internal import Kernel

/// The removal of the least recently used files, by one thread at a time.
///
/// Every run lists all directories, which takes seconds for a million pictures. Runs are rare, because each one frees a
/// tenth of the limit, and happen on the writing thread, so that looking up a picture never waits for them.
struct CacheEviction {
    private struct Entry {
        var lastUse: Int64
        var cost: Int64
    }

    let directory: CacheDirectory
    let limit: Int64
    let now: Int64

    /// Returns the size to reduce a cache to, for a limit.
    static func target(_ limit: Int64) -> Int64 { limit / 10 * 9 }

    /// Counts the files, and removes some if they and `needed` bytes together exceed the limit.
    ///
    /// - Returns: How many bytes are left.
    func run(needed: Int64) -> Int64 {
        var entries: [Entry] = []
        forEach { _, _, status in
            entries.append(Entry(lastUse: status.modified, cost: CacheUsage.cost(Int(status.size))))
        }
        var total = entries.reduce(0) { $0 + $1.cost }
        guard total + needed > limit else { return total }
        entries.sort { $0.lastUse < $1.lastUse }
        let excess = total + needed - Self.target(limit)
        var sum: Int64 = 0
        guard
            let last = entries.first(where: {
                sum += $0.cost; return sum >= excess
            }) ?? entries.last
        else { return total }
        sum = 0
        forEach { part, name, status in
            // Removes everything older than the last entry, and of its age only as much as necessary.
            guard status.modified < last.lastUse || status.modified == last.lastUse && sum < excess
            else { return }
            guard unsafe name.withCString({ unsafe unlinkat(part, $0, 0) }) == 0 else { return }
            sum += CacheUsage.cost(Int(status.size))
        }
        total -= sum
        return total
    }

    /// Calls `body` for each picture, and removes the files that killed processes left behind.
    private func forEach(_ body: (Int32, FileName, FileStat) -> Void) {
        for number in 0..<256 {
            let digits = String(number, radix: 16)
            let path = Array((number < 16 ? "0" + digits : digits).utf8)
            guard
                let part = try? OpenDirectory(
                    path: path,
                    below: directory.descriptor,
                    for: .listing,
                    LinuxFileSystem.shared
                ), let names = try? part.names()
            else { continue }
            for name in names {
                guard let status = try? part.stat(name), status.isRegularFile else { continue }
                if CachePath.isName(name.bytes) {
                    body(part.descriptor, name, status)
                } else if name.bytes.first == UInt8(ascii: "."),
                    abs(now - status.modified) > 3_600_000_000_000
                {
                    _ = unsafe name.withCString { unsafe unlinkat(part.descriptor, $0, 0) }
                }
            }
        }
    }
}
