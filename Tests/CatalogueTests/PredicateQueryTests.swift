import Kernel
import Catalogue
import Foundation
import PhotoModel
import PredicateFormat
import TestSupport
import Testing

/// An asset with the path of its directory, which its record does not have.
struct PlacedRecord: PredicateSubject {
    let record: AssetRecord
    let path: String

    func value(_ key: PredicateKey) -> PredicateValue {
        key == .directory ? .text(path) : record.value(key)
    }
}

/// Conditions of every kind over values that occur, at random.
struct RandomPredicates {
    var generator: SplitMix
    let records: [PlacedRecord]

    private static let all = PredicateKey.keys(of: .asset)
    /// Those an index of their own answers for.
    private static let marks: [PredicateKey] = [
        .mediaType, .mediaSubtypes, .traits, .isFavorite, .isHidden, .representsBurst,
    ]

    private var keys = Self.all

    init(generator: SplitMix, records: [PlacedRecord]) {
        (self.generator, self.records) = (generator, records)
    }

    /// Has what is asked for next be of one kind or another.
    mutating func chooseKeys() {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: keys = Self.marks
        case 1: keys = Self.marks + [.localIdentifier, .pixelWidth]
        default: keys = Self.all
        }
    }

    mutating func tree(_ depth: Int = 3) -> PredicateTree {
        let kind = depth == 0 ? 9 : Int.random(in: 0..<10, using: &generator)
        switch kind {
        case 0: return .not(tree(depth - 1))
        case 1, 2: return .and(trees(depth))
        case 3, 4: return .or(trees(depth))
        case 5 where Int.random(in: 0..<8, using: &generator) == 0:
            return .constant(Bool.random(using: &generator))
        default: return comparison()
        }
    }

    /// A condition within others, for which the parser of SQLite may have no room, or a calculation.
    mutating func nestedTree() -> PredicateTree {
        var tree = tree()
        let levels = Int.random(in: 10...90, using: &generator)
        guard Bool.random(using: &generator) else {
            var sum = PredicateTerm.key(.pixelWidth)
            for level in 0..<levels {
                sum = .arithmetic(.constant(.integer(Int64(level))), .add, sum)
            }
            return .and([tree, .comparison(sum, .greater, .constant(.integer(4_000)), [])])
        }
        for level in 0..<levels {
            switch level % 3 {
            case 0: tree = .or([comparison(), .not(tree)])
            case 1: tree = .and([.not(comparison()), tree])
            default: tree = .not(tree)
            }
        }
        return tree
    }

    private mutating func trees(_ depth: Int) -> [PredicateTree] {
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in tree(depth - 1) }
    }

    mutating func key() -> PredicateKey { keys.randomElement(using: &generator) ?? .size }

    /// A key that assets can be sorted by.
    mutating func order() -> PredicateKey {
        let key = key()
        return key.isSortable ? key : .rating
    }

    /// A value the key has somewhere, or nearly.
    private mutating func value(_ key: PredicateKey) -> PredicateValue {
        var value = records.randomElement(using: &generator)?.value(key) ?? .null
        if case .list(let values) = value {
            value = values.randomElement(using: &generator) ?? .null
        }
        switch (value, Int.random(in: 0..<6, using: &generator)) {
        case (_, 0): return .null
        case (.integer(let number), 1): return .integer(number + 1)
        case (.integer(let number), 2): return .real(Double(number) + 0.5)
        case (.real(let number), 1): return .real(number / 2)
        case (.date(let moment), 1): return .date(moment + 1)
        case (.text(let text), 1): return .text(text.uppercased())
        case (.text(let text), 2): return .text(String(text.prefix(3)))
        default: return value
        }
    }

    private mutating func options(_ key: PredicateKey) -> TextOptions {
        guard key.kind == .text, Bool.random(using: &generator) else { return [] }
        return TextOptions(rawValue: Int.random(in: 0...3, using: &generator))
    }

    private mutating func comparison() -> PredicateTree {
        let key = key()
        let left = PredicateTerm.key(key)
        let compared: [PredicateOperator] = [
            .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
        ]
        switch Int.random(in: 0..<8, using: &generator) {
        case 0:
            let items = (0..<Int.random(in: 0...4, using: &generator)).map { _ in value(key) }
            return .comparison(left, .isIn, .list(items.map { .constant($0) }), options(key))
        case 1:
            let ends = [PredicateTerm.constant(value(key)), .constant(value(key))]
            return .comparison(left, .between, .list(ends), options(key))
        case 2 where key.kind == .text:
            let asked = [
                PredicateOperator.contains, .beginsWith, .endsWith, .like, .matches, .isIn,
            ].randomElement(using: &generator)
            return .comparison(left, asked ?? .like, .constant(pattern(key)), options(key))
        case 3 where key.kind == .number: return calculation(key)
        case 4 where key != .directory: return otherKey(key)
        default:
            let asked = compared.randomElement(using: &generator) ?? .equal
            return .comparison(left, asked, .constant(value(key)), options(key))
        }
    }

    private mutating func pattern(_ key: PredicateKey) -> PredicateValue {
        guard case .text(let text) = value(key) else { return .null }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return .text("*\(text.dropFirst())")
        case 1: return .text("\(text.prefix(2))?*")
        case 2: return .text(".*\(text.suffix(1))")
        default: return .text(text)
        }
    }

    private mutating func calculation(_ key: PredicateKey) -> PredicateTree {
        let signs: [PredicateTerm.Arithmetic] = [
            .add, .subtract, .multiply, .divide, .bitAnd, .bitOr,
        ]
        let sign = signs.randomElement(using: &generator) ?? .add
        let operand = PredicateTerm.constant(
            .integer(Int64.random(in: -3...9, using: &generator))
        )
        let result = PredicateTerm.arithmetic(.key(key), sign, operand)
        return .comparison(result, .greaterOrEqual, .constant(value(key)), [])
    }

    private mutating func otherKey(_ key: PredicateKey) -> PredicateTree {
        let other = Self.all.filter { $0.kind == key.kind && $0.isSortable }.randomElement(
            using: &generator
        )
        return .comparison(.key(key), .lessOrEqual, .key(other ?? .title), options(key))
    }
}

struct PredicateQueryTests {
    /// How many conditions are tried.
    private static let cases =
        Effort.count(500, of: 2_000)

    private static func records(_ generator: inout SplitMix, _ directories: [Int64])
        -> [AssetRecord]
    {
        (0..<120).map { number in
            var record = TestCatalogue.record(
                "IMG_\(number)\(["é", "", " x"].randomElement(using: &generator) ?? "").jpg",
                in: directories[Int.random(in: directories.indices, using: &generator)],
                inode: Int64(number)
            )
            func some<Value>(_ values: [Value]) -> Value? {
                values.randomElement(using: &generator)
            }
            record.mediaType = some([.image, .video]) ?? .image
            record.subtypes = some([[], .photoPanorama, [.photoLive, .photoHDR]]) ?? []
            record.traits = some([[], .selfie, [.raw, .marksFavorite]]) ?? []
            record.width = some([0, 640, 4_032]) ?? 0
            record.height = some([0, 480, 3_024]) ?? 0
            record.duration = some([0, 0.5, 12.25]) ?? 0
            record.creationDate.microseconds = some([0, 1_500_000_000_000_000, -5, 7]) ?? 0
            record.modificationDate = some([0, 1_999, 2_000, 1_600_000_000_000_000_001]) ?? 0
            record.addedDate = some([1, 2, 3]) ?? 1
            record.latitude = some([nil, 48.5, -3]) ?? nil
            record.longitude = some([nil, 11, 0]) ?? nil
            record.altitude = some([nil, 100.5]) ?? nil
            record.isFavorite = Bool.random(using: &generator)
            record.isHidden = Bool.random(using: &generator)
            record.uti = some(["public.jpeg", "public.heic"]) ?? ""
            record.burstKey = some([nil, nil, "name:a", "name:b"]) ?? nil
            record.cameraMake = some([nil, "Apple", "apple", "Ápple"]) ?? nil
            record.cameraModel = some([nil, "", "X\"1\\"]) ?? nil
            record.lensModel = some([nil, "Straße", "STRASSE", "日本"]) ?? nil
            record.extendedMetadata = texts(&generator)
            record.file.identity.size = some([0, 10, 5_000_000_000]) ?? 0
            return record
        }
    }

    /// What people wrote of every second asset.
    private static func texts(_ generator: inout SplitMix) -> ExtendedMetadata? {
        guard Bool.random(using: &generator) else { return nil }
        func some<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &generator) }
        let words = ["beach", "Beach", "Ápple", "it's \"so\"", "back\\slash", "日本", "a, b"]
        let texts = ExtendedMetadata(
            title: some([nil, "Summer", "Straße", "x"]) ?? nil,
            caption: some([nil, "a\nb", "100 %", "STRASSE"]) ?? nil,
            keywords: Array(words.shuffled(using: &generator).prefix(some([0, 0, 1, 3]) ?? 0)),
            rating: some([nil, 1, 4, 5]) ?? nil
        )
        return texts.isEmpty ? nil : texts
    }

    private static func directory(
        _ name: String,
        in parent: Int64,
        _ catalogue: TestCatalogue
    ) throws -> Int64 {
        var record = DirectoryRecord()
        (record.root, record.parent, record.name) = (1, parent, Array(name.utf8))
        return try catalogue.writer.insert(record).id
    }

    /// As ``AssetQuery`` orders: nulls first, numbers and bytes of texts by size.
    private static func sorted(_ records: [AssetRecord], _ orders: [AssetQuery.Order]) -> [Int64] {
        func isLess(_ a: AssetRecord, _ b: AssetRecord) -> Bool {
            for order in orders {
                let (first, second) = (a.value(order.key), b.value(order.key))
                guard first != second else { continue }
                let less =
                    first == .null
                    || second != .null && PredicateOperator.less.holds(first, second, [])
                return less != order.isDescending
            }
            return (a.id < b.id) != (orders.last?.isDescending ?? false)
        }
        return records.sorted(by: isLess).map(\.id)
    }

    @Test
    func `SQL gives the members and the order that going over all assets gives`() throws {
        let seed = Effort.seed
        var generator = SplitMix(state: seed)
        let catalogue = try TestCatalogue()
        let (rome, below) = try catalogue.writer.write {
            let rome = try Self.directory("Rome", in: catalogue.root, catalogue)
            return (rome, try Self.directory("É", in: rome, catalogue))
        }
        let paths = [catalogue.root: "", rome: "Rome", below: "Rome/É"]
        let made = Self.records(&generator, paths.keys.sorted())
        try catalogue.writer.write { for record in made { try catalogue.writer.insert(record) } }
        try catalogue.writer.commit()
        try catalogue.writer.endBulk()
        let reader = try CatalogueReader(path: catalogue.path)
        try reader.snapshot {
            var records: [PlacedRecord] = []
            try reader.forEachAsset(AssetQuery()) {
                records.append(PlacedRecord(record: $0, path: paths[$0.directory] ?? "?"))
            }
            var random = RandomPredicates(generator: generator, records: records)
            for number in 0..<Self.cases {
                var query = AssetQuery()
                random.chooseKeys()
                query.predicate = number % 8 == 0 ? random.nestedTree() : random.tree()
                query.leavesOutHidden = Bool.random(using: &random.generator)
                query.leavesOutBurstMembers = Bool.random(using: &random.generator)
                if Bool.random(using: &random.generator) { query.limit = 7 }
                let ids = records.map(\.record.id).filter { $0 % 3 != 0 }
                query.scope =
                    [.library, .library, .directory(catalogue.root), .assets(ids, inOrder: false)]
                    .randomElement(using: &random.generator) ?? .library
                query.orders = (0..<Int.random(in: 0...3, using: &random.generator)).map { _ in
                    AssetQuery.Order(
                        random.order(),
                        isDescending: Bool.random(using: &random.generator)
                    )
                }
                let now = SystemClock.shared.date
                let members = records.filter { placed in
                    let record = placed.record
                    return query.predicate.matches(placed, now: now)
                        && !(query.leavesOutHidden && record.isHidden)
                        && !(query.leavesOutBurstMembers && record.burstIdentifier != nil
                            && !record.representsBurst)
                        && (query.scope != .assets(ids, inOrder: false) || ids.contains(record.id))
                        && (query.scope != .directory(catalogue.root)
                            || record.directory == catalogue.root)
                }
                let context: Comment = "seed \(seed), \(number): \(query)"
                let orders =
                    query.orders.isEmpty ? [AssetQuery.Order(.creationDate)] : query.orders
                let expected = Self.sorted(members.map(\.record), orders)
                let limit = query.limit < 0 ? expected.count : Int(query.limit)
                #expect(
                    try reader.listing(query).map(\.id) == Array(expected.prefix(limit)),
                    context
                )
                #expect(try reader.count(query) == Int64(expected.count), context)
                query.orders = orders
                var found: [Int64] = []
                try reader.forEachAsset(query) { found.append($0.id) }
                #expect(found == Array(expected.prefix(limit)), context)
            }
        }
    }
}
