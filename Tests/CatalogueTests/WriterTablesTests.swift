import PhotoModel
import Testing

@testable import Catalogue

/// The small tables of a writer.
struct WriterTablesTests {
    @Test
    func `values are kept by their keys`() throws {
        let catalogue = try TestCatalogue()
        let status = StatusTable(catalogue.writer.connection)
        try catalogue.writer.transaction {
            try status.set("a-1", "one")
            try status.set("a-2", "two")
            try status.set("a-1", "three")
            #expect(try status.value("a-1") == "three")
            #expect(try status.keys(beginningWith: "a-").sorted() == ["a-1", "a-2"])
            try status.remove("a-1")
            #expect(try status.value("a-1") == nil)
        }
    }

    @Test
    func `a file system keeps its number`() throws {
        let catalogue = try TestCatalogue()
        let volumes = VolumeTable(catalogue.writer.connection)
        try catalogue.writer.transaction {
            #expect(try [7, UInt64.max, 7].map { try volumes.number(of: $0) } == [1, 2, 1])
            let again = VolumeTable(catalogue.writer.connection)
            try again.load()
            #expect(try again.number(of: .max) == 2)
        }
    }

    @Test
    func `a file system keeps its number under a better identity`() throws {
        let catalogue = try TestCatalogue()
        let volumes = VolumeTable(catalogue.writer.connection)
        try catalogue.writer.transaction {
            #expect(try [7, 8].map { try volumes.number(of: $0) } == [1, 2])
            #expect(try volumes.number(of: 70, formerly: 7) == 1)
            // Another one that is at the same device now is known by its own.
            #expect(try volumes.number(of: 700, formerly: 7) == 3)
            #expect(try volumes.number(of: 8, formerly: 70) == 2)
            let again = VolumeTable(catalogue.writer.connection)
            try again.load()
            #expect(try [70, 8, 700].map { try again.number(of: $0) } == [1, 2, 3])
        }
    }

    @Test
    func `a root's condition is recorded when it is news`() throws {
        let catalogue = try TestCatalogue()
        let (writer, roots) = (catalogue.writer, catalogue.writer.rootTable)
        func recorded(_ state: LibraryState, _ detail: String?) throws -> Int64 {
            let before = writer.sequence
            try writer.transaction { try roots.set(state, .timer, detail, of: 1) }
            return writer.sequence - before
        }
        #expect(try recorded(.online, nil) == 1)
        #expect(try recorded(.online, nil) == 0)
        #expect(try recorded(.online, "why") == 1)
        #expect(try recorded(.offline, "why") == 1)
        #expect(roots[1]?.state == .offline && roots[1]?.detail == "why")
        // Of a root that nobody knows there is nothing to record.
        let before = writer.sequence
        try writer.transaction { try roots.set(.online, .timer, nil, of: 9) }
        #expect(writer.sequence == before)
    }

    @Test
    func `a root that goes takes its mark along, and its number is no other's`() throws {
        let catalogue = try TestCatalogue()
        let (writer, roots) = (catalogue.writer, catalogue.writer.rootTable)
        try writer.transaction {
            try roots.mark(1)
            #expect(try roots.isMarked(1))
            try writer.removeRoot(1)
            #expect(roots.all.isEmpty)
            #expect(try writer.addRoot(Array("/others".utf8)).id == 2)
            for id: Int64 in 1...2 { #expect(try !roots.isMarked(id)) }
        }
    }

    @Test
    func `the paths of the last roots that went are known`() throws {
        let catalogue = try TestCatalogue()
        let writer = catalogue.writer
        var (former, current): ([(Int64, String)], Int64) = ([], 1)
        for number in 0..<80 {
            try writer.transaction {
                let directory = writer.roots[current]?.directory
                let moved = try #require(
                    try writer.moveRoot(current, to: Array("/moved/\(number)".utf8))
                )
                #expect(moved.directory == directory && moved.id > current)
                former.append((current, number == 0 ? "/photos" : "/moved/\(number - 1)"))
                current = moved.id
            }
        }
        let reader = try CatalogueReader(path: catalogue.path)
        try reader.snapshot {
            #expect(reader.allRoots.map(\.path) == [Array("/moved/79".utf8)])
            for (id, path) in former.suffix(64) {
                let kept = try reader.rootPath(id)
                #expect(kept == Array(path.utf8))
            }
            let oldest = try reader.rootPath(former[0].0)
            #expect(oldest == nil)
        }
    }

    @Test
    func `identifiers come in order, after those that are known`() {
        let identifiers = IdentifierSource(SystemRandomNumberGenerator())
        let first = identifiers.next(at: 1_000_000)
        let second = identifiers.next(at: 5)
        #expect(first < second)
        let known = IdentifierSource(SystemRandomNumberGenerator()).next(at: 9_000_000_000_000)
        identifiers.advance(past: known)
        #expect(known < identifiers.next(at: 5))
    }
}
