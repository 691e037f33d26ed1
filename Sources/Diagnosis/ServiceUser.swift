internal import Catalogue
internal import Foundation
internal import PhotoModel

/// The user who owns the catalogue: when run as root, the checks are about that user's permissions.
struct ServiceUser {
    let name: String
    private let catalogue: String
    private let owner: CatalogueOwner?
    /// The owner of the catalogue, if this process runs as another user, who is not root.
    private let stranger: CatalogueOwner?
    /// Whether the checks are about the user who writes the catalogue.
    var isWriter: Bool { stranger == nil }

    /// Groups whose members can do much more than read photos.
    private static let powerful = [
        "root", "adm", "disk", "docker", "kmem", "lxd", "shadow", "sudo", "wheel",
    ]

    /// Creates the owner of a catalogue if this process runs as root, else its own user.
    init(ownerOf catalogue: String) {
        self.catalogue = catalogue
        owner = geteuid() == 0 ? CatalogueOwner(of: catalogue) : nil
        let found = geteuid() == 0 ? nil : CatalogueOwner(of: catalogue)
        stranger = found?.identifier == geteuid() ? nil : found
        name = (owner ?? CatalogueOwner(geteuid(), getegid())).name
    }

    /// Switches to that user permanently.
    ///
    /// - Returns: A finding about it, unless nothing changed.
    func become() -> Finding? {
        if let stranger {
            return Finding(
                "user",
                .note,
                "checked as \(name), but the catalogue is that of \(stranger.name), who may be permitted other things",
                cure: "sudo heliograph doctor\(CatalogueLocation.option(catalogue))"
            )
        }
        guard let owner else { return nil }
        guard owner.become() else {
            return Finding(
                "user",
                .note,
                "checked as root, for what \(name) may do cannot be tried",
                cure: "\(owner.explicitPrefix)heliograph doctor"
            )
        }
        return Finding("user", .ok, "checked as \(name), whose catalogue it is")
    }

    /// Returns the command that lets the user write to a folder and everything in it.
    func writeAccess(to folder: [UInt8]) -> String {
        look(atLinkIn: folder) ?? AccessList.writing(folder, by: name)
    }

    /// Returns the command that shows a symbolic link in a path, through which root would admit the user to what the
    /// link leads to; nil if there is no link.
    private func look(atLinkIn path: [UInt8]) -> String? {
        var (name, found): ([UInt8], stat) = ([], stat())
        for part in path.split(separator: UInt8(ascii: "/")) {
            name += [UInt8(ascii: "/")] + part
            if unsafe lstat(name.cString, &found) == 0, found.st_mode & S_IFMT == S_IFLNK {
                return "ls -ld \(ShellWord.quoted(name))   # it is a link"
            }
        }
        return nil
    }

    /// Returns the command that lets the user read a folder or a file, or pass through a directory above it.
    func admission(to path: [UInt8]) -> String {
        if let look = look(atLinkIn: path) { return look }
        var above: [UInt8] = []
        for part in path.split(separator: UInt8(ascii: "/")).dropLast() {
            above += [UInt8(ascii: "/")] + part
            if unsafe access(above.cString, F_OK) == 0, unsafe access(above.cString, X_OK) != 0 {
                return AccessList.one("x", above, by: name)
            }
        }
        var status = stat()
        let isThere = unsafe stat(path.cString, &status) == 0
        let isDirectory = !isThere || status.st_mode & S_IFMT == S_IFDIR
        // For the owner, only the owner's permissions count.
        if isThere, status.st_uid == geteuid() {
            return "chmod u+\(isDirectory ? "rx" : "r") \(ShellWord.quoted(path))"
        }
        let wanted: mode_t = isDirectory ? 0o050 : 0o040
        if isThere, status.st_mode & wanted == wanted, let entry = unsafe getgrgid(status.st_gid) {
            let group = unsafe String(cString: entry.pointee.gr_name)
            // The group that a user has alone is no way to let others in.
            let owner = unsafe getpwuid(status.st_uid).map {
                unsafe String(cString: $0.pointee.pw_name)
            }
            if !Self.powerful.contains(group), group != owner {
                return "sudo usermod -aG \(ShellWord.quoted(group)) \(name)"
                    + "   # and start the service again"
            }
        }
        return isDirectory
            ? AccessList.reading(path, by: name) : AccessList.one("r", path, by: name)
    }
}
