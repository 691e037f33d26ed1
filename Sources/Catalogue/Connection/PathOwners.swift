internal import Glibc

/// The owners of the links, directories and file that a path leads through.
struct PathOwners {
    struct Owner {
        let user: uid_t
        let group: gid_t
    }

    private var links: [Owner] = []
    private var file: [Owner] = []
    private var directories: [Owner] = []

    var inOrder: [Owner] { links + file + directories.reversed() }

    /// Walks along a path as far as it exists.
    mutating func walk(_ path: String) {
        var names = Array(path.split(separator: "/").map(String.init).reversed())
        var current = ""
        note(directory: "/")
        while let name = names.popLast() {
            if name == "." { continue }
            if name == ".." {
                current = String(current[..<(current.lastIndex(of: "/") ?? current.startIndex)])
                continue
            }
            let next = "\(current)/\(name)"
            var found = stat()
            guard unsafe lstat(next, &found) == 0 else { return }
            let owner = Owner(user: found.st_uid, group: found.st_gid)
            switch found.st_mode & S_IFMT {
            case S_IFLNK:
                links.append(owner)
                guard links.count <= 40, let target = CatalogueLocation.link(next) else { return }
                names += target.split(separator: "/").map(String.init).reversed()
                if target.hasPrefix("/") { current = "" }
            case S_IFDIR:
                directories.append(owner)
                current = next
            default:
                file.append(owner)
                return
            }
        }
    }

    private mutating func note(directory: String) {
        var found = stat()
        if unsafe stat(directory, &found) == 0 {
            directories.append(Owner(user: found.st_uid, group: found.st_gid))
        }
    }
}
