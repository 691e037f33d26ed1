internal import Catalogue
internal import Kernel

extension [Observation] {
    /// Drops one observation of a file with one hard link that was seen in two places.
    ///
    /// The file has left one of them, as a rule the first, and an event will report more. A file that a mount shows in
    /// two places is in both.
    ///
    /// - Returns: The observations of the places that were left, or may have been.
    func dropSeenElsewhere(_ disk: some FilePresence) -> [StaleObservation] {
        var last: [VolumeInode: Observation] = [:]
        var left: [StaleObservation] = []
        for observation in self where observation.stat?.links == 1 && !observation.isSuperseded {
            guard let identity = observation.identity else { continue }
            let file = VolumeInode(volume: identity.volume, inode: identity.inode)
            if let earlier = last[file], earlier.location != observation.location,
                let stale = StaleObservation(of: earlier, observation, disk)
            {
                stale.observation.stat = nil
                left.append(stale)
                if stale.observation === observation { continue }
            }
            last[file] = observation
        }
        return left
    }
}

/// The observation of a file, out of two, that no longer counts.
struct StaleObservation {
    let observation: Observation
    /// The file where it was observed.
    let file: FileRecord
    /// Whether the file is known to be elsewhere; otherwise its place has to be checked again.
    let isCertain: Bool

    /// Finds the observation at whose place the file is not now.
    ///
    /// A moving directory takes its files along: they are no longer where they were seen, but have not left it.
    ///
    /// - Returns: The earlier observation if neither place can be reached; nil if the file is in both.
    init?(of one: Observation, _ other: Observation, _ disk: some FilePresence) {
        let pair = [one, other].map { ($0, FileRecord($0)) }
        if let gone = pair.first(where: { disk.hasLeft($0.1) }) {
            ((observation, file), isCertain) = (gone, true)
            return
        }
        // Where inode numbers are not stable, any file at its place counts as its own.
        guard one.hasStableInode, other.hasStableInode else { return nil }
        let there = pair.map { disk.isPresent($0.1) }
        guard there != [true, true] else { return nil }
        ((observation, file), isCertain) = (pair[there[0] ? 1 : 0], there[0] != there[1])
    }
}

/// A key that identifies a file at one moment; every file system numbers its inodes from the beginning.
private struct VolumeInode: Hashable {
    let volume, inode: Int64
}
