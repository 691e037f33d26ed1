internal import Catalogue
package import Indexing
package import Logging
package import Settings

/// Mends what an audit found: within the catalogue by computing anew what is derived, and between it and the disk by a
/// re-check, which keeps to all rules of safety: nothing of a folder that is offline is removed.
package struct AuditRepair {
    private let catalogue: String
    private let source: SettingsSource
    private let logger: Logger

    /// How long a running indexer may take for a re-check, in seconds.
    private static let patience = 900.0

    /// `source`: The settings of a run, should no indexer hold the catalogue.
    package init(catalogue: String, source: SettingsSource, logger: Logger) {
        (self.catalogue, self.source, self.logger) = (catalogue, source, logger)
    }

    /// Mends what was found.
    ///
    /// Throws ``CatalogueError``, ``IndexingError``, ``RunningIndexer/Refusal``.
    package func mend(_ findings: [AuditFinding]) throws {
        if findings.contains(where: { $0.kind == .inconsistent }) {
            try CatalogueWriter(path: catalogue, as: .editor).repair()
        }
        if findings.contains(where: { $0.kind != .inconsistent }) { try recheck() }
    }

    /// Has everything checked against the disk, by the indexer that runs or else here.
    ///
    /// Throws ``CatalogueError``, ``IndexingError``, ``RunningIndexer/Refusal``.
    package func recheck() throws {
        if let running = RunningIndexer(of: catalogue),
            try running.recheck(atMost: Self.patience)
        {
            return
        }
        var settings = try source.read()
        settings.options.endsWhenSynced = true
        settings.options.rescan = .never
        try IndexingRun(settings: settings, source: source, logger: logger).run()
    }
}
