internal import CSystemCalls
internal import Kernel

/// File systems of other machines, on which locks and shared memory work within one machine at most.
enum NetworkFileSystem {
    /// The types of NFS, SMB, CIFS, SMB2, 9p, Ceph, AFS and Lustre: linux/magic.h, and Lustre's own.
    private static let types: Set<Int64> = [
        0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997, 0x00C3_6400, 0x5346_414F,
        0x0BD0_0BD0,
    ]
    private static let fuse: Int64 = 0x6573_5546
    /// The names that `mount` shows for such file systems if they use FUSE.
    private static let names: Set<String> = [
        "fuse.sshfs", "fuse.rclone", "fuse.s3fs", "fuse.smbnetfs", "fuse.glusterfs",
        "fuse.ceph-fuse",
        "fuse.davfs", "fuse.curlftpfs", "fuse.gvfsd-fuse", "fuse.juicefs", "fuse.goofys",
        "fuse.gcsfuse",
        "fuse.mount-s3", "fuse.blobfuse2", "fuse.google-drive-ocamlfuse", "fuse.onedriver",
        "fuse.seadrive",
        "fuse.moosefs", "fuse.mfs", "fuse.lizardfs", "fuse.xtreemfs",
    ]

    /// Returns whether an open directory lies on a network file system.
    static func contains(_ directory: Int32) -> Bool {
        var (identity, type) = (UInt64(0), Int64(0))
        guard unsafe heliograph_file_system(directory, &identity, &type) == 0 else { return false }
        if types.contains(type) { return true }
        return type == fuse && MountInfo.fileSystem(of: directory).map(names.contains) == true
    }
}
