internal import CCrypt
internal import Foundation

/// The scrypt hash of a password, as crypt(5) writes it: `$7$`, its parameters, a salt and the hash.
public struct PasswordHash: Equatable, Sendable {
    /// Why there is no hash.
    public enum Failure: Error, Equatable, CustomStringConvertible {
        /// The password is too short, too long, or has a zero byte.
        case unfit
        /// The system's library makes no such hash.
        case unsupported
        /// The file has something else in it.
        case noHash(path: String)
        /// The file cannot be read or written, for this reason.
        case file(path: String, reason: String)

        /// What is wrong, and what to do.
        public var description: String {
            switch self {
            case .unfit:
                "a password has \(PasswordHash.lengths.lowerBound) to "
                    + "\(PasswordHash.lengths.upperBound) bytes"
            case .unsupported: "the system's libcrypt does not know scrypt"
            case .noHash(let path):
                "\(path) holds no scrypt hash; write it anew with: heliograph-gallery password"
            case .file(let path, let reason): "\(path): \(reason)"
            }
        }
    }

    /// How many bytes of UTF-8 a password has.
    public static let lengths = 8...256
    private static let prefix = "$7$"

    /// As it is kept.
    let text: String

    /// Hashes a password with a salt of its own; takes about a tenth of a second.
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

    /// Reads the first line of a file.
    public init(contentsOf path: String) throws(Failure) {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw .file(path: path, reason: error.localizedDescription)
        }
        let line = String(decoding: data.prefix(1_000).prefix { $0 != 0x0A }, as: UTF8.self)
        // A hash of any other password is as long.
        guard line.hasPrefix(Self.prefix),
            Self.hash("", line)?.utf8.count == line.utf8.count
        else {
            throw .noHash(path: path)
        }
        text = line
    }

    /// Writes the hash as the only line of a file, which replaces one that is there at once.
    ///
    /// The file is its owner's to read; in a directory that gives its group to what is in it (`chmod g+s`), the
    /// group's too.
    public func write(to path: String) throws(Failure) {
        do {
            try PrivateFile.write(Data((text + "\n").utf8), to: path)
        } catch {
            throw .file(path: path, reason: error.localizedDescription)
        }
    }

    /// Whether a password is the one; takes about a tenth of a second, whatever the answer.
    func matches(_ password: String) -> Bool {
        guard Self.isFit(password), let other = Self.hash(password, text) else { return false }
        // In a time that says nothing of where they differ.
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
