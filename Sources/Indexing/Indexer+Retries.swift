internal import Catalogue
internal import Extraction
internal import FolderWatch
internal import Logging
internal import MediaMetadata

extension Indexer {
    /// Directories have moved: what could not be opened may be there now.
    func hurryRetries() {
        for (place, retry) in parked where retries[place] == nil { retries[place] = retry }
        parked = [:]
        for place in retries.keys { retries[place]?.next = 0 }
    }

    /// Tries again to open files that were not where they were seen.
    ///
    /// For one that stays away nobody waits any longer: had it gone, an event will say so. Should its
    /// directory be found to have moved, it is tried once more.
    func retryOpening() throws {
        guard !retries.isEmpty else { return }
        let now = monotonicMilliseconds()
        for (place, retry) in retries where retry.next <= now {
            retries[place] = nil
            guard let node = nodes[retry.node], !node.isHeld else {
                debug("the directory of what could not be opened has gone", place)
                continue
            }
            guard retry.tries < 40 else {
                debug("not found for long; waiting for its directory to move", place)
                parked[place] = Retry(node: retry.node, stat: retry.stat, next: 0)
                continue
            }
            // The directory may have got another number in the catalogue since.
            let now = Place(node.directory, place.name.bytes)
            try open(now, retry.node, node, retry.stat, tries: retry.tries + 1)
        }
    }

    /// Opens a file again for another try at reading it.
    func reopen(_ request: ExtractionMessage.Request) -> Int32 {
        guard let observation = tickets[request.ticket], let stat = observation.stat else {
            return -1
        }
        guard let node = nodes[observation.node] else {
            // Another watcher is at work, and its walk comes by.
            debug("what was to be read again belongs to an earlier walk", observation.place)
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
            if case .absent = result { return -1 }
            // It may have moved with its directory; it is looked for until the watcher knows.
            retries[observation.place] = Retry(node: observation.node, stat: stat, next: 0)
            return -1
        }
        observation.stat = found
        return descriptor
    }
}
