internal import Indexing
package import Settings

/// The checks of everything that an indexer depends on.
package struct Doctor {
    let catalogue: String
    let source: SettingsSource
    let version: String

    /// - Parameters:
    ///   - catalogue: The absolute path of the catalogue's file.
    ///   - source: The source of the settings.
    ///   - version: The version of this program, which the helpers should match.
    package init(catalogue: String, source: SettingsSource, version: String) {
        (self.catalogue, self.source, self.version) = (catalogue, source, version)
    }

    /// Runs all checks, and reports each finding as soon as it is made.
    package func examine(_ report: (Finding) -> Void) {
        let user = ServiceUser(ownerOf: catalogue)
        if let finding = user.become() { report(finding) }
        // Checking anything in such a folder would hang as well.
        guard !hungFolders(report) else {
            _ = library(nil, report)
            return
        }
        let settings = configuration(report)
        let library = self.library(settings, report)
        feed(settings, user, report)
        folders(settings, library, user, report)
        watches(library, report)
        programs(settings, report)
        cache(settings, report)
        sandbox(report)
    }

    /// Reads the settings, and reports errors in them.
    private func configuration(_ report: (Finding) -> Void) -> Settings? {
        do {
            let settings = try source.read()
            report(finding(settings))
            return settings
        } catch {
            report(Finding("configuration", .problem, "\(error)"))
            return nil
        }
    }

    /// Returns the error that an indexer would report when it adds the folders of these settings.
    private func finding(_ settings: Settings) -> Finding {
        let known = (try? HungFolders.roots(ofCatalogue: catalogue)) ?? []
        do {
            try Indexer.refuseOverlaps(settings.options.roots, known: known)
            let missing = Configuration.standardFile(catalogue: catalogue)
            return Finding(
                "configuration",
                .ok,
                settings.file ?? "there is no file \(missing); options only"
            )
        } catch {
            let place = settings.file.map { "\($0): " } ?? ""
            return Finding("configuration", .problem, "\(place)\(error)")
        }
    }
}

extension [UInt8] {
    /// The path as a C string.
    var cString: [CChar] { map(CChar.init(bitPattern:)) + [0] }
}
