import Catalogue
import Foundation
import Glibc
import Testing

struct CatalogueLockTests {
    /// Copies of this process's descriptors of a file, such as a child has until it begins its own program.
    private static func copies(of path: String) -> [Int32] {
        (3..<1_024).compactMap { descriptor in
            var target = [CChar](repeating: 0, count: 4_096)
            let link = "/proc/self/fd/\(descriptor)"
            let count = unsafe readlink(link, &target, target.count)
            let bytes = target.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
            return String(decoding: bytes, as: UTF8.self) == path ? dup(Int32(descriptor)) : nil
        }
    }

    @Test
    func `a lock that is given up is free, whoever has the file open still`() throws {
        let catalogue = try TestCatalogue()
        let path = catalogue.path + "-other"
        var lock: CatalogueLock? = try CatalogueLock(catalogue: path)
        #expect(throws: CatalogueError.self) { try CatalogueLock(catalogue: path) }
        let copies = Self.copies(of: path + "-lock")
        defer { for copy in copies { close(copy) } }
        try #require(!copies.isEmpty)
        withExtendedLifetime(lock) {}
        lock = nil
        #expect(throws: Never.self) { try CatalogueLock(catalogue: path) }
    }

    /// A process that closes any descriptor of a file loses all its locks on it, and SQLite with them: whoever comes
    /// and goes takes itself for the last one then, and removes the log.
    @Test
    func `what is opened besides costs a connection no lock`() throws {
        let catalogue = try ClosedCatalogue()
        let writer = try CatalogueWriter(path: catalogue.path)
        let reader = try CatalogueReader(path: catalogue.path)
        let editor = try CatalogueWriter(path: catalogue.path, as: .editor)
        try visit(catalogue.path)
        #expect(try catalogue.names.contains("c.sqlite-wal"))
        withExtendedLifetime((writer, reader, editor)) {}
    }

    /// Has another process open and close a database.
    private func visit(_ path: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        let script = """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1])
            database.execute("UPDATE library SET created = created + 1")
            database.commit()
            database.close()
            """
        process.arguments = ["-c", script, path]
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
