internal import Catalogue
internal import Foundation
internal import Indexing
internal import PhotoModel
internal import Settings

/// The catalogue's information about its library.
struct LibraryFacts {
    var roots: [RootRecord]
    /// The numbers of the roots without any known photo.
    var unfilled: Set<Int64>
    var unlisted: [(path: [UInt8], reason: String)]
    /// Some of the photos that could not be opened.
    var unopened: [(path: [UInt8], isKnown: Bool)]
    var directories: Int
    var status: [String: String]
    var holder: String?
}

extension Doctor {
    /// Checks the catalogue; returns nil if it is missing or cannot be read.
    func library(_ settings: Settings?, _ report: (Finding) -> Void) -> LibraryFacts? {
        disk(report)
        let holder = CatalogueLock.holder(ofCatalogue: catalogue)
        do {
            let reader = try CatalogueReader(path: catalogue)
            try reader.requireSound()
            return try reader.snapshot {
                let counts = try reader.assetCounts()
                report(
                    Finding(
                        "catalogue",
                        .ok,
                        "\(catalogue): \(counts.all) assets, SQLite \(sqlite)"
                    )
                )
                indexer(holder, report)
                unreadable(counts.unreadable, report)
                rescue(try reader.status(), report)
                return LibraryFacts(
                    roots: reader.allRoots,
                    unfilled: Set(
                        try reader.allRoots.map(\.id).filter {
                            try reader.assetCount(ofRoot: $0) == 0
                        }
                    ),
                    unlisted: try reader.unlisted().map { directory, reason in
                        (try reader.absolutePath(directory) ?? [], reason)
                    },
                    unopened: try reader.unopened(limit: Self.mostTried).map { file in
                        let directory = try reader.absolutePath(file.directory) ?? []
                        return (directory + [UInt8(ascii: "/")] + file.name, file.isKnown)
                    },
                    directories: try reader.directoryCount(),
                    status: try reader.status(),
                    holder: holder
                )
            }
        } catch let error as CatalogueError where error.code == .missing {
            report(unmade(error, settings, holder))
        } catch let error as CatalogueError where error.code == .inputOutput && isReadOnly {
            // The check of the disk has reported that.
        } catch {
            let isDamaged = (error as? CatalogueError)?.code == .damaged
            report(
                Finding(
                    "catalogue",
                    .problem,
                    "\(error)",
                    cure: isDamaged && CatalogueRescue.isCatalogue(catalogue)
                        ? writing("index --check-catalogue") : nil
                )
            )
        }
        return nil
    }

    /// Returns the finding for a catalogue that is missing, or unreadable until an indexer has run.
    private func unmade(
        _ error: CatalogueError,
        _ settings: Settings?,
        _ holder: String?
    ) -> Finding {
        guard unsafe access(catalogue, F_OK) == 0 else {
            let past = settings?.feed.flatMap(FeedOrigin.init(of:))
            let words = "\(catalogue) does not exist\(past.map { "; \($0.reminder)" } ?? "")"
            let directory = (catalogue as NSString).deletingLastPathComponent
            let look = "findmnt --target \(ShellWord.quoted(directory))"
            // On a read-only disk no catalogue can be created, which the check of the disk has reported.
            return Finding(
                "catalogue",
                isReadOnly ? .note : .problem,
                words,
                cure: past == nil ? beginning : look
            )
        }
        guard holder == nil, CatalogueFile.isEmpty(catalogue) else {
            let cure = holder == nil ? writing("index") : nil
            return Finding("catalogue", .problem, "\(error)", cure: cure)
        }
        let isNamed = settings?.options.roots.isEmpty == false
        return Finding(
            "catalogue",
            .problem,
            "\(error). If there was one before, put a backup in its place: "
                + command("restore-catalogue FILE"),
            cure: writing(isNamed ? "index" : "index DIR")
        )
    }

    /// The command that creates a catalogue.
    private var beginning: String? {
        let system = ServiceCatalogue.first
        guard !isReadOnly else { return nil }
        if let unit = ServiceCatalogue.unit(catalogue) {
            return "sudo systemctl enable --now \(unit)"
        }
        guard unsafe access(system, F_OK) == 0 else { return command("index DIR") }
        return "sudo heliograph doctor --catalogue \(system)   # that of the system's service"
    }

    /// Whether the catalogue belongs to the system's service.
    var isService: Bool { ServiceCatalogue.contains(catalogue) }

    /// Returns a command of this program for the catalogue, run as its owner.
    func command(_ arguments: String) -> String {
        let user = isService ? "sudo -u \(ServiceUser(ownerOf: catalogue).name) " : ""
        let line = "\(user)heliograph \(arguments) --catalogue \(ShellWord.quoted(catalogue))"
        guard let configuration = source.named,
            ["index", "watch", "audit"].contains(arguments.prefix { $0 != " " })
        else { return line }
        return "\(line) --config \(ShellWord.quoted(configuration))"
    }

    /// Returns a command that writes to the catalogue; nil if that is impossible.
    func writing(_ arguments: String) -> String? { isReadOnly ? nil : command(arguments) }

    private var sqlite: String { CatalogueReader.sqliteVersion }

    private func indexer(_ holder: String?, _ report: (Finding) -> Void) {
        if let stopped = IndexerProcess.stopped(ofCatalogue: catalogue) {
            report(
                Finding(
                    "indexer",
                    .problem,
                    "\(stopped.name) (process \(stopped.id)) is stopped: nothing is noticed until it goes on",
                    cure: "\(isService ? "sudo " : "")kill -CONT \(stopped.id)"
                )
            )
        } else if let holder {
            report(Finding("indexer", .ok, "process \(holder) holds the catalogue"))
        } else {
            report(
                Finding(
                    "indexer",
                    .note,
                    "none runs: the catalogue is as the last one left it",
                    cure: isReadOnly
                        ? nil : ServiceCatalogue.startCommand(catalogue) ?? writing("watch")
                )
            )
        }
    }

    /// Reports a recent rescue of a damaged catalogue, for as long as its note is kept.
    private func rescue(_ status: [String: String], _ report: (Finding) -> Void) {
        guard let note = CatalogueRescue.Report.note(in: status) else { return }
        report(Finding("rescue", .note, note))
    }

    private func unreadable(_ count: Int64, _ report: (Finding) -> Void) {
        guard count > 0 else { return }
        report(
            Finding(
                "files",
                .note,
                "\(count) could not be read; each says why",
                cure: command("assets") + " --where 'readable == NO'"
            )
        )
    }
}
