import Catalogue
import TestSupport
import Testing

@testable import Indexing

/// Random stories: what must hold of all of them, and who a plain model says each file is.
@Suite struct IdentityPropertyTests {
    struct Kind: CustomTestStringConvertible {
        let testDescription: String
        var keepsInodes = true
        var hasBirths = true
        var reusesInodes = false
    }

    static let kinds = [
        Kind(testDescription: "ext4", reusesInodes: true),
        Kind(testDescription: "xfs without births", hasBirths: false),
        Kind(testDescription: "exFAT", keepsInodes: false, hasBirths: false, reusesInodes: true),
    ]

    @Test(arguments: kinds) func `each file is one asset, and who was only moved is who it was`(
        _ kind: Kind
    ) throws {
        for seed in 1...3_000 {
            var chance = SplitMix(state: UInt64(seed))
            let household = Household(names: 3 + seed % 5)
            let disk = household.library.disk
            household.library.keepsInodes = kind.keepsInodes
            (disk.hasBirths, disk.reusesInodes) = (kind.hasBirths, kind.reusesInodes)
            do {
                for _ in 0..<4 {
                    for _ in 0..<Int.random(in: 1...12, using: &chance) {
                        try household.act(&chance)
                    }
                    try household.library.settle()
                    try household.check(keepsInodes: kind.keepsInodes)
                }
            } catch {
                Issue.record("seed \(seed): \(error)\n\(household.diary.joined(separator: "\n"))")
                return
            }
        }
    }
}

/// Somebody who uses the folder, and knows which pictures nothing but moved.
private final class Household {
    /// What is known of one file.
    final class Picture {
        /// Its asset when all was quiet last.
        var asset: Int64?
        var isOnlyMoved = true
        /// The pictures that had been at places it came to.
        var took: [Picture] = []
    }

    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    let library = MemoryLibrary()
    /// How many names there are: the fewer, the more comes together.
    private let names: Int
    private(set) var diary: [String] = []
    private var pictures: [ObjectIdentifier: Picture] = [:]
    private var departed: [String: [Picture]] = [:]
    /// Those that are gone, to keep their places in ``departed``.
    private var kept: [MemoryDisk.File] = []
    private var lastContent = 0
    private var disk: MemoryDisk { library.disk }

    init(names: Int) { self.names = names }

    func act(_ chance: inout SplitMix) throws {
        let (name, other) = (
            "\(Int.random(in: 0..<names, using: &chance)).jpg",
            "\(Int.random(in: 0..<names, using: &chance)).jpg"
        )
        lastContent += 1
        switch Int.random(in: 0..<18, using: &chance) {
        case 0, 1, 2:
            note("write \(name)")
            touch(name)
            leave(name)
            disk.write(name, lastContent, size: Int64(lastContent % 9) * 100)
            arrive(name)
            touch(name)
        case 3:
            note("save \(name)")
            touch(name)
            disk.rewrite(name, lastContent)
            // Nobody is told of a file's other names: were this one gone before it is looked at, nothing would be left
            // to tell.
            if let file = disk.files[name], disk.links(file) > 1 { try library.look(name) }
        case 4:
            note("rm \(name)")
            touch(name)
            leave(name)
            disk.remove(name)
        case 5 where disk.files[name] != nil && disk.files[other] == nil:
            note("cp \(name) \(other)")
            touch(name)
            disk.copy(name, other)
            arrive(other)
            touch(other)
        case 6, 7, 8, 9: move(name, other)
        case 10:
            guard disk.files[name] != nil, disk.files[other] != nil else { return }
            note("swap \(name) \(other)")
            leave(name)
            leave(other)
            disk.swap(name, other)
            arrive(name)
            arrive(other)
        case 11, 12, 13:
            note("look \(name)")
            try library.look(name)
        case 14:
            note("decide")
            try library.decide()
        case 15 where library.keepsInodes && disk.files[name] != nil && disk.files[other] == nil:
            note("ln \(name) \(other)")
            disk.link(name, other)
            touch(name)
        case 16 where !library.keepsInodes:
            note("remount")
            disk.renumber()
        default:
            note("expire")
            try library.expire()
        }
    }

    private func note(_ line: String) { diary.append(line) }

    private func move(_ name: String, _ other: String) {
        guard disk.files[name] != nil, name != other else { return }
        note("mv \(name) \(other)")
        if disk.files[other] != nil {
            // By rule the asset of the place goes on with the file that comes over it.
            touch(name)
            touch(other)
            leave(other)
        }
        leave(name)
        disk.move(name, other)
        arrive(other)
    }

    private func picture(_ name: String) -> Picture? {
        guard let file = disk.files[name] else { return nil }
        if let known = pictures[ObjectIdentifier(file)] { return known }
        kept.append(file)
        let new = Picture()
        pictures[ObjectIdentifier(file)] = new
        return new
    }

    private func touch(_ name: String) { picture(name)?.isOnlyMoved = false }

    private func leave(_ name: String) {
        if let picture = picture(name) { departed[name, default: []].append(picture) }
    }

    private func arrive(_ name: String) {
        guard let picture = picture(name) else { return }
        picture.took += (departed[name] ?? []).filter { $0 !== picture }
    }

    /// Whether a picture was only moved, and so was every picture whose place it took, and so on.
    private func sure() -> Set<ObjectIdentifier> {
        var sure = Set(pictures.values.filter(\.isOnlyMoved).map(ObjectIdentifier.init))
        while true {
            let before = sure.count
            for picture in pictures.values
            where picture.took.contains(where: { !sure.contains(ObjectIdentifier($0)) }) {
                sure.remove(ObjectIdentifier(picture))
            }
            if sure.count == before { return sure }
        }
    }

    func check(keepsInodes: Bool) throws {
        let catalogue = library.catalogue
        guard catalogue.paths == Set(disk.files.keys) else {
            throw Fault(
                description:
                    "known: \(catalogue.paths.sorted()), there: \(disk.files.keys.sorted())"
            )
        }
        let sure = sure()
        for (name, file) in disk.files {
            guard let asset = catalogue.asset(at: name), let record = catalogue.asset(asset),
                record.file.identity.inode == file.inode,
                record.file.fingerprint == Int64(file.content)
            else { throw Fault(description: "\(name) is known as another file") }
            guard let picture = picture(name) else { continue }
            if keepsInodes, disk.links(file) == 1, let known = picture.asset, known != asset,
                sure.contains(ObjectIdentifier(picture))
            {
                throw Fault(description: "\(name) was asset \(known) and is \(asset)")
            }
        }
        beginRound()
    }

    private func beginRound() {
        note("all is quiet")
        (departed, pictures) = ([:], [:])
        kept = []
        for name in disk.files.keys.sorted() {
            picture(name)?.asset = library.catalogue.asset(at: name)
        }
    }
}
