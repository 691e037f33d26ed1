import Foundation
import PhotoModel
import TestSupport
import Testing

@testable import Catalogue

/// That a change is worth as many steps where there is much as where there is little.
struct ChangeCostTests {
    private static let sizes = Effort.isFull ? [1_000, 10_000] : [1_000, 4_000]

    /// Assets in a directory, and one elsewhere.
    private static func fill(
        _ catalogue: TestCatalogue,
        _ count: Int,
        _ dress: (inout AssetRecord, Int) -> Void = { _, _ in }
    ) throws -> (directory: Int64, ids: [Int64]) {
        let writer = catalogue.writer
        var ids: [Int64] = []
        let directory = try writer.write {
            var child = DirectoryRecord()
            (child.root, child.parent, child.name) = (1, catalogue.root, Array("a".utf8))
            child = try writer.insert(child)
            for number in 0..<count {
                let place = number == 0 ? catalogue.root : child.id
                var record = TestCatalogue.record(
                    "IMG_\(number).jpg",
                    in: place,
                    inode: Int64(number + 1)
                )
                record.creationDate.microseconds = Int64(number % 500) * 1_000_000
                dress(&record, number)
                try writer.insert(record)
                ids.append(writer.sequence)
            }
            return child.id
        }
        try writer.commit()
        try writer.endBulk()
        return (directory, ids)
    }

    /// Runs a case with little and with much, and expects next to no difference.
    private static func compare(_ name: String, _ steps: (Int) throws -> [Int]) throws {
        let (little, much) = (try steps(sizes[0]), try steps(sizes[1]))
        for (index, (little, much)) in zip(little, much).enumerated() {
            #expect(much <= little + little / 4 + 20, "\(name), \(index): \(little), \(much)")
        }
    }

    @Test
    func `an album of any size gains, loses and tells as many members as change`() throws {
        try Self.compare("user album") { size in
            let catalogue = try TestCatalogue()
            let (writer, reader) = (catalogue.writer, try CatalogueReader(path: catalogue.path))
            let (_, ids) = try Self.fill(catalogue, size)
            let album = try writer.transaction {
                let album = try writer.addUserCollection("Best", isFolder: false)
                try writer.setMembers(of: album, Array(ids.dropLast()))
                return album
            }
            func change(_ edit: (MemberRows) throws -> Void) throws -> Int {
                try writer.write {
                    try StepCounter.of(writer) {
                        try writer.editMembers(of: album) { rows in
                            try edit(rows)
                            return true
                        }
                    }
                }
            }
            var steps = [
                try change { try $0.append([ids[size - 1]]) },
                try change { try $0.remove([ids[size / 2]]) },
            ]
            try writer.commit()
            try steps.append(removal(of: ids[size / 3], writer))
            try reader.snapshot {
                let told = try StepCounter.of(reader) {
                    let record = try reader.collection(album, .userAlbum)
                    #expect(record?.count == Int64(size - 2))
                }
                steps.append(told)
                #expect(try reader.contradictions() == [])
            }
            return steps
        }
    }

    private func removal(of id: Int64, _ writer: CatalogueWriter) throws -> Int {
        let steps = try writer.write {
            let record = try #require(try writer.asset(id))
            return try StepCounter.of(writer) {
                try writer.remove(record)
                try writer.applyPendingUpdates()
            }
        }
        try writer.commit()
        return steps
    }

    @Test
    func `a directory's album with many added assets is told as one with few`() throws {
        try Self.compare("directory album") { size in
            let catalogue = try TestCatalogue()
            let (writer, reader) = (catalogue.writer, try CatalogueReader(path: catalogue.path))
            let (_, ids) = try Self.fill(catalogue, size)
            let added = Array(ids.dropFirst().dropLast())
            try writer.transaction { try writer.setMembers(of: catalogue.root, added) }
            let steps = try writer.write {
                try StepCounter.of(writer) {
                    try writer.editMembers(of: catalogue.root) { rows in
                        try rows.append([ids[size - 1]])
                        return true
                    }
                    try writer.applyPendingUpdates()
                }
            }
            try writer.commit()
            let gone = try removal(of: ids[size / 2], writer)
            return try reader.snapshot {
                let told = try StepCounter.of(reader) {
                    let record = try reader.collection(catalogue.root, .album)
                    #expect(record?.count == Int64(size - 1))
                    #expect(record?.startDate?.microseconds == 0)
                    #expect(record?.endDate?.microseconds == 499_000_000)
                }
                #expect(try reader.contradictions() == [])
                return [steps, gone, told]
            }
        }
    }

    @Test
    func `one picture more or less of a burst costs as much in a long one as in a short one`()
        throws
    {
        try Self.compare("burst") { size in
            let catalogue = try TestCatalogue()
            let (writer, reader) = (catalogue.writer, try CatalogueReader(path: catalogue.path))
            // All of the same second, so that names decide.
            let (directory, ids) = try Self.fill(catalogue, size) { record, _ in
                record.burstKey = "apple:A"
                record.creationDate.microseconds = 0
            }
            var steps = [try removal(of: ids[0], writer), try removal(of: ids[size / 2], writer)]
            let inserted = try writer.write {
                var record = TestCatalogue.record("IMG_00.jpg", in: directory, inode: 1 << 40)
                (record.burstKey, record.creationDate.microseconds) = ("apple:A", 0)
                return try StepCounter.of(writer) {
                    try writer.insert(record)
                    try writer.applyPendingUpdates()
                }
            }
            steps.append(inserted)
            try writer.commit()
            #expect(try reader.snapshot { try reader.contradictions() } == [])
            return steps
        }
    }

    @Test
    func `what others commit is read, and nothing else`() throws {
        try Self.compare("foreign commit") { size in
            let catalogue = try TestCatalogue()
            let writer = catalogue.writer
            var ids: [Int64] = []
            try writer.transaction {
                for number in 0..<size / 10 {
                    var child = DirectoryRecord()
                    (child.root, child.parent) = (1, catalogue.root)
                    child.name = Array("\(number)".utf8)
                    ids.append(try writer.insert(child).id)
                }
            }
            let other = try CatalogueWriter(path: catalogue.path, as: .editor)
            var steps = 0
            // What the writer wrote itself is read once more, the first time.
            for number in Int64(1)...2 {
                try other.transaction {
                    let name = "\(number).jpg"
                    try other.insert(TestCatalogue.record(name, in: ids[1], inode: number))
                }
                steps = try StepCounter.of(writer) { try writer.begin() }
                #expect(writer.directories[ids[1]]?.assetCount == number)
                #expect(writer.directories[catalogue.root]?.childCount == 1)
                try writer.commit()
            }
            return [steps]
        }
    }
}
