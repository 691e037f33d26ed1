/// Something that is not as it should be, so that a simulation can show that it would find it.
package enum PlantedFault: String, CaseIterable, Sendable {
    /// One event in forty is lost.
    case lostEvent
    /// Nobody hears of names that are gone.
    case lostDelete
    /// Nobody hears of what was moved away.
    case lostMovedFrom
    /// Nobody hears that a file was written.
    case lostCloseWrite
    /// Nobody hears that the queue ran over.
    case ignoredOverflow
    /// A directory is watched once it was listed, and not before.
    case lateWatch
    /// One time in four it is said that everything was told, in answer to flushes too, while some of it was not.
    case earlyFlush
    /// What is to be looked at anew is not.
    case lostWalk
    /// Nobody hears of mounts.
    case untoldMount
    /// One listing in twenty lacks a name.
    case shortListing
    /// One look in forty tells of the file that was looked at before.
    case staleStat
    /// One file in twenty is said to have the content of the one before.
    case swappedAnswer
    /// One answer in twenty of the extractors never comes, and its process goes on.
    case lostAnswer
    /// The disk says that it has written what it has not.
    case ignoredSync
    /// Who follows the feed misses what is told last of a batch.
    case lostLine
}

/// Whether and when a ``PlantedFault`` shows.
package final class FaultPlan {
    private let fault: PlantedFault?
    private var counts: [PlantedFault: Int] = [:]

    package init(_ fault: PlantedFault?) {
        self.fault = fault
    }

    /// Whether a fault is planted.
    package func has(_ fault: PlantedFault) -> Bool { fault == self.fault }

    /// Whether a planted fault shows now, which it does every so many times.
    package func shows(_ fault: PlantedFault, oneIn times: Int) -> Bool {
        guard has(fault) else { return false }
        counts[fault, default: 0] += 1
        return counts[fault, default: 0] % times == 0
    }
}
