internal import Catalogue
internal import Foundation
internal import PhotoModel
internal import Synchronization

/// A commit of a catalogue.
struct LibraryPosition: Sendable {
    let library: ObjectUUID
    let sequence: Int64
    /// The token that reveals whether an earlier state was restored since.
    let token: ChangeToken

    /// Creates the position of the last commit that a reader sees.
    init(_ reader: CatalogueReader) throws {
        (library, sequence) = (reader.library, try reader.bounds().sequence)
        token = try reader.currentToken()
    }

    /// Returns the sequence number after which the history has the changes since an earlier position; nil if everything
    /// is new, as in another catalogue or in an earlier state that was restored.
    func base(_ known: LibraryPosition?) -> Int64? {
        guard let known, known.library == library, known.sequence <= sequence else { return nil }
        return known.sequence
    }

    /// Returns whether anything was committed after a position.
    func hasNews(since known: LibraryPosition?, _ reader: CatalogueReader) throws -> Bool {
        guard let known, let base = base(known), try !reader.isLost(known.token) else {
            return true
        }
        return try sequence > base && reader.hasNews(since: base)
    }
}

/// The state of a library that observers are notified of; queries to it see no later commits.
///
/// It stays readable as long as the moment exists, but at most ten seconds, because the catalogue's write-ahead log
/// grows meanwhile. After that, queries see the present state.
final class LibraryMoment: @unchecked Sendable {
    // `@unchecked Sendable` is true because the reader is accessed only with the lock held, and queries keep no
    // reference to it.

    let connection: LibraryConnection
    let position: LibraryPosition
    /// The position up to which everything was reported before.
    private let known: LibraryPosition?
    private let lock = NSLock()
    private var pinned: PinnedReaders.Pinned?

    static let seconds = 10

    /// Creates the present moment; nil if no catalogue can be read.
    ///
    /// `known`: The position up to which everything was reported before; nil if nothing was.
    init?(_ connection: LibraryConnection, since known: LibraryPosition?) {
        let pinned = connection.pinned.take()
        let seen = pinned.flatMap { pinned in
            try? pinned.reader.snapshot { try LibraryPosition(pinned.reader) }
        }
        guard let position = seen ?? connection.ask({ try LibraryPosition($0) }) else {
            return nil
        }
        (self.connection, self.position, self.pinned) = (connection, position, pinned)
        // The history cannot compare two states unless one follows from the other.
        self.known = known.flatMap { connection.hasLost($0.token) ? nil : $0 }
        connection.pinned.add(self)
        let timeout = DispatchTime.now() + .seconds(Self.seconds)
        DispatchQueue.global().asyncAfter(deadline: timeout) { [weak self] in self?.letGo() }
    }

    deinit { letGo() }

    /// Queries the catalogue as of this moment; nil if it cannot be read.
    func ask<Result: Sendable>(_ question: (CatalogueReader) throws -> Result) -> Result? {
        lock.lock()
        defer { lock.unlock() }
        if let reader = pinned?.reader { return try? reader.snapshot { try question(reader) } }
        return connection.ask(question)
    }

    /// Stops keeping the state readable.
    func letGo() {
        let taken = lock.withLock {
            defer { pinned = nil }
            return pinned
        }
        if let taken { connection.pinned.giveBack(taken) }
    }

    /// Whether there are changes to report.
    var hasNews: Bool {
        ask { [known, position] in try position.hasNews(since: known, $0) } == true
    }

    /// The sequence number after which changes are reported.
    var base: Int64 { position.base(known) ?? 0 }
}
