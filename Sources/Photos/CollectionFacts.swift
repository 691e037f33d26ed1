internal import Catalogue
internal import Foundation
internal import PhotoModel
internal import PredicateFormat

/// What collections are shown, found and sorted by.
struct CollectionFacts: Sendable {
    var identifier = ""
    var title: String?
    var startDate: Date?
    var endDate: Date?
    var location: GeographicPoint?
    /// How many assets or collections are in it; nil when nobody counted.
    var count: Int?
    /// Whether its dates make it what it is, as those of a moment do.
    var isPeriod = false
}

extension CollectionFacts {
    /// Those of a row of the catalogue.
    init(_ record: CollectionRecord) {
        identifier = record.kind.localIdentifier(record.uuid)
        count = Int(record.count)
        startDate = record.startDate.map { Date($0) }
        endDate = record.endDate.map { Date($0) }
        location = record.place
        isPeriod = record.source == .moment
        if !isPeriod { title = String(decoding: record.title, as: UTF8.self) }
    }

    init(_ list: MomentList) {
        identifier = ObjectKind.folder.localIdentifier(list.uuid)
        title = list.title
        startDate = list.moments.first?.startDate.map { Date($0) }
        endDate = list.moments.compactMap(\.endDate).map { Date($0) }.max()
        count = list.moments.count
        isPeriod = true
    }
}

extension CollectionFacts {
    /// What tells whether two states of a collection differ.
    struct Comparable: Equatable {
        let title: String?
        let dates: [Date?]
        let location: GeographicPoint?
        let count: Int?
    }

    var comparable: Comparable {
        Comparable(title: title, dates: [startDate, endDate], location: location, count: count)
    }

    /// The same without what changes with the members only.
    var properties: Comparable {
        let dates = isPeriod ? [startDate, endDate] : []
        return Comparable(title: title, dates: dates, location: location, count: nil)
    }
}

extension CollectionFacts: PredicateSubject {
    func value(_ key: PredicateKey) -> PredicateValue {
        switch key {
        case .localIdentifier: .text(identifier)
        case .title: title.map { .text($0) } ?? .null
        case .startDate: startDate.map { .date(PredicateArgument.microseconds($0)) } ?? .null
        case .endDate: endDate.map { .date(PredicateArgument.microseconds($0)) } ?? .null
        case .estimatedAssetCount: count.map { .integer(Int64($0)) } ?? .null
        default: .null
        }
    }
}

extension Date {
    init(_ date: CaptureDate) {
        self.init(timeIntervalSince1970: Double(date.microseconds) / 1_000_000)
    }
}
