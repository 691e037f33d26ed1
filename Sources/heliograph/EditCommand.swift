internal import ArgumentParser
internal import Catalogue
internal import Foundation
internal import PhotoModel
internal import PredicateFormat

struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change what the catalogue says of assets; their files stay as they are.",
        discussion: """
            What is set here comes before what the files say, until it is set to `file`. An indexer \
            may be running. The assets are printed as they are then.

            Examples:
              heliograph edit ~/Pictures/IMG_0001.HEIC --favorite
              heliograph edit B84E8479-475C-4727-A4A4-B77AA9980897/L0/001 --date "2023-07-01 12:30:45+02:00"
              heliograph edit IMG_0001.HEIC IMG_0002.HEIC --location 41.9,12.5
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "Identifiers of assets, or paths of their files.")
    var assets: [String]

    @Flag(inversion: .prefixedNo, help: "Whether they are favorites.")
    var favorite: Bool?

    @Flag(inversion: .prefixedNo, help: "Whether they are hidden.")
    var hidden: Bool?

    @Option(
        help:
            "When they were taken, such as 2023-07-01 12:30:45+02:00; `file` for what the file says."
    )
    var date: DateArgument?

    @Option(
        help: ArgumentHelp(
            "Where they were taken; `none` for nowhere known, `file` for what the file says.",
            valueName: "latitude,longitude[,altitude]"
        )
    )
    var location: LocationArgument?

    @Option(
        help: ArgumentHelp(
            "Stars from 1 to 5, 0 for none; `file` for what the file says.",
            valueName: "stars"
        )
    )
    var rating: RatingArgument?

    func validate() throws {
        guard favorite != nil || hidden != nil || date != nil || location != nil || rating != nil
        else {
            throw ValidationError(
                "nothing to change; give --favorite, --hidden, --date, --location or --rating"
            )
        }
    }

    func run() throws {
        try Exit.translating {
            try common.actAsOwner()
            let reader = try common.openReader()
            let records = try reader.find(all: assets)
            let gone = try editing(common.cataloguePath) { writer in
                try records.filter { try !writer.edit($0.id, change) }
            }
            for record in gone { Exit.complain("the asset \(record.uuid) has gone meanwhile") }
            try reader.show(records.map(\.id))
            if !gone.isEmpty { throw ExitCode(1) }
        }
    }

    private func change(_ edit: inout UserEdit) {
        if let favorite { edit.isFavorite = favorite }
        if let hidden { edit.isHidden = hidden }
        if let date { edit.date = date.value }
        if let location { edit.place = location.value }
        if let rating { edit.rating = rating.value }
    }
}

/// A date with or without a zone, or that of the file.
struct DateArgument: ExpressibleByArgument {
    /// Nil for what the file says.
    let value: CaptureDate?

    init?(argument: String) {
        guard argument != "file" else {
            value = nil
            return
        }
        guard let (microseconds, offset) = PredicateDate.read(argument) else { return nil }
        value = CaptureDate(microseconds: microseconds, offsetMinutes: offset, source: .user)
    }
}

/// Stars, none of them, or those of the file.
struct RatingArgument: ExpressibleByArgument {
    /// Nil for what the file says.
    let value: Int?

    init?(argument: String) {
        guard argument != "file" else {
            value = nil
            return
        }
        guard let stars = Int(argument), (0...5).contains(stars) else { return nil }
        value = stars
    }
}

/// A place, none, or that of the file.
struct LocationArgument: ExpressibleByArgument {
    /// Nil for what the file says; nil within for no place.
    let value: UserEdit.Place??

    init?(argument: String) {
        if argument == "file" {
            value = nil
            return
        }
        if argument == "none" {
            value = .some(nil)
            return
        }
        let texts = argument.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = texts.compactMap {
            Double($0.trimmingCharacters(in: .whitespaces))
        }
        guard numbers.count == texts.count, (2...3).contains(numbers.count),
            abs(numbers[0]) <= 90, abs(numbers[1]) <= 180, numbers.allSatisfy(\.isFinite)
        else { return nil }
        value = UserEdit.Place(
            point: GeographicPoint(latitude: numbers[0], longitude: numbers[1]),
            altitude: numbers.count == 3 ? numbers[2] : nil
        )
    }
}
