internal import Glibc
internal import Kernel
package import MediaMetadata

/// Reads files one at a time through extractors, and waits for each.
package final class FileExtraction {
    /// How the file at hand is opened.
    private final class Opener {
        var open: () -> Int32 = { -1 }
    }

    private let opener: Opener
    private let pictures: ExtractorPool
    private let films: ExtractorPool

    /// - Parameters:
    ///   - arguments: What the extractors are told on their command line.
    ///   - deadline: Milliseconds a file may take, and as many again when it is tried by itself.
    package init(arguments: [String] = [], deadline: Int64 = 15_000) {
        let opener = Opener()
        self.opener = opener
        func pool(_ program: String) -> ExtractorPool {
            ExtractorPool(
                program,
                count: 1,
                deadline: deadline,
                patience: deadline,
                // Who reads single files does so on threads that come and go.
                arguments: arguments + ["--any-thread"]
            ) { _ in opener.open() }
        }
        (pictures, films) = (pool("heliograph-extractor"), pool("heliograph-film-extractor"))
    }

    deinit {
        pictures.end()
        films.end()
    }

    /// What a file says.
    ///
    /// - Parameters:
    ///   - name: The file's name, without directories.
    ///   - open: Opens the file, each time anew; below zero when that fails.
    /// - Returns: The metadata, and the parts of the sandbox that were not in force.
    /// - Throws: ``ExtractionError`` when the extractor cannot be started.
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
            try pool.submit(ExtractionMessage.Request(ticket: 1, name: name), descriptor)
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
