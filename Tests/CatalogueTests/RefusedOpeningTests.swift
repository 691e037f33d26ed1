import Catalogue
import Foundation
import Synchronization
import Testing

/// What a lock or a file that is refused leaves alone: its `deinit` runs after the error, too.
struct RefusedOpeningTests {
    private let catalogue: ClosedCatalogue

    init() throws {
        catalogue = try ClosedCatalogue()
        try catalogue.add(1)
    }

    @Test func `a refused lock closes no file of another thread`() throws {
        let lock = try CatalogueLock(catalogue: catalogue.path)
        let path = catalogue.path
        let isOver = Mutex(false)
        let lost = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 3) { worker in
            guard worker > 0 else {
                for _ in 0..<2_000 where (try? CatalogueLock(catalogue: path)) != nil {
                    Issue.record("the lock was given twice")
                }
                return isOver.withLock { $0 = true }
            }
            while !isOver.withLock(\.self) {
                let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
                sched_yield()
                if fcntl(file, F_GETFD) < 0 { lost.withLock { $0 += 1 } }
                close(file)
            }
        }
        #expect(lost.withLock(\.self) == 0)
        withExtendedLifetime(lock) {}
    }

    @Test func `a second backup into one file is refused, and leaves that of the first`() throws {
        let hidden = catalogue.file(".backup.heliograph-part")
        let first = open(hidden, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #expect(first >= 0 && flock(first, LOCK_EX | LOCK_NB) == 0)
        #expect(write(first, "written", 7) == 7)
        let error = #expect(throws: CatalogueError.self) { try catalogue.backUp() }
        #expect(error?.code == .locked)
        #expect(try String(contentsOfFile: hidden, encoding: .utf8) == "written")
        close(first)
        try catalogue.backUp()
        #expect(try !catalogue.names.contains(".backup.heliograph-part"))
    }
}
