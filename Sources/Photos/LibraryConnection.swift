internal import Catalogue
internal import Foundation
internal import Synchronization

/// A catalogue as the objects of this module use it: opened on first use and shared by threads.
///
/// If another catalogue replaces it, for example one restored from a backup, the next query opens that one.
final class LibraryConnection: @unchecked Sendable {
    // `@unchecked Sendable` is true because the reader is accessed only with the lock held, and queries keep no
    // reference to it.

    let path: String
    /// The number of the library in this program: objects of the same number are in one catalogue.
    let library: Int
    private let lock = NSLock()
    private var reader: CatalogueReader?
    /// The file that ``reader`` has open.
    private var file: FileNumber?
    /// The error of a query to ``reader`` that found damage in the catalogue, though other queries may succeed.
    private var damage: CatalogueError?
    private let observed = Mutex(false)
    /// The readers that keep earlier states readable.
    let pinned: PinnedReaders

    /// Whether changes are observed, so that fetches prepare to report theirs.
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

    /// Returns the number of a catalogue, whichever links its path contains.
    static func number(ofCatalogue path: String) -> Int {
        let file = CatalogueLocation.resolved(path)
        return numbers.withLock { numbers in
            if let number = numbers[file] { return number }
            numbers[file] = numbers.count + 1
            return numbers.count
        }
    }

    /// The reader, opened if there was none or its file was replaced; requires the lock.
    private var opened: CatalogueReader? {
        if isCurrent { return reader }
        try? open()
        return reader
    }

    /// Whether the reader has the current file open; a deleted file is read until another takes its place.
    private var isCurrent: Bool {
        guard reader != nil else { return false }
        let now = FileNumber(path: path)
        return now == nil || now == file
    }

    /// Opens the current catalogue; requires the lock.
    private func open() throws {
        let now = FileNumber(path: path)
        reader = try CatalogueReader(path: path)
        damage = nil
        // If the file was replaced in the meantime, the next query notices.
        file = now
    }

    /// Queries the catalogue, as of one commit.
    ///
    /// - Returns: Nil if the catalogue is missing or cannot be read: a program without access finds nothing.
    func ask<Result: Sendable>(_ question: (CatalogueReader) throws -> Result) -> Result? {
        lock.withLock {
            opened.flatMap { reader in answer { try reader.snapshot { try question(reader) } } }
        }
    }

    /// Returns the result of a query, or nil if it fails; requires the lock.
    private func answer<Result>(_ question: () throws -> Result) -> Result? {
        do {
            return try question()
        } catch let error as CatalogueError where error.code == .damaged {
            damage = error
        } catch {}
        return nil
    }

    /// Queries a single value in its present state; nil if it is not available.
    func askLatest<Result: Sendable>(_ question: (CatalogueReader) throws -> Result?) -> Result? {
        lock.withLock {
            // This runs for each object of a list, so it does not check whether the file was replaced.
            (reader ?? opened).flatMap { reader in
                answer { try reader.withoutSnapshot { try question(reader) } } ?? nil
            }
        }
    }

    /// Returns whether the catalogue lacks a position that it once had, because an earlier state such as a backup was
    /// restored.
    func hasLost(_ token: ChangeToken) -> Bool { ask { try $0.isLost(token) } ?? false }

    /// Whether this program may write the catalogue.
    var isEditable: Bool { unsafe access(path, W_OK) == 0 }

    /// The reason the catalogue cannot be used; nil if it can.
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
