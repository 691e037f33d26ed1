internal import CSystemCalls
internal import Glibc
internal import Kernel
internal import PhotoModel

/// The extent within which files can be renamed: a file system as it is mounted somewhere.
struct MountedPlace: Hashable {
    private let device: UInt64
    private let mount: UInt64

    init(_ directory: Disk.Descriptor) throws(SystemError) {
        device = try FileStat.of(descriptor: directory.number).device
        var mount: UInt64 = 0
        unsafe heliograph_mount(directory.number, &mount)
        self.mount = mount
    }
}

extension TrashDirectory {
    /// Returns the trashes for files of a directory, the best first; each is created if it does not exist.
    ///
    /// A trash that belongs to another user, or that another user can write to, is skipped.
    /// - Throws: ``LibraryFileError`` when no trash exists and none can be created.
    static func candidates(
        for directory: Disk.Descriptor,
        at path: [UInt8]
    ) throws(LibraryFileError) -> [TrashDirectory] {
        let (top, topPath): (Disk.Descriptor, [UInt8])
        let home: [UInt8]?
        do throws(SystemError) {
            let place = try MountedPlace(directory)
            (top, topPath) = Self.top(of: directory, path, place)
            home = homeBase(place)
        } catch {
            throw LibraryFileError(error.code, "examined", path)
        }
        var found: [TrashDirectory] = []
        var refusals: [LibraryFileError] = []
        func take(_ name: [UInt8], _ parent: Disk.Descriptor, _ path: [UInt8], _ top: [UInt8]?) {
            do throws(LibraryFileError) {
                let path = Disk.join(path, name)
                found.append(try TrashDirectory(name, in: parent, at: path, top: top))
            } catch {
                refusals.append(error)
            }
        }
        if let home, let opened = try? Disk.opened(home) {
            take(Array("Trash".utf8), opened, home, nil)
        }
        let user = Array("\(geteuid())".utf8)
        if let shared = shared(top) {
            take(user, shared, Disk.join(topPath, Array(".Trash".utf8)), topPath)
        }
        take(Array(".Trash-".utf8) + user, top, topPath, topPath)
        guard found.isEmpty, let first = refusals.first else { return found }
        let reasons = refusals.map(\.message).joined(separator: "; ")
        throw LibraryFileError(
            first.code,
            "there is no trash for \(shown(path)): \(reasons)\(cure(topPath))"
        )
    }

    /// Returns how an administrator creates a shared trash, if this user may not create one.
    private static func cure(_ top: [UInt8]) -> String {
        guard unsafe FileName(top).withCString({ unsafe access($0, W_OK) }) != 0, errno == EACCES
        else { return "" }
        let place = Disk.join(top, Array(".Trash".utf8))
        var found = stat()
        // `install` follows links, and would change what they lead to.
        let isOdd =
            unsafe FileName(place).withCString { unsafe lstat($0, &found) } == 0
            && found.st_mode & S_IFMT != S_IFDIR
        guard !isOdd else { return "; \(ShellWord.quoted(place)) is no directory" }
        return "; make one for all users: sudo install -d -m 1777 \(ShellWord.quoted(place))"
    }

    private static func shown(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }

    /// Returns the shared trash that an administrator created: with the sticky bit, and not a link.
    private static func shared(_ top: Disk.Descriptor) -> Disk.Descriptor? {
        guard let shared = try? Disk.directory(FileName(".Trash"), in: top.number),
            let stat = try? FileStat.of(descriptor: shared.number), stat.mode & 0o1000 != 0
        else { return nil }
        return shared
    }

    /// The directory that contains the home directory's trash, without symbolic links; nil if it is on another file
    /// system.
    private static func homeBase(_ place: MountedPlace) -> [UInt8]? {
        func variable(_ name: String) -> [UInt8]? {
            let value = unsafe getenv(name).map { unsafe Array(String(cString: $0).utf8) }
            return value?.first == UInt8(ascii: "/") ? value : nil
        }
        let data = variable("XDG_DATA_HOME") ?? variable("HOME").map { $0 + "/.local/share".utf8 }
        guard let data, isWithin(data, place), make(data) else { return nil }
        guard let base = try? Disk.resolved(data), isWithin(base, place) else { return nil }
        return base
    }

    /// Whether a directory, or the part of its path that exists, is on a file system.
    private static func isWithin(_ path: [UInt8], _ place: MountedPlace) -> Bool {
        var path = path
        while path.count > 1, (try? Disk.opened(path)) == nil { path = Disk.split(path).directory }
        return (try? MountedPlace(Disk.opened(path))) == place
    }

    /// Creates a directory for its owner only, with its parents.
    private static func make(_ path: [UInt8]) -> Bool {
        if (try? Disk.opened(path)) != nil { return true }
        return unsafe path.count > 1 && make(Disk.split(path).directory)
            && FileName(path).withCString { unsafe mkdir($0, 0o700) == 0 || errno == EEXIST }
    }

    /// Returns the topmost directory of the file system that a directory is on.
    private static func top(
        of directory: Disk.Descriptor,
        _ path: [UInt8],
        _ place: MountedPlace
    ) -> (Disk.Descriptor, [UInt8]) {
        var (top, path) = (directory, path)
        while path.count > 1 {
            guard let parent = try? Disk.directory(FileName(".."), in: top.number),
                (try? MountedPlace(parent)) == place
            else { break }
            (top, path) = (parent, Disk.split(path).directory)
        }
        return (top, path)
    }
}
