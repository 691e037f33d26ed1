/// File systems whose files can be changed by other machines without inotify noticing.
package enum RemoteFileSystem {
    /// Their names by the `f_type` of statfs(2); see linux/magic.h.
    package static let names: [Int64: String] = [
        0x6969: "NFS", 0x517B: "SMB", 0xFF53_4D42: "CIFS", 0xFE53_4D42: "SMB",
        0x0102_1997: "9p", 0x6573_5546: "FUSE",
    ]
}
