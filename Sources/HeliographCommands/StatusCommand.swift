internal import ArgumentParser
internal import Catalogue
internal import Foundation
internal import Imaging
internal import LibraryPictures
internal import PhotoModel

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the state of the library.",
        discussion: """
            Shows the folders and their states, counts, inotify watches, the running indexer, and the \
            first of the files that could not be read.

            Examples:
              heliograph status
              heliograph status --metrics > heliograph.prom     # for node_exporter
            """
    )

    @OptionGroup var common: CommonOptions

    @Flag(help: "Print metrics in the text format of Prometheus, for a textfile collector.")
    var metrics = false

    func run() throws {
        let reader = try common.openReader()
        let holder = CatalogueLock.holder(ofCatalogue: common.cataloguePath)
        try reader.snapshot {
            let token = try reader.currentToken().description
            let thumbnails = CacheLocation.directories(catalogue: common.cataloguePath).first
                .flatMap {
                    ThumbnailProgress.read(library: reader.library.description, cache: $0)
                }
            if metrics {
                print(try Self.metrics(reader, holder, thumbnails).text, terminator: "")
                return
            }
            let report = Report(
                catalogue: common.cataloguePath,
                library: reader.library.description,
                indexer: holder,
                roots: reader.allRoots,
                counts: try reader.assetCounts(),
                albums: try reader.albumCount(),
                crowdedIdentifiers: try reader.crowdedIdentifiers(),
                token: token,
                shortage: DiskReserve(catalogue: common.cataloguePath).shortage,
                thumbnails: thumbnails,
                status: try reader.status(),
                unreadable: try reader.unlisted().map { directory, reason in
                    let path = try reader.directoryPath(directory)
                    return (path.isEmpty ? [UInt8(ascii: ".")] : path, reason)
                }
                    + reader.unreadable(limit: Report.shownUnreadable).map { record in
                        (
                            try reader.path(record.directory, record.file.name),
                            record.unreadableReason ?? ""
                        )
                    }
            )
            if Terminal.isOutput { report.show() } else { print(report.json) }
        }
    }

    private static func metrics(
        _ reader: CatalogueReader,
        _ holder: String?,
        _ thumbnails: ThumbnailProgress?
    ) throws -> StatusMetrics {
        StatusMetrics(
            library: reader.library.description,
            isIndexing: holder != nil,
            roots: reader.allRoots,
            status: try reader.status(),
            totals: try reader.totals(),
            unreadable: try reader.assetCounts().unreadable,
            albums: try reader.albumCount(),
            smartAlbums: try reader.collections([.smartAlbum]),
            thumbnails: thumbnails
        )
    }

    /// Returns a root as JSON; `said` is a detail that is reported elsewhere, and left out here.
    static func json(_ root: RootRecord, unless said: String? = nil) -> String {
        let path = String(decoding: root.path, as: UTF8.self)
        let detail = root.detail.flatMap { $0 == said ? nil : quoted($0) } ?? "null"
        return """
            {"root":\(quoted(path)),"state":"\(root.state.name)","reason":"\(root.reason.name)",\
            "detail":\(detail)}
            """
    }

    static func quoted(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let data = try? encoder.encode(text)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }

    private struct Report {
        let catalogue: String
        let library: String
        let indexer: String?
        let roots: [RootRecord]
        let counts: (all: Int64, unreadable: Int64)
        let albums: Int64
        let crowdedIdentifiers: Int64
        let token: String
        let shortage: String?
        let thumbnails: ThumbnailProgress?
        let status: [String: String]
        let unreadable: [(path: [UInt8], reason: String)]

        /// The number of unreadable assets that are named.
        static let shownUnreadable: Int64 = 5

        private var rescue: String? { CatalogueRescue.Report.note(in: status) }

        private func row(_ label: String, _ text: String) { Terminal.row(label, 12, text) }

        func show() {
            row("catalogue", catalogue)
            row("library", library)
            row("indexer", indexer.map { "running (process \($0))" } ?? "not running")
            for root in roots {
                let state = indexer == nil ? "last seen \(root.state.name)" : root.state.name
                row("folder", "\(PrintableText.line(root.path)): \(state)")
                if let detail = root.detail, detail != rescue { row("", detail) }
            }
            row(
                "assets",
                "\(counts.all) in \(Quantity(albums, "album")), \(counts.unreadable) of them unreadable"
            )
            if let sentence = UnsupportedFiles(status["unsupported"]).sentence {
                row("unsupported", sentence)
            }
            if let zone = status["timeZone"] { row("time zone", zone) }
            if let used = status["watchesUsed"], let needed = status["watchesNeeded"] {
                let limit = status["watchLimit"] ?? "?"
                row("watches", "\(used) used, \(needed) needed, limit \(limit)")
            }
            if indexer != nil, let backlog = status["backlog"], backlog != "0" {
                row("backlog", "\(backlog) files")
            }
            if crowdedIdentifiers > 0 {
                row(
                    "crowded",
                    "\(crowdedIdentifiers) content identifiers shared by more than "
                        + "\(AssetGrouping.mostOfOneIdentifier) files of a directory; see What-Files-Say.md"
                )
            }
            if let shortage { row("disk", shortage) }
            if let sandbox = status["sandbox"] { row("sandbox", sandbox) }
            if let rescue { row("rescued", rescue) }
            if let thumbnails { row("thumbnails", thumbnails.summary(at: token, of: counts.all)) }
            row("token", token)
            for (path, reason) in unreadable {
                row("unreadable", "\(PrintableText.line(path)): \(reason)")
            }
            showRest()
        }

        /// Names the command that lists the unreadable assets that were left out.
        private func showRest() {
            let rest = counts.unreadable - Self.shownUnreadable
            guard rest > 0 else { return }
            let list = "heliograph assets --where 'readable == NO'"
            row("", "and \(rest) more: \(list)\(CatalogueLocation.option(catalogue))")
        }

        var json: String {
            let rootList = roots.map { StatusCommand.json($0, unless: rescue) }.joined(
                separator: ","
            )
            let errors = unreadable.map {
                "{\"path\":\(quoted(String(decoding: $0.path, as: UTF8.self))),\"reason\":\(quoted($0.reason))}"
            }.joined(separator: ",")
            let number = { (key: String) in status[key] ?? "null" }
            return """
                {"catalogue":\(quoted(catalogue)),"library":"\(library)",\
                "indexer":\(indexer ?? "null"),"roots":[\(rootList)],"assets":\(counts.all),\
                "albums":\(albums),"unreadable":\(counts.unreadable),\
                "crowdedIdentifiers":\(crowdedIdentifiers),\
                "unsupported":\(UnsupportedFiles(status["unsupported"]).json),\
                "timeZone":\(status["timeZone"].map(quoted) ?? "null"),\
                "watches":{"used":\(number("watchesUsed")),"needed":\(number("watchesNeeded")),\
                "limit":\(number("watchLimit"))},\
                "backlog":\(indexer == nil ? "null" : number("backlog")),\
                "disk":\(shortage.map(quoted) ?? "null"),\
                "sandbox":\(status["sandbox"].map(quoted) ?? "null"),"thumbnails":\(thumbnails?.json(at: token) ?? "null"),\
                "rescued":\(rescue.map(quoted) ?? "null"),"token":"\(token)","errors":[\(errors)]}
                """
        }
    }
}

extension ThumbnailProgress {
    /// Returns a summary for a person; `token` is the library's current token.
    fileprivate func summary(at token: String, of assets: Int64) -> String {
        let made = "\(sizes.map { "\($0)" }.joined(separator: ", ")) pixels: "
        // Assets that changed were counted again.
        let state =
            isUpToDate(token)
            ? "up to date" : "\(min(Int64(looked), assets)) of \(assets) assets so far"
        let left = isIncomplete ? ", some left out because a program is missing" : ""
        return made + state + left + (failed > 0 ? ", \(failed) assets without thumbnails" : "")
    }

    private func isUpToDate(_ token: String) -> Bool { token == self.token && !isIncomplete }

    fileprivate func json(at token: String) -> String {
        let list = sizes.map { "\($0)" }.joined(separator: ",")
        return """
            {"sizes":[\(list)],"assets":\(looked),"failed":\(failed),"upToDate":\(isUpToDate(token))}
            """
    }
}
