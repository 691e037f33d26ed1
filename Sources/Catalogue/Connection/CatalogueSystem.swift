package import Kernel

/// The services of the system that a ``CatalogueWriter`` needs apart from its file.
package struct CatalogueSystem {
    package var time: any TimeSource
    /// The clock by which the age of the history is measured.
    package var moment: () -> SystemMoment
    /// The source of randomness for identifiers and epochs.
    package var random: any RandomNumberGenerator
    /// Whether a first index is written on a thread of its own.
    package var writesBeside = true

    package init(
        time: any TimeSource = SystemClock.shared,
        random: (any RandomNumberGenerator)? = nil,
        moment: @escaping () -> SystemMoment = SystemMoment.system()
    ) {
        (self.time, self.moment) = (time, moment)
        self.random = random ?? RandomBlock()
    }
}
