internal import Glibc
internal import Kernel

/// Removes what was used least recently.
///
/// All directories are listed, which takes seconds for a million pictures: rarely, because there is room for a tenth
/// of the limit then, and on the thread of who writes, so that nobody who looks for a picture waits for it.
struct CacheEviction {
    private struct Entry {
        var lastUse: Int64
        var cost: Int64
    }

    let directory: CacheDirectory
    let limit: Int64
    let now: Int64

    /// Down to which part of its limit a cache is emptied.
    static func target(_ limit: Int64) -> Int64 { limit / 10 * 9 }

    /// Counts what there is, and removes files if that and `needed` bytes are more than the limit.
    ///
    /// - Returns: How many bytes are left; nil when another process is at it.
    func run(needed: Int64) -> Int64? {
        CacheLock.evict(directory) { evict(needed) }
    }

    private func evict(_ needed: Int64) -> Int64 {
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
            // All that is older goes, and of what is as old as the last no more than has to.
            guard status.modified < last.lastUse || status.modified == last.lastUse && sum < excess
            else { return }
            guard unsafe name.withCString({ unsafe unlinkat(part, $0, 0) }) == 0 else { return }
            sum += CacheUsage.cost(Int(status.size))
        }
        total -= sum
        return total
    }

    /// Calls `body` with each picture; what killed processes left behind is removed.
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
