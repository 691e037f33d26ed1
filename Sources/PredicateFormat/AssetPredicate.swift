package import PhotoModel

/// A condition over assets that can be asked of the catalogue and of one asset in memory alike.
package indirect enum AssetPredicate: Equatable, Sendable {
    /// Holds for every asset.
    case always
    case mediaType(MediaType)
    /// All of these subtypes.
    case subtypes(MediaSubtypes)
    case isHidden
    case isFavorite
    case representsBurst
    /// Added within this many seconds before the question is asked.
    case addedWithin(seconds: Int64)
    case not(AssetPredicate)
    case and(AssetPredicate, AssetPredicate)

    /// Whether the predicate's answer can change without the asset changing.
    package var dependsOnTime: Bool {
        switch self {
        case .addedWithin: true
        case .not(let inner): inner.dependsOnTime
        case .and(let first, let second): first.dependsOnTime || second.dependsOnTime
        default: false
        }
    }
}

/// The properties of an asset that predicates ask for.
package protocol PredicateSubject {
    var mediaType: MediaType { get }
    var subtypes: MediaSubtypes { get }
    var isHidden: Bool { get }
    var isFavorite: Bool { get }
    var representsBurst: Bool { get }
    /// Microseconds since 1970.
    var addedDate: Int64 { get }
}

extension AssetPredicate {
    /// The answer for one asset.
    ///
    /// `now`: Microseconds since 1970.
    package func matches(_ subject: some PredicateSubject, now: Int64) -> Bool {
        switch self {
        case .always: true
        case .mediaType(let type): subject.mediaType == type
        case .subtypes(let subtypes): subject.subtypes.isSuperset(of: subtypes)
        case .isHidden: subject.isHidden
        case .isFavorite: subject.isFavorite
        case .representsBurst: subject.representsBurst
        case .addedWithin(let seconds): subject.addedDate > now - seconds * 1_000_000
        case .not(let inner): !inner.matches(subject, now: now)
        case .and(let first, let second):
            first.matches(subject, now: now) && second.matches(subject, now: now)
        }
    }

    /// The condition in SQL over the columns of the table `asset`; only numbers are written into it.
    package func sql(now: Int64) -> String {
        switch self {
        case .always: "1"
        case .mediaType(let type): "mediaType = \(type.rawValue)"
        case .subtypes(let subtypes): "subtypes & \(subtypes.rawValue) = \(subtypes.rawValue)"
        case .isHidden: "hidden = 1"
        case .isFavorite: "favorite = 1"
        case .representsBurst: "representsBurst = 1"
        case .addedWithin(let seconds): "addedDate > \(now - seconds * 1_000_000)"
        case .not(let inner): "NOT (\(inner.sql(now: now)))"
        case .and(let first, let second): "(\(first.sql(now: now))) AND (\(second.sql(now: now)))"
        }
    }
}
