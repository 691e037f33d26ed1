internal import Catalogue
internal import Extraction
internal import FolderWatch
internal import Glibc
internal import Kernel
internal import Logging
internal import MediaMetadata

extension Indexer {
    /// Directories have moved: what could not be opened may be there now.
    func hurryRetries() {
        for (place, retry) in parked where retries[place] == nil { retries[place] = retry }
        parked = [:]
        for place in retries.keys { retries[place]?.next = 0 }
    }

    /// Has a file looked for at the next turn, unless a retry waits for its place: that one is newer.
    func retrySoon(_ place: Place, _ stat: FileStat) {
        if retries[place] == nil { retries[place] = Retry(stat: stat, next: 0) }
    }

    /// Tries again to open files that were not where they were seen.
    ///
    /// For one that stays away nobody waits any longer: had it gone, an event will say so. Should its
    /// directory be found to have moved, it is tried once more.
    func retryOpening() throws {
        guard !retries.isEmpty else { return }
        let now = system.time.milliseconds
        for (place, retry) in retries where retry.next <= now {
            retries[place] = nil
            guard let node = tree[place.directory], !node.isHeld else {
                debug("the directory of what could not be opened has gone", place)
                continue
            }
            guard retry.tries < 40 else {
                debug("not found for long; waiting for its directory to move", place)
                parked[place] = Retry(stat: retry.stat, next: 0)
                continue
            }
            try open(place, node, retry.stat, tries: retry.tries + 1)
        }
    }

    /// Opens a file later that cannot be opened now, for another program holds it by a lease (fcntl(2)), as Samba and
    /// NFS servers do.
    ///
    /// The holder is asked for it by the attempt, and has most of a minute to give it up. Nothing else waits for that: after
    /// some seconds a file not known yet is told as it is, and read at the next start, should it not be before.
    func waitFor(_ observation: Observation, tries: Int) throws {
        guard let stat = observation.stat else { return }
        let (place, now) = (observation.place, system.time.milliseconds)
        guard tries >= 20 else {
            let next = now + 50 + 20 * Int64(tries)
            retries[place] = Retry(stat: stat, next: next, tries: tries)
            return
        }
        retries[place] = nil
        held[place] = Retry(stat: stat, next: now + 2_000, tries: tries)
        let isKnown = try writer.query { try writer.file(place.directory, place.name.bytes) } != nil
        guard tries == 20, !isKnown, inFlight[place] == nil else { return }
        var metadata = FileMetadata()
        metadata.unreadableReason = "cannot be opened: another program holds it (by a lease)"
        observation.metadata = metadata
        observation.stat?.changed = 0
        append(observation)
    }

    /// Tries again to open files that others held.
    func retryHeld() throws {
        guard !held.isEmpty else { return }
        let now = system.time.milliseconds
        for (place, retry) in held where retry.next <= now {
            held[place] = nil
            guard let node = tree[place.directory], !node.isHeld else { continue }
            try open(place, node, retry.stat, tries: retry.tries + 1)
        }
    }

    /// Lets what came after a file go on without it: it was in the hands of an extractor that failed, and to
    /// find out what it says may take long.
    func setAside(_ request: ExtractionMessage.Request) {
        guard let observation = tickets[request.ticket], !observation.isAside,
            let stat = observation.stat, let directory = tree[observation.place.directory]
        else { return }
        let aside = Observation(place: observation.place, in: directory, stat: stat)
        aside.isAside = true
        tickets[request.ticket] = aside
        observation.isVoid = true
    }

    /// Takes up a file that was set aside; false when it is not there any more as it was read.
    func takeUp(_ observation: Observation) -> Bool {
        guard let directory = tree[observation.place.directory], !directory.isHeld,
            let stat = observation.stat
        else { return false }
        let result = opener.open(
            observation.place,
            directory,
            writer,
            expecting: stat,
            isLastTry: false
        )
        switch result {
        case .opened(let descriptor, let found):
            system.files.close(descriptor)
            guard found == stat else {
                // Nobody tells of a further link, which changes its state as well.
                retrySoon(observation.place, found)
                return false
            }
            noteInListing(observation.place, directory)
            append(observation)
            return true
        case .absent:
            append(Observation(place: observation.place, in: directory, stat: nil))
            return false
        case .elsewhere, .held, .failed:
            retrySoon(observation.place, stat)
            return false
        }
    }

    /// Opens a file again for another try at reading it.
    func reopen(_ request: ExtractionMessage.Request) -> Int32 {
        guard let observation = tickets[request.ticket], let stat = observation.stat else {
            return -1
        }
        guard let node = tree[observation.place.directory], !node.isHeld else {
            // The directory has gone, what is at its place is not believed, or another watcher is at
            // work and its walk comes by.
            debug("the directory of what was to be read again is not known", observation.place)
            observation.isVoid = true
            tickets[request.ticket] = nil
            return -1
        }
        let result = opener.open(
            observation.place,
            node,
            writer,
            expecting: stat,
            isLastTry: true
        )
        guard case .opened(let descriptor, let found) = result else {
            observation.isVoid = true
            tickets[request.ticket] = nil
            debug("what was to be read again is not there", observation.place)
            if case .absent = result {
                append(Observation(place: observation.place, in: node, stat: nil))
                return -1
            }
            // It may have moved with its directory; it is looked for until the watcher knows.
            retrySoon(observation.place, stat)
            return -1
        }
        observation.stat = found
        return descriptor
    }
}
