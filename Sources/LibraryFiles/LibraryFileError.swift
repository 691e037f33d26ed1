internal import Glibc

/// The reason why files of a library could not be added, deleted or restored.
package struct LibraryFileError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure; open-ended.
    package struct Code: Hashable, Sendable {
        let name: String

        /// The library does not allow files to be added or deleted.
        package static let restricted = Code(name: "restricted")
        /// The requested file or asset does not exist.
        package static let missing = Code(name: "missing")
        /// The file has invalid contents.
        package static let invalid = Code(name: "invalid")
        /// A file that an asset needs was not supplied.
        package static let incomplete = Code(name: "incomplete")
        package static let noPermission = Code(name: "noPermission")
        package static let diskFull = Code(name: "diskFull")
        package static let offline = Code(name: "offline")
        package static let inputOutput = Code(name: "inputOutput")
    }

    package let code: Code
    /// A description of the problem, its place and its solution.
    package let message: String

    package init(_ code: Code, _ message: String) {
        (self.code, self.message) = (code, message)
    }

    /// Another file is at the place of a known one; `outcome` states what was not done.
    package static func another(at path: [UInt8], _ outcome: String) -> LibraryFileError {
        LibraryFileError(
            .invalid,
            "\(String(decoding: path, as: UTF8.self)) is another file than the library knows by now"
                + "; \(outcome). An indexer that runs will know it in a moment, else: heliograph index"
        )
    }

    /// Creates an error from an `errno` of a file operation.
    init(_ number: Int32, _ what: String, _ path: [UInt8]) {
        let codes: [Int32: Code] = [
            EACCES: .noPermission, EPERM: .noPermission, EROFS: .noPermission, ENOENT: .missing,
            ENOSPC: .diskFull, EDQUOT: .diskFull,
        ]
        self.init(
            codes[number] ?? .inputOutput,
            "\(String(decoding: path, as: UTF8.self)) cannot be \(what): "
                + "\(unsafe String(cString: strerror(number)))"
        )
    }

    package var description: String { message }
}
