internal import Catalogue
internal import Foundation
internal import PhotoModel
internal import Synchronization

/// A commit of a catalogue.
struct LibraryPosition: Sendable {
    let library: ObjectUUID
    let sequence: Int64
    /// By which it is found out whether an earlier state came back since.
    let token: ChangeToken

    /// The last commit of what a reader sees.
    init(_ reader: CatalogueReader) throws {
        (library, sequence) = (reader.library, try reader.bounds().sequence)
        token = try reader.currentToken()
    }

    /// The sequence number after which the history tells what is new to who knows an earlier position; nil when all
    /// is new, as in another catalogue, or in an earlier state of it that came back.
    func base(_ known: LibraryPosition?) -> Int64? {
        guard let known, known.library == library, known.sequence <= sequence else { return nil }
        return known.sequence
    }

    /// Whether anything came after a position.
    func hasNews(since known: LibraryPosition?, _ reader: CatalogueReader) throws -> Bool {
        guard let known, let base = base(known), try !reader.isLost(known.token) else {
            return true
        }
        return try sequence > base && reader.hasNews(since: base)
    }
}

/// The state of a library that observers are told of; what is asked of it tells of nothing later.
///
/// It is kept readable for as long as the moment is kept, but not longer than ten seconds: the catalogue's
/// write-ahead log grows meanwhile. Afterwards answers are of the present.
final class LibraryMoment: @unchecked Sendable {
    // `@unchecked Sendable` is true because the reader is touched by whoever holds the lock only, and
    // questions keep nothing of it.

    let connection: LibraryConnection
    let position: LibraryPosition
    /// Up to where everything was told before.
    private let known: LibraryPosition?
    private let lock = NSLock()
    private var pinned: PinnedReaders.Pinned?

    static let seconds = 10

    /// Nil when there is no catalogue to read.
    ///
    /// `known`: The position up to which everything was told before; nil for nothing.
    init?(_ connection: LibraryConnection, since known: LibraryPosition?) {
        let pinned = connection.pinned.take()
        let seen = pinned.flatMap { pinned in
            try? pinned.reader.snapshot { try LibraryPosition(pinned.reader) }
        }
        guard let position = seen ?? connection.ask({ try LibraryPosition($0) }) else {
            return nil
        }
        (self.connection, self.position, self.pinned) = (connection, position, pinned)
        // Of two states that do not follow one from the other the history tells nothing.
        self.known = known.flatMap { connection.hasLost($0.token) ? nil : $0 }
        connection.pinned.add(self)
        let timeout = DispatchTime.now() + .seconds(Self.seconds)
        DispatchQueue.global().asyncAfter(deadline: timeout) { [weak self] in self?.letGo() }
    }

    deinit { letGo() }

    /// Asks the catalogue, as of this moment; nil when it cannot be read.
    func ask<Result: Sendable>(_ question: (CatalogueReader) throws -> Result) -> Result? {
        lock.lock()
        defer { lock.unlock() }
        if let reader = pinned?.reader { return try? reader.snapshot { try question(reader) } }
        return connection.ask(question)
    }

    /// Keeps the state no longer.
    func letGo() {
        let taken = lock.withLock {
            defer { pinned = nil }
            return pinned
        }
        if let taken { connection.pinned.giveBack(taken) }
    }

    /// Whether there is anything to tell.
    var hasNews: Bool {
        ask { [known, position] in try position.hasNews(since: known, $0) } == true
    }

    /// The sequence number after which it tells what changed.
    var base: Int64 { position.base(known) ?? 0 }
}
