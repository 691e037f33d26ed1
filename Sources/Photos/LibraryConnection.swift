internal import Catalogue
internal import Foundation
internal import Synchronization

/// A catalogue as the objects of this module see it: opened at the first question, shared by threads.
final class LibraryConnection: @unchecked Sendable {
    // `@unchecked Sendable` is true because the reader is touched by whoever holds the lock only, and
    // questions keep nothing of it.

    let path: String
    private let lock = NSLock()
    private var reader: CatalogueReader?
    private let observed = Mutex(false)

    /// Whether somebody wants to hear of changes, so that fetches get ready to tell of theirs.
    var isObserved: Bool {
        get { observed.withLock { $0 } }
        set { observed.withLock { $0 = newValue } }
    }

    init(path: String) {
        self.path = path
    }

    /// The reader, opened when there was none; for who holds the lock.
    private var opened: CatalogueReader? {
        if reader == nil { reader = try? CatalogueReader(path: path) }
        return reader
    }

    /// Asks the catalogue, as of one commit.
    ///
    /// - Returns: Nil when there is none, or it cannot be read: who may not look finds nothing.
    func ask<Result: Sendable>(_ question: (CatalogueReader) throws -> Result) -> Result? {
        lock.withLock {
            opened.flatMap { reader in try? reader.snapshot { try question(reader) } }
        }
    }

    /// Asks for one thing, as it is now; nil when it cannot be had.
    func askLatest<Result: Sendable>(_ question: (CatalogueReader) throws -> Result?) -> Result? {
        lock.withLock {
            opened.flatMap { reader in (try? reader.withoutSnapshot { try question(reader) }) ?? nil
            }
        }
    }

    /// Whether this program may write the catalogue.
    var isEditable: Bool { unsafe access(path, W_OK) == 0 }

    /// Why the catalogue cannot be used; nil when it can.
    var failure: CatalogueError? {
        do {
            try lock.withLock {
                guard unsafe reader == nil || access(path, R_OK) != 0 else { return }
                reader = try CatalogueReader(path: path)
            }
            return nil
        } catch let error as CatalogueError {
            return error
        } catch {
            return CatalogueError(.inputOutput, "\(error)")
        }
    }
}
