internal import Catalogue
internal import Extraction
internal import FolderWatch
internal import Kernel
internal import Logging
internal import MediaMetadata

/// What the extractors say, and files that have to be opened once more.
extension FileReading {
    /// Sends what waits, and takes what was read.
    ///
    /// `hasAnswers`: Whether something of what the extractors poll can be read.
    func turn(hasAnswers: Bool) throws {
        try extractors.turn(
            hasAnswers: hasAnswers,
            name: { [queue] in queue.observation(for: $0)?.location.name.bytes },
            answered: { [self] in take($1, for: $0) }
        )
    }

    private func take(_ metadata: consuming FileMetadata, for ticket: UInt64) {
        guard let observation = queue.redeem(ticket) else { return }
        if observation.isAside { guard takeUp(observation) else { return } }
        // The range is what programs read of the file later.
        if let film = metadata.film, let stat = observation.stat, film.upperBound > stat.size {
            metadata.film = nil
        }
        metadata.apply(context.options.policies)
        observation.metadata = metadata
    }

    /// Lets what came after a file go on without it: it was in the hands of an extractor that failed, and
    /// to find out what it says may take long.
    func setAside(_ request: ExtractionMessage.Request) {
        guard let observation = queue.observation(for: request.ticket), !observation.isAside,
            let stat = observation.stat, let directory = tree[observation.location.directory]
        else { return }
        let aside = Observation(location: observation.location, in: directory, stat: stat)
        queue.setAside(request.ticket, as: aside)
    }

    /// Takes up a file that was set aside; false when it is not there any more as it was read.
    private func takeUp(_ observation: Observation) -> Bool {
        let location = observation.location
        guard let directory = followed(location), let stat = observation.stat else { return false }
        switch locate(location, directory, expecting: stat, isLastTry: false) {
        case .opened(let descriptor, let found):
            context.system.files.close(descriptor)
            guard found == stat else {
                // Nobody tells of a further link, which changes its state as well.
                retries.lookSoon(location, found)
                return false
            }
            noteInListing(location, directory)
            queue.append(observation)
            return true
        case .absent:
            appendAbsence(location, directory)
            return false
        case .elsewhere, .held, .failed:
            retries.lookSoon(location, stat)
            return false
        }
    }

    /// Opens a file again for another try at reading it.
    ///
    /// - Returns: The descriptor; below zero when the file is not to be read any more.
    func reopen(_ request: ExtractionMessage.Request) -> Int32 {
        guard let observation = queue.observation(for: request.ticket),
            let stat = observation.stat
        else { return -1 }
        let location = observation.location
        guard let directory = followed(location) else {
            // The directory has gone, what is at its place is not believed, or another watcher is at
            // work and its walk comes by.
            context.debug("the directory of what was to be read again is not known", location)
            queue.supersede(request.ticket)
            return -1
        }
        let result = locate(location, directory, expecting: stat, isLastTry: true)
        if case .opened(let descriptor, let found) = result {
            observation.opened(found, in: directory)
            return descriptor
        }
        queue.supersede(request.ticket)
        context.debug("what was to be read again is not there", location)
        if case .absent = result {
            appendAbsence(location, directory)
        } else {
            // It may have moved with its directory; it is looked for until the watcher knows.
            retries.lookSoon(location, stat)
        }
        return -1
    }
}
