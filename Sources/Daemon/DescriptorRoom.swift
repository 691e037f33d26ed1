internal import CSystemCalls
internal import Glibc
internal import Indexing

/// The check that this process can open as many files at once as it needs.
///
/// Otherwise it could neither receive the request to stop nor start its helpers.
enum DescriptorRoom {
    private static let needed = 48

    /// Throws ``IndexingError`` if too few descriptors are left.
    static func require() throws {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        while opened.count < needed {
            let descriptor = heliograph_event_descriptor()
            guard descriptor >= 0 else { throw shortage(-descriptor, opened.count) }
            opened.append(descriptor)
        }
    }

    private static func shortage(_ error: Int32, _ left: Int) -> IndexingError {
        IndexingError(
            .tooFewDescriptors,
            """
            only \(left) more files can be opened (\(unsafe String(cString: strerror(error)))), and \(needed) are \
            needed; raise the limit with 'ulimit -n 1024', or in a service with LimitNOFILE=1024
            """
        )
    }
}
