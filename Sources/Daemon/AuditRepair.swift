internal import Catalogue
package import Indexing
package import Logging
package import Settings

/// The repair of audit findings, in the catalogue and between it and the disk.
///
/// Derived values in the catalogue are computed again. The disk is re-checked, with all safety rules: assets in an
/// offline folder are never removed.
package struct AuditRepair {
    private let catalogue: String
    private let source: SettingsSource
    private let logger: Logger

    /// The time a running indexer may take for a re-check, in seconds.
    private static let patience = 900.0

    /// Creates a repair; `source` provides the settings for a run, in case no indexer is running.
    package init(catalogue: String, source: SettingsSource, logger: Logger) {
        (self.catalogue, self.source, self.logger) = (catalogue, source, logger)
    }

    /// Repairs the findings.
    ///
    /// Throws ``CatalogueError``, ``IndexingError``, ``RunningIndexer/Refusal``.
    package func mend(_ findings: [AuditFinding]) throws {
        if findings.contains(where: { $0.kind == .inconsistent }) {
            try CatalogueWriter(path: catalogue, as: .editor).repair()
        }
        if findings.contains(where: { $0.kind != .inconsistent }) { try recheck() }
    }

    /// Checks everything against the disk, in the running indexer or else in this process.
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
