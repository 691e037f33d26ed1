internal import Glibc

/// The watcher's reaction to an event.
enum WatchEventMeaning: Hashable {
    /// Events were lost.
    case overflow
    /// The kernel dropped the watch: the directory or its file system is gone.
    case watchEnded
    /// The watched directory itself was moved, removed or unmounted; moves and removals are reported for roots only.
    case directoryMoved
    /// A file was created and may still be written to.
    case fileCreated
    /// The file at a name may have changed.
    case nameChanged
    case nothing

    init(_ event: WatchEvent) {
        func has(_ bits: Int) -> Bool { event.mask & UInt32(bits) != 0 }
        self =
            if event.watch < 0 || has(Int(IN_Q_OVERFLOW)) {
                .overflow
            } else if has(Int(IN_IGNORED)) {
                .watchEnded
            } else if has(Int(IN_UNMOUNT) | Int(IN_DELETE_SELF) | Int(IN_MOVE_SELF)) {
                .directoryMoved
            } else if event.name.isEmpty {
                .nothing
            } else if has(Int(IN_CREATE)), !has(Int(IN_ISDIR)) {
                .fileCreated
            } else {
                .nameChanged
            }
    }
}
