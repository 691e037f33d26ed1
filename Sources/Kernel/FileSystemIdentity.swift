/// The file system an open file lies on.
package struct FileSystemIdentity: Sendable {
    /// The same after a reboot where the file system has an identity of its own.
    package let number: UInt64
    /// Its `statfs` type.
    package let type: Int64

    package init(number: UInt64, type: Int64) {
        (self.number, self.type) = (number, type)
    }

    /// Whether inode numbers stay with a file on a file system of a `statfs` type: linux/magic.h.
    package static func hasStableInodes(_ type: Int64) -> Bool {
        ![0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x2011_BAB0, 0x4D44].contains(type)
    }
}
