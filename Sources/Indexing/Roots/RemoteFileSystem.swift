/// File systems whose files can change unnoticed by inotify: by other machines, or in an underlying file system.
package enum RemoteFileSystem {
    /// Their names by the `f_type` of statfs(2); see linux/magic.h.
    package static let names: [Int64: String] = [
        0x6969: "NFS", 0x517B: "SMB", 0xFF53_4D42: "CIFS", 0xFE53_4D42: "SMB",
        0x0102_1997: "9p", 0x6573_5546: "FUSE", 0x794C_7630: "overlay",
    ]

    /// Returns whether files can vanish and return with a disk while the file system, which is made of others, stays.
    static func canLoseParts(_ type: Int64) -> Bool { names[type] != nil && type != overlay }

    private static let overlay: Int64 = 0x794C_7630
}
