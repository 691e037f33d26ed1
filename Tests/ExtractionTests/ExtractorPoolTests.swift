import Extraction
import Foundation
import Kernel
import MediaMetadata
import TestSupport
import Testing

struct ExtractorPoolTests {
    /// Files by whose names extractors know that they are to end.
    private static func request(_ ticket: UInt64) -> ExtractionMessage.Request {
        setenv("HELIOGRAPH_TEST_MISBEHAVIOUR", "1", 1)
        return ExtractionMessage.Request(
            ticket: ticket,
            name: Array("misbehave-dies.\(ticket).jpg".utf8),
            now: .max
        )
    }

    private static func openNothing() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }

    private static func turn(
        _ pool: ExtractorPool,
        _ answer: (UInt64, FileMetadata) -> Void = { _, _ in }
    ) throws {
        pool.flush()
        var polled = pool.polled
        poll(&polled, UInt(polled.count), 100)
        try pool.receive(answer)
        try pool.enforceDeadline(SystemClock.shared.milliseconds, answer)
    }

    private static func submit(_ names: [String], to pool: ExtractorPool) throws {
        setenv("HELIOGRAPH_TEST_MISBEHAVIOUR", "1", 1)
        for (ticket, name) in names.enumerated() {
            let request = ExtractionMessage.Request(
                ticket: UInt64(ticket),
                name: Array(name.utf8),
                now: .max
            )
            try pool.submit(request, openNothing())
        }
    }

    @Test
    func `files that are there no more are all dropped in the turn their extractor died in`() throws
    {
        var suspected = 0
        let pool = ExtractorPool(
            count: 1,
            deadline: 600_000,
            onSuspicion: { _ in suspected += 1 },
            reopen: { _ in -1 }
        )
        defer { pool.end() }
        for ticket in 0..<200 { try pool.submit(Self.request(UInt64(ticket)), Self.openNothing()) }
        while suspected < 200 {
            #expect(pool.outstanding == 200)
            try Self.turn(pool)
        }
        #expect(pool.outstanding == 0)
    }

    @Test
    func `a file that ends its extractor is tried alone, and other files do not wait for it`()
        throws
    {
        var answers: [UInt64: String?] = [:]
        let pool = ExtractorPool(count: 1, deadline: 600_000) { _ in Self.openNothing() }
        defer { pool.end() }
        for ticket in 0..<5 { try pool.submit(Self.request(UInt64(ticket)), Self.openNothing()) }
        let good = ExtractionMessage.Request(ticket: 9, name: Array("good.jpg".utf8), now: .max)
        var isSubmitted = false
        while answers.count < 6 {
            try Self.turn(pool) { ticket, metadata in answers[ticket] = metadata.unreadableReason }
            guard !isSubmitted else { continue }
            isSubmitted = true
            try pool.submit(good, Self.openNothing())
        }
        for ticket in 0..<5 {
            #expect(answers[UInt64(ticket)]??.contains("ended the extractor, twice") == true)
        }
        #expect(answers[9]??.contains("ended the extractor") != true)
        #expect(pool.outstanding == 0)
    }

    @Test
    func `files behind one that hangs are read before it is tried again`() throws {
        let pool = ExtractorPool(count: 1, deadline: 3_000) { _ in Self.openNothing() }
        defer { pool.end() }
        let names = ["misbehave-loops.jpg", "a.jpg", "b.jpg", "c.jpg"]
        try Self.submit(names, to: pool)
        var answered: [UInt64] = []
        while answered.count < names.count {
            try Self.turn(pool) { ticket, _ in answered.append(ticket) }
        }
        #expect(answered.sorted() == [0, 1, 2, 3])
        #expect(answered.last == 0)
    }

    @Test
    func `files among many that die and many that hang are read, and nobody waits for those`()
        throws
    {
        let pool = ExtractorPool(count: 2, deadline: 600_000) { _ in Self.openNothing() }
        defer { pool.end() }
        var names = (0..<200).map { "\($0).jpg" }
        for number in 0..<10 {
            names.insert("misbehave-dies.\(number).jpg", at: number * 19)
            names.insert("misbehave-loops.\(number).jpg", at: number * 17)
        }
        try Self.submit(names, to: pool)
        var answered: Set<String> = []
        while answered.count < 210 {
            try Self.turn(pool) { ticket, _ in answered.insert(names[Int(ticket)]) }
        }
        #expect(answered.allSatisfy { !$0.contains("loops") })
        #expect(pool.outstanding == 10)
    }

    @Test
    func `a file that is merely slow is read`() throws {
        let pool = ExtractorPool(count: 1, deadline: 600_000) { _ in Self.openNothing() }
        defer { pool.end() }
        let names =
            ["a.jpg", "misbehave-sleeps.jpg", "b.jpg"]
            + (0..<30).map { "misbehave-dawdles.\($0).jpg" }
        try Self.submit(names, to: pool)
        var answers: [UInt64: String] = [:]
        while answers.count < names.count {
            try Self.turn(pool) { answers[$0] = $1.unreadableReason ?? "" }
        }
        for (ticket, reason) in answers {
            #expect(
                !reason.contains("took too long") && !reason.contains("ended"),
                "\(ticket): \(reason)"
            )
        }
    }

    @Test(
        arguments: Effort.part(
            3,
            of: ["hides", "stops", "invents", "babbles", "loops", "dies"]
        )
    )
    func `an extractor that is taken over costs its file`(mode: String) throws {
        let pool = ExtractorPool(count: 1, deadline: 2_000) { _ in Self.openNothing() }
        defer { pool.end() }
        try Self.submit(["a.jpg", "misbehave-\(mode).jpg", "b.jpg"], to: pool)
        var answers: [UInt64: String] = [:]
        while answers.count < 3 {
            try Self.turn(pool) { answers[$0] = $1.unreadableReason ?? "" }
        }
        let reason = answers[1] ?? ""
        #expect(reason.contains("took too long") || reason.contains("ended the extractor"))
        #expect(answers[0] == answers[2])
    }

    @Test
    func `an extractor that ends before it has read anything is told of, not its files`() throws {
        let pool = ExtractorPool("/bin/true", count: 1, deadline: 60_000) { _ in Self.openNothing()
        }
        defer { pool.end() }
        try Self.submit(["a.jpg", "b.jpg"], to: pool)
        #expect(throws: ExtractionError.self) {
            while pool.outstanding > 0 { try Self.turn(pool) { _, _ in Issue.record("answered") } }
        }
    }

    @Test
    func `an extractor that takes nothing stops nobody`() throws {
        let pool = ExtractorPool(count: 2, deadline: 600_000) { _ in Self.openNothing() }
        defer { pool.end() }
        let name = Array(repeating: UInt8(ascii: "x"), count: 250)
        setenv("HELIOGRAPH_TEST_MISBEHAVIOUR", "1", 1)
        let idle = Array("misbehave-loops.jpg".utf8)
        try pool.submit(.init(ticket: 0, name: idle, now: .max), Self.openNothing())
        pool.flush()
        // Each flush makes a packet; together they are far more than a socket holds.
        for ticket in 1..<400 {
            let request = ExtractionMessage.Request(ticket: UInt64(ticket), name: name, now: .max)
            try pool.submit(request, Self.openNothing())
            pool.flush()
        }
        #expect(pool.outstanding == 400)
    }
}
