internal import ArgumentParser
internal import Catalogue
internal import Foundation
internal import PhotoModel
internal import PredicateFormat

struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change what the catalogue says about assets, without touching their files.",
        discussion: """
            Values set here override those of the files until they are set to `file`. An indexer may be \
            running. Prints the assets as they are afterwards.

            Examples:
              heliograph edit ~/Pictures/IMG_0001.HEIC --favorite
              heliograph edit IMG_0001.HEIC --date "2023-07-01 12:30:45+02:00"
              heliograph edit IMG_0001.HEIC IMG_0002.HEIC --location 41.9,12.5
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "Identifiers of assets, or paths of their files.")
    var assets: [String]

    @Flag(inversion: .prefixedNo, help: "Set whether the assets are favorites.")
    var favorite: Bool?

    @Flag(inversion: .prefixedNo, help: "Set whether the assets are hidden.")
    var hidden: Bool?

    @Option(
        help:
            "Set the date, such as 2023-07-01 12:30:45+02:00; `file` returns to what the file says.",
        transform: DateArgument.init
    )
    var date: DateArgument?

    @Option(
        help: ArgumentHelp(
            "Set the location, as `--location=-33.9,151.2`, or `none`; `file` returns to what the file says.",
            valueName: "latitude,longitude[,altitude]"
        ),
        transform: LocationArgument.init
    )
    var location: LocationArgument?

    @Option(
        help: ArgumentHelp(
            "Set 1 to 5 stars, or 0 for none; `file` returns to what the file says.",
            valueName: "stars"
        ),
        transform: RatingArgument.init
    )
    var rating: RatingArgument?

    /// Called by `run`, since a misspelled option is reported only after `validate`.
    private func requireChange() throws {
        guard favorite != nil || hidden != nil || date != nil || location != nil || rating != nil
        else {
            throw ValidationError(
                "nothing to change; give --favorite, --hidden, --date, --location or --rating"
            )
        }
    }

    func run() throws {
        try requireChange()
        try common.actAsOwner()
        let reader = try common.openReader()
        let records = try reader.find(all: assets)
        let gone = try editing(common.cataloguePath) { writer in
            try records.filter { try !writer.edit($0.id, change) }
        }
        for record in gone { Exit.complain("the asset \(record.uuid) no longer exists") }
        try reader.show(records.map(\.id))
        try reader.hintAtBursts(records, areFavorites: favorite == true)
        if hidden == true { try reader.hintAtHiddenBursts(records.map(\.id)) }
        if !gone.isEmpty { throw ExitCode(1) }
    }

    private func change(_ edit: inout UserEdit) {
        if let favorite { edit.isFavorite = favorite }
        if let hidden { edit.isHidden = hidden }
        if let date { edit.date = date.value }
        if let location { edit.place = location.value }
        if let rating { edit.rating = rating.value }
    }
}

/// A date with or without a time zone, or that of the file.
struct DateArgument {
    /// Nil for what the file says.
    let value: CaptureDate?

    init(_ argument: String) throws {
        guard argument != "file" else {
            value = nil
            return
        }
        guard let (microseconds, offset) = PredicateDate.read(argument) else {
            throw ValidationError(
                "'\(argument)' is not a date; write it as 2023-07-01 or 2023-07-01 12:30:45+02:00, or `file`"
            )
        }
        value = CaptureDate(microseconds: microseconds, offsetMinutes: offset, source: .user)
    }
}

/// A number of stars, which may be 0, or that of the file.
struct RatingArgument {
    /// Nil for what the file says.
    let value: Int?

    init(_ argument: String) throws {
        guard argument != "file" else {
            value = nil
            return
        }
        guard let stars = Int(argument), (0...5).contains(stars) else {
            throw ValidationError("'\(argument)' is not a number from 0 to 5, nor `file`")
        }
        value = stars
    }
}

/// A place, no place, or that of the file.
struct LocationArgument {
    /// Nil for what the file says; an inner nil for no place.
    let value: UserEdit.Place??

    init(_ argument: String) throws {
        if argument == "file" {
            value = nil
            return
        }
        if argument == "none" {
            value = .some(nil)
            return
        }
        let texts = argument.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = texts.compactMap { text in
            let text = text.trimmingCharacters(in: .whitespaces)
            return text.allSatisfy { "0123456789.+-".contains($0) } ? Double(text) : nil
        }
        guard numbers.count == texts.count, (2...3).contains(numbers.count),
            abs(numbers[0]) <= 90, abs(numbers[1]) <= 180, numbers.allSatisfy(\.isFinite)
        else {
            throw ValidationError(
                "'\(argument)' is not a location; write it as latitude,longitude such as 41.9,12.5, or `none` or `file`"
            )
        }
        value = UserEdit.Place(
            point: GeographicPoint(latitude: numbers[0], longitude: numbers[1]),
            altitude: numbers.count == 3 ? numbers[2] : nil
        )
    }
}
