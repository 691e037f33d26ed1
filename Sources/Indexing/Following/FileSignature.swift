internal import Catalogue

/// All of a file by which a change is noticed, as one number.
struct FileSignature: Equatable {
    private let number: UInt64

    /// That of no file.
    static let none = FileSignature(number: 0)

    private init(number: UInt64) {
        self.number = number
    }

    /// Where inode numbers are not stable they say nothing.
    init(_ identity: FileIdentity, changed: Int64, hasStableInode: Bool) {
        var hasher = Hasher()
        hasher.combine(identity.volume)
        if hasStableInode { hasher.combine(identity.inode) }
        hasher.combine(identity.size)
        hasher.combine(identity.modified)
        hasher.combine(identity.born)
        hasher.combine(changed)
        number = UInt64(bitPattern: Int64(hasher.finalize())) | 1
    }

    init(_ file: FileRecord, hasStableInode: Bool) {
        self.init(file.identity, changed: file.changed, hasStableInode: hasStableInode)
    }
}
