internal import Catalogue
internal import FolderWatch
internal import Kernel

/// Has known files looked at again of which no event will tell.
struct FileRechecks {
    private let writer: CatalogueWriter
    private let tree: WatchedTree
    private let retries: RetryQueue

    init(_ writer: CatalogueWriter, _ tree: WatchedTree, _ retries: RetryQueue) {
        (self.writer, self.tree, self.retries) = (writer, tree, retries)
    }

    /// Looks at the place of a file at the next turn, if its directory is followed.
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
        retries.lookSoon(FileLocation(file), stat)
    }

    /// Looks at the other names of a file: one that is written to through one name changes under all
    /// of them, but only the directory of that one has an event.
    ///
    /// `id`: The number of the file, if it is known: that name is left out.
    /// `current`: Names under which the file is known to be this are left out.
    func recheckOtherNames(
        of identity: FileIdentity,
        except id: Int64 = 0,
        unless current: FileIdentity? = nil
    ) throws {
        for other in try writer.files(inode: identity.inode)
        where other.id != id && other.identity.volume == identity.volume
            && other.identity != current
        {
            recheck(other)
        }
    }
}
