internal import Catalogue
internal import Extraction
internal import FolderWatch
internal import Kernel
internal import Logging
internal import MediaMetadata

/// The answers of the extractors, and files that have to be reopened.
extension FileReading {
    /// Sends queued requests and receives answers.
    ///
    /// `hasAnswers`: Whether any descriptor of the extractors is readable.
    func turn(hasAnswers: Bool) throws {
        try extractors.turn(
            hasAnswers: hasAnswers,
            name: { [queue] in queue.observation(for: $0)?.location.name.bytes },
            answered: { [self] in take($1, for: $0) }
        )
        for observation in queue.takeAnsweredAsides(context.now) { resume(observation) }
    }

    private func take(_ metadata: consuming FileMetadata, for ticket: UInt64) {
        guard let observation = queue.redeem(ticket) else { return }
        if observation.isAside { queue.hold(observation, ticket: ticket, at: context.now) }
        // Programs will read this range of the file later.
        if let film = metadata.film, let stat = observation.stat, film.upperBound > stat.size {
            metadata.film = nil
        }
        metadata.apply(context.options.policies)
        if let stat = observation.stat {
            let location = observation.location
            if metadata.isUnread {
                retries.holdUnread(location, stat, at: context.now)
            } else {
                retries.read(location)
            }
        }
        observation.metadata = metadata
    }

    /// Lets later files proceed without this one: an extractor failed while working on it, and reading it separately
    /// may take long.
    func setAside(_ request: ExtractionMessage.Request) {
        guard let observation = queue.observation(for: request.ticket), !observation.isAside,
            let stat = observation.stat, let directory = tree[observation.location.directory]
        else { return }
        let aside = Observation(location: observation.location, in: directory, stat: stat)
        queue.setAside(request.ticket, as: aside)
    }

    /// Resumes a file that was set aside, if it is still there in the state in which it was read.
    private func resume(_ observation: Observation) {
        let location = observation.location
        guard let directory = followed(location), let stat = observation.stat else { return }
        switch locate(location, directory, expecting: stat, isLastTry: false) {
        case .opened(let descriptor, let found):
            context.system.files.close(descriptor)
            guard found == stat else {
                // No event reports a change through another hard link, which changes this file's state as well.
                return retries.retrySoon(location, found)
            }
            recordInListing(location, directory)
            queue.append(observation)
        case .absent: appendAbsence(location, directory)
        case .elsewhere, .held, .short, .failed: retries.retrySoon(location, stat)
        }
    }

    /// Opens a file again for another attempt to read it.
    ///
    /// - Returns: The descriptor; negative if the file must not be read any longer.
    func reopen(_ request: ExtractionMessage.Request) -> Int32 {
        guard let observation = queue.observation(for: request.ticket),
            let stat = observation.stat
        else { return -1 }
        let location = observation.location
        guard let directory = followed(location) else {
            // The directory is gone or untrusted, or a new watcher is running and its walk will find the file.
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
            // It may have moved with its directory; it is retried until the watcher reports that.
            retries.retrySoon(location, stat)
        }
        return -1
    }
}
