internal import Glibc

/// The path of a file in a trash, or of its note: `…/Trash/files/x.jpg`, `…/.Trash-1000/info/x.jpg.trashinfo`,
/// `…/.Trash/1000/files/x.jpg`.
struct TrashPath {
    /// The directory that the trash is in, or its parent.
    let base: [UInt8]
    /// The names that lead from there to the trash: one, or `.Trash` and a user's number.
    let names: [[UInt8]]
    /// Whether the path is that of a note in `info`.
    let isNote: Bool
    let name: [UInt8]
    let path: [UInt8]

    init?(_ path: [UInt8]) {
        guard Territory.isPlain(path) else { return nil }
        let (folder, name) = Disk.split(path)
        let (trash, part) = Disk.split(folder)
        let (parent, last) = Disk.split(trash)
        let ending = Array(".trashinfo".utf8)
        switch String(decoding: part, as: UTF8.self) {
        case "files": isNote = false
        case "info"
        where name.count > ending.count && name.reversed().starts(with: ending.reversed()):
            isNote = true
        default: return nil
        }
        let user = Array("\(geteuid())".utf8)
        if last == Array("Trash".utf8) || last == Array(".Trash-".utf8) + user {
            (base, names) = (parent, [last])
        } else if last == user, Disk.split(parent).name == Array(".Trash".utf8) {
            (base, names) = (Disk.split(parent).directory, [Array(".Trash".utf8), last])
        } else {
            return nil
        }
        (self.name, self.path) = (name, path)
    }
}
