internal import Glibc
internal import Kernel
internal import MediaMetadata
internal import PhotoModel

extension FileMetadata {
    /// Takes the date from the names in a path, as the indexer does if the path lies in a library.
    mutating func takeDate(fromNamesOf path: String) {
        guard !format.isSidecar, let name = path.split(separator: "/").last else { return }
        let now = SystemClock.shared.date
        if let date {
            guard mediaType == .video,
                let clock = NameDates.clock(of: Array(name.utf8), date, duration, now: now)
            else { return }
            let detail = ClockOffset.evidence(clock)
            evidence.append(Evidence(value: "timeZone", rule: "filename", detail: detail))
            return
        }
        let named = Self.directoryDate(path)
        var isRefused = named.isAfterTomorrow(now)
        let found = NameDates.find(Array(name.utf8), now: now, isRefused: &isRefused)
        if let found { take(found.date, found.detail) }
        if isRefused {
            refused.append(
                Evidence(
                    value: "creationDate",
                    rule: "plausible",
                    detail: "a date in the name of the file or its directories is after tomorrow"
                )
            )
        }
        guard found == nil, let modified = Self.modified(path) else { return }
        if let (date, detail) = named.date(modified: modified, now: now) {
            take(date, detail)
        } else if named.date(modified: .max, now: now) != nil {
            refused.append(
                Evidence(
                    value: "creationDate",
                    rule: "directory",
                    detail: "the directory says \(named), and the file was last written within it"
                )
            )
        }
    }

    private mutating func take(_ date: CaptureDate, _ detail: String) {
        self.date = date
        evidence.append(
            Evidence(value: "creationDate", rule: "\(date.source.name)", detail: detail)
        )
    }

    private static func directoryDate(_ path: String) -> DirectoryDate {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let directory = slash.map { String(path[..<$0]) + "/" } ?? "."
        guard let resolved = unsafe realpath(directory, nil) else { return DirectoryDate() }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved).split(separator: "/").reduce(DirectoryDate()) {
            $0.entering(Array($1.utf8))
        }
    }

    /// Returns the modification time in microseconds since 1970.
    private static func modified(_ path: String) -> Int64? {
        var found = stat()
        guard unsafe stat(path, &found) == 0 else { return nil }
        return Int64(found.st_mtim.tv_sec) * 1_000_000 + Int64(found.st_mtim.tv_nsec) / 1_000
    }
}
