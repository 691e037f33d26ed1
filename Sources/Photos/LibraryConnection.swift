internal import Catalogue
internal import Foundation
internal import Synchronization

/// A catalogue as the objects of this module see it: opened at the first question, shared by threads.
///
/// Another catalogue that takes its place, as when one is restored from a backup, is opened at the next question.
final class LibraryConnection: @unchecked Sendable {
    // `@unchecked Sendable` is true because the reader is touched by whoever holds the lock only, and
    // questions keep nothing of it.

    let path: String
    /// Which library of this program it is: objects of the same number are of one catalogue.
    let library: Int
    private let lock = NSLock()
    private var reader: CatalogueReader?
    /// What ``reader`` has open.
    private var file: FileNumber?
    /// What a question to ``reader`` ended with: the catalogue is damaged somewhere, though others are answered.
    private var damage: CatalogueError?
    private let observed = Mutex(false)
    /// What keeps earlier states readable.
    let pinned: PinnedReaders

    /// Whether somebody wants to hear of changes, so that fetches get ready to tell of theirs.
    var isObserved: Bool {
        get { observed.withLock { $0 } }
        set { observed.withLock { $0 = newValue } }
    }

    init(path: String) {
        self.path = path
        pinned = PinnedReaders(path: path)
        library = Self.number(ofCatalogue: path)
    }

    private static let numbers = Mutex<[String: Int]>([:])

    /// The number of a catalogue, by whichever links it is named.
    static func number(ofCatalogue path: String) -> Int {
        let file = CatalogueLocation.resolved(path)
        return numbers.withLock { numbers in
            if let number = numbers[file] { return number }
            numbers[file] = numbers.count + 1
            return numbers.count
        }
    }

    /// The reader, opened when there was none, or of another file; for who holds the lock.
    private var opened: CatalogueReader? {
        if isCurrent { return reader }
        try? open()
        return reader
    }

    /// Whether the reader is of the file that is there; one that has gone is read until another takes its place.
    private var isCurrent: Bool {
        guard reader != nil else { return false }
        let now = FileNumber(path: path)
        return now == nil || now == file
    }

    /// Opens the catalogue that is there; for who holds the lock.
    private func open() throws {
        let now = FileNumber(path: path)
        reader = try CatalogueReader(path: path)
        damage = nil
        // Should it have been replaced meanwhile, the next question notices.
        file = now
    }

    /// Asks the catalogue, as of one commit.
    ///
    /// - Returns: Nil when there is none, or it cannot be read: who may not look finds nothing.
    func ask<Result: Sendable>(_ question: (CatalogueReader) throws -> Result) -> Result? {
        lock.withLock {
            opened.flatMap { reader in answer { try reader.snapshot { try question(reader) } } }
        }
    }

    /// What a question gives, nil when it fails; for who holds the lock.
    private func answer<Result>(_ question: () throws -> Result) -> Result? {
        do {
            return try question()
        } catch let error as CatalogueError where error.code == .damaged {
            damage = error
        } catch {}
        return nil
    }

    /// Asks for one thing, as it is now; nil when it cannot be had.
    func askLatest<Result: Sendable>(_ question: (CatalogueReader) throws -> Result?) -> Result? {
        lock.withLock {
            // It is asked for each object of a list: what is open will do.
            (reader ?? opened).flatMap { reader in
                answer { try reader.withoutSnapshot { try question(reader) } } ?? nil
            }
        }
    }

    /// Whether what is there now does not have a position that was there: an earlier state came back, such as a backup.
    func hasLost(_ token: ChangeToken) -> Bool { ask { try $0.isLost(token) } ?? false }

    /// Whether this program may write the catalogue.
    var isEditable: Bool { unsafe access(path, W_OK) == 0 }

    /// Why the catalogue cannot be used; nil when it can.
    var failure: CatalogueError? {
        do {
            return try lock.withLock {
                if unsafe !isCurrent || access(path, R_OK) != 0 { try open() }
                return damage
            }
        } catch let error as CatalogueError {
            return error
        } catch {
            return CatalogueError(.inputOutput, "\(error)")
        }
    }
}
