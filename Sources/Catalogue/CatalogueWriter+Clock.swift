internal import Kernel

extension CatalogueWriter {
    /// Microseconds since 1970.
    package var now: Int64 { system.time.date }

    /// Notes when a commit was made, as far as it changed something.
    func noteCommit() throws {
        guard sequence != committedSequence else { return }
        try saveClock()
        try statements.insertCommitTime.bind(1, sequence).bind(2, now)
            .bind(3, clock.age).run()
    }

    /// Notes how old the library is now: what passes until the next boot counts from here.
    func saveClock() throws {
        clock.advance(to: system.moment())
        try statements.setPosition.bind(1, sequence).bind(2, clock.age)
            .bind(3, text: clock.moment.boot).bind(4, clock.moment.uptime)
            .bind(5, clock.moment.boottime).run()
    }
}
