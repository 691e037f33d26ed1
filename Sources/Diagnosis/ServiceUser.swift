internal import Foundation
internal import PhotoModel

/// The user whose catalogue it is: for root, what that user may do is the question.
struct ServiceUser {
    let name: String
    private let identifier: uid_t
    private let group: gid_t

    /// The owner of a catalogue, or of the nearest directory above that exists.
    init(ownerOf catalogue: String) {
        var status = stat()
        var path = catalogue
        while stat(path, &status) != 0, path.count > 1 {
            path = (path as NSString).deletingLastPathComponent
        }
        identifier = geteuid() == 0 ? status.st_uid : geteuid()
        let entry = getpwuid(identifier)
        name = entry.map { String(cString: $0.pointee.pw_name) } ?? "\(identifier)"
        group = entry?.pointee.pw_gid ?? getegid()
    }

    /// Goes on as that user, for good.
    ///
    /// - Returns: A word about it, unless nothing changed.
    func become() -> Finding? {
        guard identifier != geteuid() else { return nil }
        guard initgroups(name, group) == 0, setgid(group) == 0, setuid(identifier) == 0 else {
            return Finding(
                "user",
                .note,
                "checked as root, for what \(name) may do cannot be tried",
                cure: "sudo -u \(name) heliograph doctor"
            )
        }
        return Finding("user", .ok, "checked as \(name), whose catalogue it is")
    }

    /// The line that lets the user read a folder, or pass through a directory above it.
    func admission(to path: [UInt8]) -> String {
        var above: [UInt8] = []
        for part in path.split(separator: UInt8(ascii: "/")).dropLast() {
            above += [UInt8(ascii: "/")] + part
            if access(above.cString, F_OK) == 0, access(above.cString, X_OK) != 0 {
                return "sudo setfacl -m u:\(name):x \(ShellWord.quoted(above))"
            }
        }
        var status = stat()
        if stat(path.cString, &status) == 0, status.st_mode & 0o050 == 0o050,
            let entry = getgrgid(status.st_gid)
        {
            let group = String(cString: entry.pointee.gr_name)
            return "sudo usermod -aG \(ShellWord.quoted(group)) \(name)"
                + "   # and start the service again"
        }
        return "sudo setfacl -R -m u:\(name):rX,d:u:\(name):rX \(ShellWord.quoted(path))"
    }
}
