internal import Renditions

/// The identifier of an order.
package struct Ticket: Hashable, Sendable {
    let number: UInt64
}

/// The orders that wait and those that are being carried out.
///
/// Equal orders share one job. Waiting jobs run by priority, the oldest of each priority first.
struct OrderQueue {
    typealias Completion = @Sendable (Result<Picture, ImagingError>) -> Void

    /// The properties that make two orders equal.
    private struct Key: Hashable {
        var content: ContentKey
        var request: RenditionRequest
    }

    private struct Job {
        var order: PictureOrder
        var waiters: [(ticket: Ticket, completion: Completion)]
        var isRunning = false
    }

    private var jobs: [UInt64: Job] = [:]
    private var byKey: [Key: UInt64] = [:]
    private var byTicket: [Ticket: UInt64] = [:]
    /// By priority, possibly including jobs that were cancelled or taken since.
    private var waiting: [[UInt64]] = Array(repeating: [], count: 4)
    private var begins = [0, 0, 0, 0]
    private var last: UInt64 = 0

    /// The number of jobs that are waiting or running.
    var count: Int { jobs.count }

    mutating func add(_ order: PictureOrder, _ completion: @escaping Completion) -> Ticket {
        last += 1
        let ticket = Ticket(number: last)
        let key = order.source.content.map { Key(content: $0, request: order.request) }
        if let key, let number = byKey[key], var job = jobs.removeValue(forKey: number) {
            job.waiters.append((ticket, completion))
            if job.order.priority < order.priority {
                job.order.priority = order.priority
                if !job.isRunning { waiting[order.priority.rawValue].append(number) }
            }
            jobs[number] = job
            byTicket[ticket] = number
            return ticket
        }
        jobs[last] = Job(order: order, waiters: [(ticket, completion)])
        if let key { byKey[key] = last }
        byTicket[ticket] = last
        waiting[order.priority.rawValue].append(last)
        return ticket
    }

    /// Removes one waiter from its job and returns it; nil if the job is done or the order was cancelled before.
    mutating func cancel(_ ticket: Ticket) -> Completion? {
        guard let number = byTicket.removeValue(forKey: ticket), var job = jobs[number],
            let index = job.waiters.firstIndex(where: { $0.ticket == ticket })
        else { return nil }
        let completion = job.waiters.remove(at: index).completion
        jobs[number] = job
        if job.waiters.isEmpty, !job.isRunning { remove(number, job) }
        return completion
    }

    /// Returns the next job with a priority in a range.
    mutating func next(
        _ priorities: ClosedRange<PictureOrder.Priority>
    ) -> (number: UInt64, order: PictureOrder)? {
        let range = priorities.lowerBound.rawValue...priorities.upperBound.rawValue
        for priority in range.reversed() {
            while begins[priority] < waiting[priority].count {
                let number = waiting[priority][begins[priority]]
                begins[priority] += 1
                dropBegin(priority)
                guard let job = jobs[number], !job.isRunning,
                    job.order.priority.rawValue == priority
                else { continue }
                jobs[number]?.isRunning = true
                return (number, job.order)
            }
        }
        return nil
    }

    /// Ends a job.
    ///
    /// - Returns: The completions of its waiters.
    mutating func finish(_ number: UInt64) -> [Completion] {
        guard let job = jobs[number] else { return [] }
        remove(number, job)
        for waiter in job.waiters { byTicket[waiter.ticket] = nil }
        return job.waiters.map(\.completion)
    }

    private mutating func remove(_ number: UInt64, _ job: Job) {
        jobs[number] = nil
        guard let content = job.order.source.content else { return }
        byKey[Key(content: content, request: job.order.request)] = nil
    }

    private mutating func dropBegin(_ priority: Int) {
        guard begins[priority] > 64, begins[priority] * 2 > waiting[priority].count else { return }
        waiting[priority].removeFirst(begins[priority])
        begins[priority] = 0
    }
}
