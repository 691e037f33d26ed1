internal import PhotoModel
package import PredicateFormat

extension AssetRecord: PredicateSubject {
    package func value(_ key: PredicateKey) -> PredicateValue {
        switch key {
        case .localIdentifier: .text("\(uuid)\(ObjectKind.asset.suffix)")
        case .creationDate: .date(creationDate.microseconds)
        case .creationDateSource: .text("\(creationDate.source.name)")
        case .modificationDate: .date(modificationDate / 1_000)
        case .addedDate: .date(addedDate)
        case .mediaType: .integer(Int64(mediaType.rawValue))
        case .mediaSubtypes: .integer(Int64(subtypes.rawValue))
        case .traits: .integer(Int64(traits.rawValue & 32_767))
        case .duration: .real(duration)
        case .pixelWidth: .integer(width)
        case .pixelHeight: .integer(height)
        case .isFavorite: .bool(isFavorite)
        case .isHidden: .bool(isHidden)
        case .isReadable: .bool(unreadableReason == nil)
        case .burstIdentifier: Self.text(burstIdentifier)
        case .representsBurst: .bool(representsBurst)
        case .isTrashed: .bool(partOf == AssetRecord.inTrash)
        case .latitude: Self.number(latitude)
        case .longitude: Self.number(longitude)
        case .altitude: Self.number(altitude)
        case .uti: .text(uti)
        case .size: .integer(file.identity.size)
        case .cameraMake: Self.text(cameraMake)
        case .cameraModel: Self.text(cameraModel)
        case .lensModel: Self.text(lensModel)
        case .filename: .text(String(decoding: file.name, as: UTF8.self))
        case .number: .integer(id)
        case .directoryNumber: .integer(directory)
        case .title: Self.text(extendedMetadata?.title)
        case .caption: Self.text(extendedMetadata?.caption)
        case .keywords: .list(extendedMetadata?.keywords.map { .text($0) } ?? [])
        case .rating: .integer(Int64(extendedMetadata?.rating ?? 0))
        case .directory, .startDate, .endDate, .estimatedAssetCount: .null
        }
    }

    private static func text(_ text: String?) -> PredicateValue { text.map { .text($0) } ?? .null }

    private static func number(_ number: Double?) -> PredicateValue {
        number.map { .real($0) } ?? .null
    }
}
