internal import Catalogue
internal import FolderWatch
internal import Kernel

/// Which of the catalogue's directories one on disk is.
///
/// It is the one with its inode wherever that was, else the one at its place, else a new one. The decision
/// changes nothing.
enum DirectoryAssignment: Equatable {
    /// It is the directory known at its place.
    case known
    /// It takes the place, and the identity, of the directory known there.
    case replaces
    /// It is a known directory that came from elsewhere.
    case moved(Int64, displacing: Int64?)
    /// It was not known.
    case new(displacing: Int64?)

    /// What a directory is decided by.
    struct Facts {
        var stat: DirectoryStat
        /// The catalogue's number of the file system it lies on.
        var volume: Int64
        /// The directory known at its place.
        var known: DirectoryRecord?
        /// Whether that one is followed elsewhere, or yet to be found there.
        var isKnownFollowed = false
        /// Whether another file system may not take the place of the one that ``known`` lies on.
        var isOverlaid = false
    }

    /// `candidate`: Finds a known directory of the same inode that is not followed and could have come here;
    ///   called when the directory is not the one known at its place.
    init(_ facts: Facts, candidate: () throws -> Int64?) rethrows {
        let inode = Int64(bitPattern: facts.stat.inode)
        if let known = facts.known, !known.isRemoved, !known.isDetached,
            facts.isOverlaid || known.isSame(as: facts.stat, volume: facts.volume)
        {
            self = .known
        } else if let candidate = try candidate(), facts.known?.inode != inode {
            self = .moved(candidate, displacing: facts.known?.id)
        } else if let known = facts.known, facts.isKnownFollowed {
            // The watcher has yet to say where the directory known here has gone.
            self = .new(displacing: known.id)
        } else if let known = facts.known {
            let isSame =
                known.inode == inode && !known.isRemoved && known.born == facts.stat.born
            self = isSame ? .known : .replaces
        } else {
            self = .new(displacing: nil)
        }
    }
}

extension DirectoryRecord {
    /// Whether this is the directory of a `stat`, on the file system that the catalogue has a number for.
    func isSame(as stat: DirectoryStat, volume: Int64) -> Bool {
        self.volume == volume && inode == Int64(bitPattern: stat.inode) && born == stat.born
    }
}
