import Catalogue
import Foundation
import TestSupport
import Testing

/// What wrong bits among the members of albums cost.
@Suite(.serialized)
struct DamagedMemberTests {
    private let sound: [UInt8]
    private let before: [String]
    private let roots: [String: Int]
    private let seed: UInt64

    init() throws {
        seed = Effort.seed
        let rich = try RichCatalogue(assets: 400, seed: 16)
        let path = rich.catalogue.path
        before = Self.members(path)
        let list = RawRows(path).rows("SELECT rootpage, name FROM sqlite_master")
        roots = Dictionary(
            list.map { (String($1.split(separator: "|").last ?? ""), Int($0)) }
        ) { first, _ in first }
        sound = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        try #require(before.count > 100)
    }

    /// Albums with their members, in order.
    private static func members(_ path: String) -> [String] {
        RawRows(path).rows(
            "SELECT row_number() OVER (ORDER BY album, position), album, asset FROM member"
        ).sorted { $0.key < $1.key }.map { String($0.value.drop { $0 != "|" }) }
    }

    private func number(at place: Int) -> Int { Int(sound[place]) << 8 | Int(sound[place + 1]) }

    /// The bytes of the numbers in one of the rows of a table or an index that is no larger than a page.
    private func row(
        of name: String,
        using generator: inout SplitMix
    ) throws -> Range<Int> {
        let page = (try #require(roots[name]) - 1) * Damage.page
        try #require(sound[page] == 10)
        let row = Int.random(in: 0..<number(at: page + 3), using: &generator)
        let cell = page + number(at: page + 8 + 2 * row)
        let (payload, header) = (Int(sound[cell]), Int(sound[cell + 1]))
        return cell + 1 + header..<cell + 1 + payload
    }

    @Test(arguments: ["member", "memberByAsset", "memberByDate"])
    func `a wrong bit gives no album the photo of another, nor another order`(_ name: String) throws
    {
        var generator = SplitMix(state: seed)
        for round in 0..<Effort.count(3, of: 12) {
            var bytes = sound
            let place = try row(of: name, using: &generator).randomElement(using: &generator) ?? 0
            bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            let struck = try ClosedCatalogue.of(bytes)
            _ = try CatalogueRescue(struck.path).run()
            let after = Self.members(struck.path)
            let comment: Comment = "round \(round) of seed \(seed)"
            let changes = after.difference(from: before).inferringMoves()
            // One may have come to the end of its album.
            #expect(changes.insertions.allSatisfy { $0.isMove }, "\(Array(changes)), \(comment)")
            #expect(changes.removals.count <= 1, comment)
        }
    }
}

extension CollectionDifference.Change {
    fileprivate var isMove: Bool {
        switch self {
        case .insert(_, _, let other), .remove(_, _, let other): other != nil
        }
    }
}
