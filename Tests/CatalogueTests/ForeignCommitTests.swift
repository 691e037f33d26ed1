import PhotoModel
import TestSupport
import Testing

@testable import Catalogue

struct ForeignCommitTests {
    /// What a writer has in memory of directories, in words that differ when anything does.
    private static func described(_ writer: CatalogueWriter) -> [String] {
        writer.directories.values.map { "\($0)" }.sorted()
            + writer.roots.values.map { "\($0)" }.sorted()
    }

    private static func change(
        _ writer: CatalogueWriter,
        _ ids: inout [Int64],
        _ number: inout Int64,
        _ random: inout SplitMix
    ) throws {
        number += 1
        let directories = writer.directories.values.filter { !$0.isRemoved }.map(\.id)
        guard let directory = directories.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            var child = DirectoryRecord()
            (child.parent, child.name) = (directory, Array("d\(number)".utf8))
            child.root = writer.directories[directory]?.root ?? 0
            _ = try writer.insert(child)
        case 1:
            guard var known = writer.directories[directory] else { return }
            known.inode = number
            try writer.update(known)
        case 2:
            let record = writer.directories[directory]
            let place = directories.randomElement(using: &random) ?? 0
            guard record?.parent != nil, !writer.isDirectory(place, atOrBelow: directory) else {
                return
            }
            let root = writer.directories[place]?.root ?? 0
            try writer.move(directory, to: place, name: Array("m\(number)".utf8), root: root)
        case 3: try writer.setMembers(of: directory, Array(ids.shuffled(using: &random).prefix(3)))
        case 4:
            guard let id = ids.randomElement(using: &random), let record = try writer.asset(id)
            else { return }
            try writer.remove(record)
        case 5:
            let isRoot = writer.directories[directory]?.parent == nil
            let below = try writer.directories(in: directory)
            guard !isRoot, try !writer.isFilled(directory), below.allSatisfy(\.isRemoved) else {
                return
            }
            try writer.remove(directory: directory)
        default:
            let name = Bool.random(using: &random) ? "\(number).mov" : "\(number).jpg"
            try writer.insert(TestCatalogue.record(name, in: directory, inode: number, mark: 0))
            ids.append(writer.sequence)
        }
    }

    @Test
    func `a writer knows what others committed as one that has just opened the catalogue`() throws {
        let seed = Effort.seed
        var random = SplitMix(state: seed)
        let catalogue = try TestCatalogue()
        let writers = [
            catalogue.writer, try CatalogueWriter(path: catalogue.path, as: .editor),
            try CatalogueWriter(path: catalogue.path, as: .editor),
        ]
        var (ids, number): ([Int64], Int64) = ([], 0)
        for round in 0..<150 {
            guard let writer = writers.randomElement(using: &random) else { return }
            if round == 100 {
                // A root goes with all below it, and its number to another.
                try writer.transaction { try writer.removeRoot(1) }
                try writer.transaction { _ = try writer.addRoot(Array("/others".utf8)) }
            }
            if round % 10 == 9 { try writer.transaction { try writer.prune(before: .max) } }
            let committed = ids
            try writer.begin()
            try writer.query {
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    try Self.change(writer, &ids, &number, &random)
                }
                // What takes no number is seen by others with the next that does.
                number += 1
                let directory = writer.directories.values.map(\.id).min() ?? 0
                let name = "n\(number).jpg"
                try writer.insert(TestCatalogue.record(name, in: directory, inode: number))
            }
            if Int.random(in: 0..<9, using: &random) == 0 {
                try writer.rollback()
                ids = committed
            } else {
                try writer.commit()
            }
            guard round % 3 == 0, let other = writers.randomElement(using: &random) else {
                continue
            }
            try other.begin()
            let known = Self.described(other)
            try other.query { try other.load(since: nil) }
            #expect(known == Self.described(other), "seed \(seed), round \(round)")
            try other.commit()
        }
        let reader = try CatalogueReader(path: catalogue.path)
        let contradictions = try reader.snapshot { try reader.contradictions() }
        #expect(contradictions == [], "seed \(seed)")
    }
}
