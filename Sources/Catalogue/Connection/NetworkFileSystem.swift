internal import CSystem
internal import Foundation

/// File systems of other machines: locks and memory that programs share on them hold on one machine at the most.
enum NetworkFileSystem {
    /// NFS, SMB, CIFS, SMB2, 9p, Ceph, AFS, Lustre: linux/magic.h, and Lustre's own.
    private static let types: Set<Int64> = [
        0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997, 0x00C3_6400, 0x5346_414F,
        0x0BD0_0BD0,
    ]
    private static let fuse: Int64 = 0x6573_5546
    /// What `mount` calls those that are made through FUSE, as most of it that is no disk of this machine.
    private static let names: Set<String> = [
        "fuse.sshfs", "fuse.rclone", "fuse.s3fs", "fuse.smbnetfs", "fuse.glusterfs",
        "fuse.ceph-fuse",
        "fuse.davfs", "fuse.curlftpfs", "fuse.gvfsd-fuse", "fuse.juicefs", "fuse.goofys",
        "fuse.gcsfuse",
        "fuse.mount-s3", "fuse.blobfuse2", "fuse.google-drive-ocamlfuse", "fuse.onedriver",
        "fuse.seadrive",
        "fuse.moosefs", "fuse.mfs", "fuse.lizardfs", "fuse.xtreemfs",
    ]

    /// Whether an open directory lies on one.
    static func contains(_ directory: Int32) -> Bool {
        var (identity, type) = (UInt64(0), Int64(0))
        guard unsafe heliograph_file_system(directory, &identity, &type) == 0 else { return false }
        if types.contains(type) { return true }
        return type == fuse && name(directory).map(names.contains) == true
    }

    /// The type in `/proc/self/mountinfo`, by the mount ID in the descriptor's entry.
    private static func name(_ descriptor: Int32) -> String? {
        let facts = try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)
        let table = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
        let line = facts?.split(separator: "\n").first { $0.hasPrefix("mnt_id:") }
        guard let number = line?.split(separator: "\t").last else { return nil }
        let mount = table?.split(separator: "\n").first { $0.hasPrefix("\(number) ") }
        // What stands before the dash varies in number.
        let fields = mount?.split(separator: " ").drop { $0 != "-" } ?? []
        return fields.dropFirst().first.map(String.init)
    }
}
