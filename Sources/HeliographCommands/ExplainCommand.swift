internal import ArgumentParser
internal import Foundation
internal import Indexing
internal import PhotoModel

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show the metadata of files, and the reasons for their classification.",
        discussion: """
            The files need not be in a library, and nothing is written. They are read in the same sandbox \
            as the photos of a library.

            Examples:
              heliograph explain IMG_0001.HEIC
              heliograph explain *.jpg | jq -c '[.path, .mediaSubtypes]'
            """
    )

    @Argument(help: "Paths of photos or films.", completion: .file())
    var files: [String]

    func run() throws {
        var failure: ExitCode?
        for file in files {
            do { try Self.explain(file) } catch { failure = Exit.report(error) }
        }
        if let failure { throw failure }
    }

    private static func explain(_ file: String) throws {
        let explanation = try Explanation(path: file)
        if Terminal.isOutput { show(file, explanation) } else { print(json(file, explanation)) }
    }

    private static func show(_ file: String, _ found: Explanation) {
        print(PrintableText.line(file))
        for (name, text) in rows(found) { Terminal.row("  \(name)", 16, text) }
        for (title, reasons) in [("because", found.evidence), ("not taken", found.refused)] {
            for reason in reasons {
                let text = "\(reason.value): \(reason.detail)  [\(reason.rule)]"
                Terminal.row("  \(title)", 16, text)
            }
        }
    }

    private static func rows(_ found: Explanation) -> [(String, String)] {
        var rows = [("type", "\(found.mediaType.name), \(found.uniformTypeIdentifier)")]
        if let reason = found.unreadableReason { rows.append(("unreadable", reason)) }
        if found.width > 0 { rows.append(("size", "\(found.width) x \(found.height) pixels")) }
        if found.duration > 0 {
            rows.append(("duration", "\(Terminal.decimal(found.duration, 3)) s"))
        }
        let kinds = names(found.subtypes) + names(found.traits)
        if !kinds.isEmpty { rows.append(("kinds", kinds.joined(separator: ", "))) }
        if let date = found.date { rows.append(("date", "\(date) (\(date.source.name))")) }
        if let place = found.place {
            rows.append(("place", "\(place.latitude), \(place.longitude)"))
        }
        if !found.camera.isEmpty { rows.append(("camera", found.camera.joined(separator: ", "))) }
        rows += written(found.texts)
        if let burst = found.burstIdentifier { rows.append(("burst", burst)) }
        if !found.missingSandbox.isEmpty {
            rows.append(("sandbox", "without \(found.missingSandbox)"))
        }
        return rows
    }

    /// Returns the rows of the texts and the rating that the file has.
    private static func written(_ texts: ExtendedMetadata?) -> [(String, String)] {
        guard let texts else { return [] }
        var rows: [(String, String)] = []
        if let title = texts.title { rows.append(("title", title)) }
        if let caption = texts.caption { rows.append(("caption", caption)) }
        if !texts.keywords.isEmpty {
            rows.append(("keywords", texts.keywords.joined(separator: ", ")))
        }
        if let rating = texts.rating { rows.append(("rating", "\(rating) of 5")) }
        return rows
    }

    private static func json(_ file: String, _ found: Explanation) -> String {
        let quoted = StatusCommand.quoted
        let list = { (names: [String]) in "[\(names.map(quoted).joined(separator: ","))]" }
        let reasons = { (reasons: [Explanation.Reason]) in
            reasons.map {
                "{\"value\":\(quoted($0.value)),\"rule\":\(quoted($0.rule)),"
                    + "\"detail\":\(quoted($0.detail))}"
            }.joined(separator: ",")
        }
        let number = { (value: Double?) in value.map { "\($0)" } ?? "null" }
        return """
            {"path":\(quoted(file)),"mediaType":"\(found.mediaType.name)",\
            "uti":\(quoted(found.uniformTypeIdentifier)),\
            "mediaSubtypes":\(list(names(found.subtypes))),"traits":\(list(names(found.traits))),\
            "pixelWidth":\(found.width),"pixelHeight":\(found.height),\
            "duration":\(number(found.duration)),\
            "creationDate":\(found.date.map { quoted("\($0)") } ?? "null"),\
            "creationDateSource":\(found.date.map { quoted("\($0.source.name)") } ?? "null"),\
            "latitude":\(number(found.place?.latitude)),\
            "longitude":\(number(found.place?.longitude)),\
            "altitude":\(number(found.place?.altitude)),"camera":\(list(found.camera)),\
            "title":\(found.texts?.title.map(quoted) ?? "null"),\
            "caption":\(found.texts?.caption.map(quoted) ?? "null"),\
            "keywords":\(list(found.texts?.keywords ?? [])),"rating":\(found.texts?.rating ?? 0),\
            "burstIdentifier":\(found.burstIdentifier.map(quoted) ?? "null"),\
            "unreadableReason":\(found.unreadableReason.map(quoted) ?? "null"),\
            "evidence":[\(reasons(found.evidence))],"refused":[\(reasons(found.refused))]}
            """
    }

    private static func names(_ subtypes: MediaSubtypes) -> [String] {
        MediaSubtypes.names.filter { subtypes.contains($0.subtype) }.map { "\($0.name)" }
    }

    private static func names(_ traits: AssetTraits) -> [String] {
        AssetTraits.names.filter { traits.contains($0.trait) }.map { "\($0.name)" }
    }
}
