internal import Catalogue

/// A number that combines all attributes of a file by which a change is noticed.
struct FileSignature: Equatable {
    private let number: UInt64

    /// The signature that stands for no file.
    static let none = FileSignature(number: 0)

    private init(number: UInt64) {
        self.number = number
    }

    /// Creates a signature; an inode number that is not stable says nothing and is left out.
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
