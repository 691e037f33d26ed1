internal import Catalogue
internal import Foundation

/// A catalogue as the objects of this module see it: opened at the first question, shared by threads.
final class LibraryConnection: @unchecked Sendable {
    // `@unchecked Sendable` is true because the reader is touched by whoever holds the lock only, and
    // questions keep nothing of it.

    let path: String
    private let lock = NSLock()
    private var reader: CatalogueReader?

    init(path: String) {
        self.path = path
    }

    /// Asks the catalogue, as of one commit.
    ///
    /// - Returns: Nil when there is none, or it cannot be read: who may not look finds nothing.
    func ask<Result: Sendable>(_ question: (CatalogueReader) throws -> Result) -> Result? {
        lock.withLock {
            if reader == nil { reader = try? CatalogueReader(path: path) }
            guard let open = reader else { return nil }
            return try? open.snapshot { try question(open) }
        }
    }

    /// Asks for one thing, as it is now; nil when it cannot be had.
    func glance<Result: Sendable>(_ question: (CatalogueReader) throws -> Result?) -> Result? {
        lock.withLock {
            if reader == nil { reader = try? CatalogueReader(path: path) }
            guard let open = reader else { return nil }
            return (try? open.glance { try question(open) }) ?? nil
        }
    }

    /// Why the catalogue cannot be used; nil when it can.
    var failure: CatalogueError? {
        do {
            _ = try CatalogueReader(path: path)
            return nil
        } catch let error as CatalogueError {
            return error
        } catch {
            return CatalogueError(.inputOutput, "\(error)")
        }
    }

    /// Where a user's catalogue lies unless something else is said.
    static var standardPath: String {
        let environment = ProcessInfo.processInfo.environment
        if let path = environment["HELIOGRAPH_CATALOGUE"], !path.isEmpty { return path }
        let home = environment["HOME"] ?? "/"
        let state = environment["XDG_STATE_HOME"].flatMap { $0.isEmpty ? nil : $0 }
        return "\(state ?? "\(home)/.local/state")/heliograph/catalogue.sqlite"
    }
}
