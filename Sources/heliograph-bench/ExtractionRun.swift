internal import CSystemCalls
internal import Glibc
internal import Extraction
internal import Indexing
internal import MediaMetadata

/// Reads every file of a folder through one extractor process, to measure the cost of reading and handing over
/// together.
struct ExtractionRun {
    private let folder: String

    init(folder: String) {
        self.folder = folder
    }

    /// - Returns: The number of files answered.
    func run() throws -> Int {
        let pool = ExtractorPool(count: 1, deadline: 60_000) { _ in -1 }
        defer { pool.end() }
        var answered = 0
        var ticket: UInt64 = 0
        try forEachFile { name, descriptor in
            ticket += 1
            try pool.submit(
                ExtractionMessage.Request(ticket: ticket, name: name, now: .max),
                descriptor
            )
            while !pool.hasRoom { try receive(pool, &answered) }
        }
        pool.flush()
        while pool.outstanding > 0 { try receive(pool, &answered) }
        return answered
    }

    private func receive(_ pool: ExtractorPool, _ answered: inout Int) throws {
        var polled = pool.polled
        poll(&polled, UInt(polled.count), 1_000)
        pool.flush()
        var count = 0
        try pool.receive { _, _ in count += 1 }
        answered += count
    }

    private func forEachFile(_ body: ([UInt8], Int32) throws -> Void) throws {
        var waiting = [folder]
        while let path = waiting.popLast() {
            guard let directory = opendir(path) else {
                throw IndexingError(.folderMissing, "\(path) cannot be read")
            }
            defer { closedir(directory) }
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                guard !name.hasPrefix(".") else { continue }
                guard Int32(entry.pointee.d_type) != DT_DIR else {
                    waiting.append("\(path)/\(name)")
                    continue
                }
                let opened = heliograph_open_at(dirfd(directory), name, O_RDONLY)
                if opened >= 0 { try body(Array(name.utf8), opened) }
            }
        }
    }
}
