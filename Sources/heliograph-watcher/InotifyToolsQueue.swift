internal import CInotifyTools
internal import FolderWatch
internal import Glibc
internal import Kernel

/// The only owner of libinotifytools, which is global to the process and not thread-safe.
///
/// The kernel gives each user some instances of inotify, which all containers of a user share. While none is free
/// there is no watch, and each watch that is asked for tries again.
struct InotifyToolsQueue: WatchQueue {
    private(set) var descriptor: Int32 = -1
    private(set) var deadEntries = 0
    private var calls: UInt64 = 0
    /// Whether the current directory is a watched one.
    private var isAway = false

    private static let mask = Int32(
        bitPattern: UInt32(
            IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ATTRIB
                | IN_ONLYDIR | IN_EXCL_UNLINK
        )
    )
    private static let rootMask = mask | Int32(IN_DELETE_SELF | IN_MOVE_SELF)

    /// Creates the queue; this must happen before the process holds many descriptors: the library waits with
    /// `select(2)`.
    init() throws(SystemError) {
        try beginIfPossible()
    }

    private var hasInstance: Bool { descriptor >= 0 }

    /// The smaller of the system's limit and that of the user namespace, which containers set.
    var limit: Int {
        guard hasInstance else { return 0 }
        let system = Self.systemLimit
        return max(min(system, Self.limit("user/max_inotify_watches") ?? system), 1)
    }

    var isLimitOfNamespace: Bool {
        let (own, system) =
            hasInstance
            ? (Self.limit("user/max_inotify_watches"), Self.systemLimit)
            : (
                Self.limit("user/max_inotify_instances"),
                Self.limit("fs/inotify/max_user_instances") ?? 0
            )
        return own.map { $0 < system } ?? false
    }

    private static var systemLimit: Int { Int(inotifytools_get_max_user_watches()) }

    private static func limit(_ setting: String) -> Int? {
        let descriptor = unsafe open("/proc/sys/\(setting)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var digits = [UInt8](repeating: 0, count: 24)
        let count = unsafe read(descriptor, &digits, digits.count)
        guard count > 0 else { return nil }
        return Int(String(decoding: digits[..<count].prefix { $0 >= 0x30 }, as: UTF8.self))
    }

    mutating func add(_ directory: Int32, isRoot: Bool) throws(SystemError) -> Int32 {
        try beginIfPossible()
        guard hasInstance else { throw SystemError(code: ENOSPC) }
        guard fchdir(directory) == 0 else { throw SystemError(code: errno) }
        isAway = true
        return try unsafe withUniquePath { path throws(SystemError) in
            guard unsafe inotifytools_watch_file(path, isRoot ? Self.rootMask : Self.mask) == 1
            else {
                throw SystemError(code: inotifytools_error())
            }
            let watch = unsafe inotifytools_wd_from_filename(path)
            guard watch > 0 else { throw SystemError(code: EIO) }
            return watch
        }
    }

    mutating func becomeIdle() {
        guard isAway else { return }
        isAway = unsafe chdir("/") != 0
    }

    mutating func remove(_ watch: Int32) {
        if silently({ inotifytools_remove_watch_by_wd(watch) }) != 1 { deadEntries += 1 }
    }

    /// Suppresses the library's message on standard error about a watch that it cannot remove: the kernel itself has
    /// removed the watch of a directory that is gone.
    private func silently(_ body: () -> Int32) -> Int32 {
        let saved = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        let null = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer {
            close(saved)
            close(null)
        }
        guard saved >= 0, null >= 0 else { return body() }
        dup2(null, STDERR_FILENO)
        defer { dup2(saved, STDERR_FILENO) }
        return body()
    }

    mutating func next() -> WatchEvent? {
        guard hasInstance, let event = unsafe inotifytools_next_events(0, 1) else { return nil }
        let mask = unsafe event.pointee.mask
        if mask & UInt32(IN_IGNORED) != 0 { deadEntries += 1 }
        var name: [UInt8] = []
        if unsafe event.pointee.len > 0 {
            let text = unsafe heliograph_event_name(event)
            let length = unsafe strnlen(text, Int(event.pointee.len))
            name = unsafe text.withMemoryRebound(to: UInt8.self, capacity: length) {
                unsafe Array(UnsafeBufferPointer(start: $0, count: length))
            }
        }
        let cookie = unsafe event.pointee.cookie
        return unsafe WatchEvent(watch: event.pointee.wd, mask: mask, name: name, cookie: cookie)
    }

    mutating func reset() throws(SystemError) {
        // The library's static buffer outlives the clean-up, and the new queue counts its watches
        // from 1 again: an old event left there would be taken for one of a new watch.
        while next() != nil {}
        if hasInstance { inotifytools_cleanup() }
        (descriptor, deadEntries) = (-1, 0)
        try beginIfPossible()
    }

    /// Takes an instance of inotify, if there is one and it has none.
    private mutating func beginIfPossible() throws(SystemError) {
        guard !hasInstance else { return }
        guard inotifytools_initialize() == 1 else {
            guard inotifytools_error() != EMFILE else { return }
            throw SystemError(code: inotifytools_error())
        }
        guard let found = Self.findDescriptor() else { throw SystemError(code: ENOENT) }
        descriptor = found
        _ = fcntl(found, F_SETFD, FD_CLOEXEC)
    }

    /// Calls `body` with a path of the current directory that no earlier call had.
    ///
    /// The library gives watch descriptors only by file name and keeps the names of dead watches, so each
    /// call names its directory differently: the number of the call in `/` and `./`. It keeps every path, and
    /// looks each up several times, so they begin at the directory itself and not at `/proc/self/fd`.
    private mutating func withUniquePath(
        _ body: (UnsafePointer<CChar>) throws(SystemError) -> Int32
    ) throws(SystemError) -> Int32 {
        calls += 1
        var path: [CChar] = []
        path.reserveCapacity(64)
        var rest = calls
        path += [Self.dot, Self.slash]
        while rest > 0 {
            if rest & 1 == 1 { path.append(Self.dot) }
            path.append(Self.slash)
            rest >>= 1
        }
        path.append(0)
        return try unsafe body(path)
    }

    private static let dot = CChar(bitPattern: UInt8(ascii: "."))
    private static let slash = CChar(bitPattern: UInt8(ascii: "/"))

    private static func findDescriptor() -> Int32? {
        for descriptor in Int32(3)..<1_024 {
            var target = [CChar](repeating: 0, count: 64)
            let count = unsafe readlink("/proc/self/fd/\(descriptor)", &target, target.count - 1)
            guard count > 0 else { continue }
            let bytes = target[..<count].map { UInt8(bitPattern: $0) }
            if String(decoding: bytes, as: UTF8.self) == "anon_inode:inotify" { return descriptor }
        }
        return nil
    }
}
