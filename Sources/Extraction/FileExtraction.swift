internal import Glibc
internal import Kernel
package import MediaMetadata

/// Reads files one at a time through extractors, waiting for each.
package final class FileExtraction {
    /// Opens the current file.
    private final class Opener {
        var open: () -> Int32 = { -1 }
    }

    private let opener: Opener
    private let pictures: ExtractorPool
    private let films: ExtractorPool

    /// - Parameters:
    ///   - arguments: The extractors' command-line arguments.
    ///   - deadline: The milliseconds a file may take, and again as many when it is tried separately.
    package init(arguments: [String] = [], deadline: Int64 = 15_000) {
        let opener = Opener()
        self.opener = opener
        func pool(_ program: String) -> ExtractorPool {
            ExtractorPool(
                program,
                count: 1,
                deadline: deadline,
                patience: deadline,
                // Callers that read single files may do so on short-lived threads.
                arguments: arguments + ["--any-thread"]
            ) { _ in opener.open() }
        }
        (pictures, films) = (pool("heliograph-extractor"), pool("heliograph-film-extractor"))
    }

    deinit {
        pictures.end()
        films.end()
    }

    /// Reads the metadata of a file.
    ///
    /// - Parameters:
    ///   - name: The file's name, without directories.
    ///   - open: Opens the file, again for each attempt; returns a negative number on failure.
    /// - Returns: The metadata, and the parts of the sandbox that were missing.
    /// - Throws: ``ExtractionError`` if the extractor cannot be started.
    package func read(
        _ name: [UInt8],
        _ open: @escaping () -> Int32
    ) throws -> (metadata: FileMetadata, missingSandbox: String) {
        opener.open = open
        defer { opener.open = { -1 } }
        let found = try read(name, by: pictures)
        return found.metadata.isPartial ? try read(name, by: films) : found
    }

    private func read(
        _ name: [UInt8],
        by pool: ExtractorPool
    ) throws -> (metadata: FileMetadata, missingSandbox: String) {
        let descriptor = opener.open()
        var found: FileMetadata?
        if descriptor >= 0 {
            let now = SystemClock.shared.date
            let request = ExtractionMessage.Request(ticket: 1, name: name, now: now)
            try pool.submit(request, descriptor)
            pool.flush()
        }
        while found == nil, pool.outstanding > 0 {
            var polled = pool.polled
            let patience = min(pool.pollTimeout(SystemClock.shared.milliseconds), 1_000)
            unsafe poll(&polled, UInt(polled.count), Int32(patience))
            try pool.receive { _, metadata in found = metadata }
            try pool.enforceDeadline(SystemClock.shared.milliseconds) { _, metadata in
                found = metadata
            }
        }
        var unread = FileMetadata()
        unread.unreadableReason = "the file cannot be opened"
        return (found ?? unread, pool.missingSandbox ?? "")
    }
}
