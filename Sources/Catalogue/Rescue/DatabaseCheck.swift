internal import GRDB

/// Checks whether the pages of a database file fit together.
struct DatabaseCheck {
    private let path: String

    /// `path`: A file that has no write-ahead log.
    init(_ path: String) {
        self.path = path
    }

    /// Returns whether the file is sound.
    ///
    /// `quickly`: Without comparing indexes with what they are of.
    /// Throws ``CatalogueError`` when the file cannot be read for another reason than damage.
    func isSound(quickly: Bool) throws -> Bool {
        do {
            var configuration = Configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            ConnectionQueues.opened(queue)
            return try CatalogueError.translating(path, queue) { database in
                let pragma = quickly ? "quick_check" : "integrity_check"
                return try String.fetchOne(database, sql: "PRAGMA \(pragma)(1)") == "ok"
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
