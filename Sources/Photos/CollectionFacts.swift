internal import Catalogue
internal import Foundation
internal import PhotoModel
internal import PredicateFormat

/// The properties by which collections are shown, found and sorted.
struct CollectionFacts: Sendable {
    var identifier = ""
    var title: String?
    var startDate: Date?
    var endDate: Date?
    var location: GeographicPoint?
    /// The number of assets or collections; nil if they were not counted.
    var count: Int?
    /// Whether the collection is defined by its dates, as a moment is.
    var isPeriod = false
}

extension CollectionFacts {
    /// Creates the properties of a record in the catalogue.
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
    /// The values that are compared to find out whether a collection changed.
    struct Comparable: Equatable {
        let title: String?
        let dates: [Date?]
        let location: GeographicPoint?
        let count: Int?
    }

    var comparable: Comparable {
        Comparable(title: title, dates: [startDate, endDate], location: location, count: count)
    }

    /// The values without those that change only with the members.
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
