internal import Foundation
internal import PredicateFormat

extension PHAsset {
    /// Returns the value of a predicate's key for an asset without a record, such as one of an app's own subclass, from
    /// its properties.
    func propertyValue(of key: PredicateKey) -> PredicateValue {
        switch key {
        case .localIdentifier: .text(localIdentifier)
        case .mediaType: .integer(Int64(mediaType.rawValue))
        case .mediaSubtypes: .integer(Int64(mediaSubtypes.rawValue))
        case .pixelWidth: .integer(Int64(pixelWidth))
        case .pixelHeight: .integer(Int64(pixelHeight))
        case .duration: .real(duration)
        case .isFavorite: .bool(isFavorite)
        case .isHidden: .bool(isHidden)
        case .representsBurst: .bool(representsBurst)
        case .burstIdentifier: burstIdentifier.map { .text($0) } ?? .null
        case .creationDate: Self.date(creationDate)
        case .modificationDate: Self.date(modificationDate)
        case .addedDate: Self.date(addedDate)
        case .latitude: location.map { .real($0.coordinate.latitude) } ?? .null
        case .longitude: location.map { .real($0.coordinate.longitude) } ?? .null
        case .rating: .integer(Int64(rating.rawValue))
        case .caption: extendedMetadata.caption.map { .text($0) } ?? .null
        case .keywords: .list(extendedMetadata.keywords.map { .text($0) })
        case .filename: (value(forKey: "filename") as? String).map { .text($0) } ?? .null
        default: .null
        }
    }

    private static func date(_ date: Date?) -> PredicateValue {
        date.map { .date(PredicateArgument.microseconds($0)) } ?? .null
    }
}
