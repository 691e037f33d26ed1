internal import GRDB
internal import GRDBSQLite
internal import Glibc
internal import PhotoModel

/// The reason why the catalogue could not be used, and what to do about it.
package struct CatalogueError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure; open-ended.
    package struct Code: Hashable, Sendable {
        let name: String

        /// A catalogue whose pages do not fit together.
        package static let damaged = Code(name: "damaged")
        /// A file that is not a catalogue, and so must not be repaired.
        package static let foreign = Code(name: "foreign")
        /// A catalogue written by a later version of Heliograph.
        package static let newerVersion = Code(name: "newerVersion")
        package static let missing = Code(name: "missing")
        package static let cannotCreate = Code(name: "cannotCreate")
        package static let noPermission = Code(name: "noPermission")
        package static let diskFull = Code(name: "diskFull")
        /// This process or the system cannot open any further files.
        package static let tooFewDescriptors = Code(name: "tooFewDescriptors")
        package static let inputOutput = Code(name: "inputOutput")
        /// Another indexer holds the catalogue.
        package static let locked = Code(name: "locked")
        package static let networkFileSystem = Code(name: "networkFileSystem")
        package static let insidePhotos = Code(name: "insidePhotos")
        /// Another file has taken the catalogue's place while it was open.
        package static let replaced = Code(name: "replaced")
    }

    package let code: Code
    /// A description of the failure and its place, and the remedy.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }

    /// Translates SQLite's errors into errors that say what the user can do.
    static func translating<Result>(
        _ path: String,
        _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw CatalogueError(error, path)
        }
    }

    /// Translates errors of an open database, which remembers the `errno`.
    static func translating<Result>(
        _ path: String,
        _ queue: DatabaseQueue,
        _ body: (Database) throws -> Result
    ) throws -> Result {
        try queue.inDatabase { try translating(path, $0, body) }
    }

    static func translating<Result>(
        _ path: String,
        _ database: Database,
        _ body: (Database) throws -> Result
    ) throws -> Result {
        do {
            return try body(database)
        } catch let error as DatabaseError {
            if error.resultCode == .SQLITE_CONSTRAINT, let fault = fault(of: database) {
                throw damaged(path, fault)
            }
            throw CatalogueError(
                error,
                path,
                unsafe sqlite3_system_errno(database.sqliteConnection)
            )
        }
    }

    /// Returns the first inconsistency of a database that refused what a sound one accepts, if there is one.
    private static func fault(of database: Database) -> String? {
        do {
            return try database.firstFault()
        } catch {
            return "\((error as? DatabaseError)?.message ?? "\(error)")"
        }
    }

    /// Returns whether SQLite may have mistaken a damaged header for that of a later version or of a read-only file.
    ///
    /// The header is read for no other error, because closing a file ends all locks that the process has on it.
    private static func maySayDamagedHeader(_ error: DatabaseError, _ path: String) -> Bool {
        switch error.resultCode {
        case .SQLITE_READONLY: unsafe access(path, W_OK) == 0
        case .SQLITE_ERROR: error.message?.contains("unsupported file format") ?? false
        default: false
        }
    }

    /// Returns whether an `errno` means that the disk is full.
    static func saysFull(_ error: Int32) -> Bool { error == ENOSPC || error == EDQUOT }

    /// Returns whether there was no space; SQLite has a code of its own for only some of the calls that find this out.
    private static func isFull(_ error: DatabaseError, _ systemError: Int32) -> Bool {
        if error.extendedResultCode == .SQLITE_IOERR_SHMSIZE { return true }
        switch error.resultCode {
        case .SQLITE_FULL: return true
        case .SQLITE_IOERR, .SQLITE_CANTOPEN: return saysFull(systemError)
        default: return false
        }
    }

    /// Returns the error of a catalogue whose pages do not fit together.
    static func damaged(_ path: String, _ reason: String) -> CatalogueError {
        CatalogueError(
            .damaged,
            """
            the catalogue \(path) is damaged (\(reason)). Your photos are not affected. \
            \(cure(ofDamaged: path))
            """
        )
    }

    static func full(_ path: String) -> CatalogueError {
        let shortage = DiskShortage(at: path)
        return CatalogueError(
            .diskFull,
            "\(shortage.words) while writing the catalogue \(path); \(shortage.cure) and try again"
        )
    }

    /// Returns the error of a reader without space for its shared memory, which is a file beside the catalogue.
    static func fullForReading(_ path: String) -> CatalogueError {
        let shortage = DiskShortage(at: path)
        return CatalogueError(
            .diskFull,
            "\(shortage.words), and to read the catalogue \(path) takes a little room beside it; "
                + "\(shortage.cure) and try again"
        )
    }

    private init(_ error: DatabaseError, _ path: String, _ systemError: Int32 = 0) {
        guard !Self.isFull(error, systemError) else {
            self = Self.full(path)
            return
        }
        let codes: [ResultCode] = [.SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN]
        let isOfDisk = codes.contains(error.resultCode)
        guard !isOfDisk || systemError != EROFS && !ReadOnlyDisk.holds(catalogue: path) else {
            self = ReadOnlyDisk.error(path)
            return
        }
        if isOfDisk, let shortage = Self.shortageOfDescriptors(systemError) {
            self = Self.tooFewDescriptors(path, shortage)
            return
        }
        let reason = error.message ?? "\(error.resultCode)"
        guard !Self.maySayDamagedHeader(error, path) || !DatabaseHeader.isUnsound(path)
        else {
            self = Self.damaged(path, "its header is not that of a catalogue")
            return
        }
        if error.resultCode == .SQLITE_CANTOPEN, [EACCES, EPERM, EROFS].contains(systemError) {
            self.init(
                .noPermission,
                "no permission to open the catalogue \(path) or a file beside it: "
                    + "\(unsafe String(cString: strerror(systemError))); \(Self.cureOfClosed(path))"
            )
            return
        }
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self = Self.damaged(path, reason)
        // Only this program queries the catalogue, and it knows which tables it has created.
        case .SQLITE_ERROR where reason.hasPrefix("no such "):
            self = Self.damaged(path, reason)
        case .SQLITE_READONLY where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK:
            self.init(
                .inputOutput,
                "a program was killed while it replaced the catalogue \(path) or wrote it for the first time; "
                    + "run heliograph index\(CatalogueLocation.option(path)), or restore-catalogue again"
            )
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(
                .noPermission,
                "no permission to write the catalogue \(path) (\(reason)); \(Self.cureOfClosed(path))"
            )
        case .SQLITE_CANTOPEN:
            self.init(
                .cannotCreate,
                "the catalogue \(path) cannot be opened or created (\(reason)); "
                    + "check its directory's permissions, or name another file with --catalogue"
            )
        default:
            self.init(.inputOutput, "the catalogue \(path) cannot be used: \(reason)")
        }
    }
}
