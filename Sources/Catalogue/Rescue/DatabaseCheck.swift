internal import GRDB

extension Database {
    /// Returns the first fault in its pages, including indexes that do not match their tables; nil if it is sound.
    ///
    /// Throws `DatabaseError` if the pages do not even form a database.
    func firstFault() throws -> String? {
        let found = try String.fetchOne(self, sql: "PRAGMA integrity_check(1)")
        return found == "ok" ? nil : found ?? "it cannot be checked"
    }

    /// Throws ``CatalogueError`` if this database, the catalogue at `path`, is not sound.
    func requireSound(_ path: String) throws {
        if let fault = try firstFault() { throw CatalogueError.damaged(path, fault) }
    }
}

/// Checks whether the pages of a database file fit together.
struct DatabaseCheck {
    private let path: String

    /// `path`: A file that has no write-ahead log.
    init(_ path: String) {
        self.path = path
    }

    /// Returns whether the file is sound.
    ///
    /// Throws ``CatalogueError`` if the file cannot be read for a reason other than damage.
    func isSound() throws -> Bool {
        do {
            var configuration = Configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            ConnectionQueues.opened(queue)
            return try CatalogueError.translating(path, queue) { database in
                try database.firstFault() == nil
            }
        } catch let error as CatalogueError where error.code == .damaged {
            return false
        } catch let error as DatabaseError
            where error.resultCode == .SQLITE_CORRUPT || error.resultCode == .SQLITE_NOTADB
        {
            return false
        }
    }
}
