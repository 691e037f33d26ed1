internal import Catalogue
internal import FolderWatch
internal import Kernel

/// The decision which of the catalogue's directories a directory on disk is.
///
/// It is the known directory with the same inode, wherever that was, else the one known at its place, else a new one.
/// Making the decision changes nothing.
enum DirectoryAssignment: Equatable {
    /// The directory known at its place.
    case known
    /// A different directory at a known place, which takes over the identity of the known one.
    case replaces
    /// A known directory that was moved here.
    case moved(Int64, displacing: Int64?)
    /// A new directory.
    case new(displacing: Int64?)

    /// The facts that the decision is based on.
    struct Facts {
        var stat: DirectoryStat
        /// The catalogue's ID of its file system.
        var volume: Int64
        /// The directory known at its place.
        var known: DirectoryRecord?
        /// Whether the known directory is followed elsewhere, or still has to be found there.
        var isKnownFollowed = false
        /// Whether a different file system has replaced the one that ``known`` lies on, and that is not accepted.
        var isOverlaid = false
    }

    /// Keeps a known directory at its place, unless a known directory of another disk, with photos, is there now.
    private static func kept(_ known: DirectoryRecord, _ there: DirectoryRecord?) -> Self {
        guard let there, there.isFilled else { return .known }
        return .moved(there.id, displacing: known.id)
    }

    /// `candidate`: Finds a known directory with the same inode that is not followed and can have been moved here;
    /// called when the directory is not the one known at its place.
    init(_ facts: Facts, candidate: () throws -> DirectoryRecord?) rethrows {
        let inode = Int64(bitPattern: facts.stat.inode)
        if let known = facts.known, !known.isRemoved, !known.isDetached,
            facts.isOverlaid || known.isSame(as: facts.stat, volume: facts.volume)
        {
            self = try Self.kept(known, facts.isOverlaid ? candidate() : nil)
        } else if let candidate = try candidate(), facts.known?.inode != inode {
            self = .moved(candidate.id, displacing: facts.known?.id)
        } else if let known = facts.known, facts.isKnownFollowed {
            // The watcher has yet to report where the directory known here has gone.
            self = .new(displacing: known.id)
        } else if let known = facts.known {
            let isSame = known.isSame(as: facts.stat, volume: facts.volume) && !known.isRemoved
            self = isSame ? .known : .replaces
        } else {
            self = .new(displacing: nil)
        }
    }
}

extension DirectoryRecord {
    /// Returns whether this is the directory of a `stat`, on the file system with an ID of the catalogue.
    func isSame(as stat: DirectoryStat, volume: Int64) -> Bool {
        self.volume == volume && inode == Int64(bitPattern: stat.inode) && born == stat.born
    }
}
