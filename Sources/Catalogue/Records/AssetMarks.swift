internal import PhotoModel
internal import PredicateFormat

/// The properties that most conditions depend on, in one number stored with the asset.
///
/// A library of a million assets has a few dozen distinct numbers, so a condition on these properties alone is
/// evaluated once for each, and a listing by date needs only its index.
struct AssetMarks: Hashable, Sendable {
    let rawValue: Int64

    init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    init(_ record: borrowing AssetRecord) {
        let isMember = record.burstIdentifier != nil && !record.representsBurst
        let flags =
            (record.isHidden ? 1 : 0) | (isMember ? 2 : 0) | (record.isFavorite ? 4 : 0)
            | (record.representsBurst ? 8 : 0)
        rawValue =
            Int64(flags) | Int64(record.mediaType.rawValue) << 4
            | Int64(record.subtypes.rawValue & 0x3F_FFFF) << 6
            | Int64(record.traits.rawValue & 0x7FFF) << 28
            | (record.unreadableReason == nil ? 0 : Self.unreadable)
    }

    private static let unreadable: Int64 = 1 << 43

    /// The SQL expression for the marks of a row; null if the row is not an asset of its own.
    static let expression = """
        CASE WHEN partOf IS NULL OR partOf = \(AssetRecord.inTrash) THEN
            hidden | ((burstIdentifier IS NOT NULL AND representsBurst = 0) << 1)
            | (favorite << 2) | (representsBurst << 3) | (mediaType << 4)
            | ((subtypes & 0x3FFFFF) << 6) | ((traits & 0x7FFF) << 28)
            | ((unreadableReason IS NOT NULL) << 43)
        END
        """

    /// The marks of an ordinary photo, the most common ones.
    static let plain = AssetMarks(rawValue: Int64(MediaType.image.rawValue) << 4)

    /// The keys whose values are in the marks.
    static let keys: Set<PredicateKey> = [
        .mediaType, .mediaSubtypes, .traits, .isHidden, .isFavorite, .representsBurst,
    ]

    var isHidden: Bool { rawValue & 1 != 0 }

    /// Whether the asset's file could not be read.
    var isUnreadable: Bool { rawValue & Self.unreadable != 0 }

    /// Whether another asset represents the burst.
    var isBurstMember: Bool { rawValue & 2 != 0 }
}

extension AssetRecord {
    /// The asset's marks as stored; nil if it is not an asset of its own.
    var marks: Int64? { isShown || isTrashed ? AssetMarks(self).rawValue : nil }
}

extension AssetMarks: PredicateSubject {
    func value(_ key: PredicateKey) -> PredicateValue {
        switch key {
        case .isHidden: .bool(isHidden)
        case .isFavorite: .bool(rawValue & 4 != 0)
        case .representsBurst: .bool(rawValue & 8 != 0)
        case .mediaType: .integer(rawValue >> 4 & 3)
        case .mediaSubtypes: .integer(rawValue >> 6 & 0x3F_FFFF)
        case .traits: .integer(rawValue >> 28 & 0x7FFF)
        default: .null
        }
    }
}

/// A filter that decides each distinct number of marks once.
struct MarksFilter {
    private let condition: PredicateTree
    private let leavesOutHidden: Bool
    private let leavesOutBurstMembers: Bool
    private let leavesOutUnreadable: Bool
    private var known: [Int64: Bool] = [:]

    init(_ condition: PredicateTree, _ query: AssetQuery) {
        self.condition = condition
        leavesOutHidden = query.leavesOutHidden
        leavesOutBurstMembers = query.leavesOutBurstMembers
        leavesOutUnreadable = query.leavesOutUnreadable
    }

    mutating func admits(_ marks: Int64) -> Bool {
        if let answer = known[marks] { return answer }
        let answer = decide(AssetMarks(rawValue: marks))
        known[marks] = answer
        return answer
    }

    private func decide(_ marks: AssetMarks) -> Bool {
        if leavesOutHidden, marks.isHidden { return false }
        if leavesOutBurstMembers, marks.isBurstMember { return false }
        if leavesOutUnreadable, marks.isUnreadable { return false }
        return condition.matches(marks, now: 0)
    }
}
