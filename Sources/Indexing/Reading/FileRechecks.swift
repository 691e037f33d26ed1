internal import Catalogue
internal import FolderWatch
internal import Kernel

/// Schedules checks of known files that no event will report.
struct FileRechecks {
    private let tree: WatchedTree
    private let retries: RetryQueue

    init(_ tree: WatchedTree, _ retries: RetryQueue) {
        (self.tree, self.retries) = (tree, retries)
    }

    /// Whether attributes were not read from a file, but stand for a file that has to be checked.
    static func isUnseen(_ stat: FileStat) -> Bool { stat.changed == 0 }

    /// Checks the place of a file at the next turn, if its directory is followed.
    func recheck(_ file: FileRecord) {
        guard let directory = tree[file.directory] else { return }
        let stat = FileStat(
            device: directory.stat.device,
            inode: UInt64(bitPattern: file.identity.inode),
            size: 0,
            modified: 0,
            changed: 0,
            born: 0,
            mode: 0
        )
        retries.retrySoon(FileLocation(file), stat)
    }
}
