internal import Indexing
package import Settings

/// Looks at everything that an indexer depends on.
package struct Doctor {
    let catalogue: String
    let source: SettingsSource
    let version: String

    /// - Parameters:
    ///   - catalogue: The catalogue's file, absolute.
    ///   - source: Where the settings come from.
    ///   - version: The version of this program, which that of the helpers should be too.
    package init(catalogue: String, source: SettingsSource, version: String) {
        (self.catalogue, self.source, self.version) = (catalogue, source, version)
    }

    /// Hands each finding over as soon as it is made.
    package func examine(_ report: (Finding) -> Void) {
        let user = ServiceUser(ownerOf: catalogue)
        if let finding = user.become() { report(finding) }
        // To look at one of them would wait for it too.
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

    /// The settings, and what is wrong with them.
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

    /// What an indexer would say of settings when it takes up their folders.
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
    /// A path as the C library takes it.
    var cString: [CChar] { map(CChar.init(bitPattern:)) + [0] }
}
