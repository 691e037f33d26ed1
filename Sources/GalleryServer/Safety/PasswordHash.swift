internal import CCrypt
internal import Foundation

/// The scrypt hash of a password in the format of crypt(5): `$7$`, its parameters, a salt and the hash.
public struct PasswordHash: Equatable, Sendable {
    /// The reason why there is no hash.
    public enum Failure: Error, Equatable, CustomStringConvertible {
        /// The password is too short, too long, or contains a zero byte.
        case unfit
        /// The system's library does not support this kind of hash.
        case unsupported
        /// The file contains something other than a hash.
        case noHash(path: String)
        /// The file cannot be read or written, for the given reason.
        case file(path: String, reason: String)

        /// The error, and the remedy.
        public var description: String {
            switch self {
            case .unfit:
                "a password has \(PasswordHash.lengths.lowerBound) to "
                    + "\(PasswordHash.lengths.upperBound) bytes"
            case .unsupported: "the system's libcrypt does not know scrypt"
            case .noHash(let path):
                "\(path) holds no scrypt hash; write it again with: heliograph-gallery password"
            case .file(let path, let reason): "\(path): \(reason)"
            }
        }
    }

    /// The permitted lengths of a password, in bytes of UTF-8.
    public static let lengths = 8...256
    private static let prefix = "$7$"

    /// The hash in its stored form.
    let text: String

    /// Hashes a password with a new salt, which takes about a tenth of a second.
    public init(hashing password: String) throws(Failure) {
        guard Self.isFit(password) else { throw .unfit }
        guard let setting = unsafe crypt_gensalt_ra(Self.prefix, 0, nil, 0) else {
            throw .unsupported
        }
        defer { unsafe free(setting) }
        guard let text = unsafe Self.hash(password, String(cString: setting)) else {
            throw .unsupported
        }
        self.text = text
    }

    /// Reads the hash from the first line of a file.
    public init(contentsOf path: String) throws(Failure) {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw .file(path: path, reason: error.localizedDescription)
        }
        let line = String(decoding: data.prefix(1_000).prefix { $0 != 0x0A }, as: UTF8.self)
        // The hash of any other password has the same length.
        guard line.hasPrefix(Self.prefix),
            Self.hash("", line)?.utf8.count == line.utf8.count
        else {
            throw .noHash(path: path)
        }
        text = line
    }

    /// Writes the hash as the only line of a file, atomically replacing an existing one.
    ///
    /// Only the owner can read the file; in a directory that passes on its group to its files (`chmod g+s`), the group
    /// can too.
    public func write(to path: String) throws(Failure) {
        do {
            try PrivateFile.write(Data((text + "\n").utf8), to: path)
        } catch {
            throw .file(path: path, reason: error.localizedDescription)
        }
    }

    /// Returns whether a password is the right one; takes about a tenth of a second in either case.
    func matches(_ password: String) -> Bool {
        guard Self.isFit(password), let other = Self.hash(password, text) else { return false }
        // Takes the same time wherever they differ.
        return text.utf8.count == other.utf8.count
            && zip(text.utf8, other.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func isFit(_ password: String) -> Bool {
        lengths.contains(password.utf8.count) && !password.utf8.contains(0)
    }

    private static func hash(_ password: String, _ setting: String) -> String? {
        var data: UnsafeMutableRawPointer?
        var size: CInt = 0
        defer { unsafe free(data) }
        guard let hash = unsafe crypt_ra(password, setting, &data, &size) else { return nil }
        let text = unsafe String(cString: hash)
        return text.hasPrefix(prefix) ? text : nil
    }
}
