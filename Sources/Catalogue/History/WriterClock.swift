internal import Kernel

/// A writer's clocks: the system's time, and the age of the library.
final class WriterClock {
    private let time: any TimeSource
    private let systemMoment: () -> SystemMoment
    private var clock = LibraryClock()

    init(_ system: CatalogueSystem) {
        (time, systemMoment) = (system.time, system.moment)
    }

    /// Microseconds since 1970.
    var now: Int64 { time.date }

    /// The age of the library in microseconds, at ``moment``.
    var age: Int64 { clock.age }

    /// The moment of the last ``advance()``.
    var moment: SystemMoment { clock.moment }

    /// Sets the age that the library had at a moment.
    func set(age: Int64, at moment: SystemMoment) {
        clock = LibraryClock(age: age, moment: moment)
    }

    /// Advances the age of the library to the present.
    func advance() { clock.advance(to: systemMoment()) }
}
