package import Catalogue
internal import Extraction
internal import FolderWatch
internal import Kernel
internal import Logging
internal import MediaMetadata
internal import PhotoModel
internal import PredicateFormat

/// Applies the options: roots, ignored names, smart albums.
extension Indexer {
    /// Adds folders to the library's roots, so that the feed names them from its first line on.
    ///
    /// Throws ``IndexingError`` when one root lies in another, or when there are no roots at all.
    package static func addRoots(_ paths: [[UInt8]], to writer: CatalogueWriter) throws {
        try writer.write {
            let known = writer.roots.values.map(\.path)
            try refuseOverlaps(paths, known: known)
            for path in paths where !known.contains(path) { _ = try writer.addRoot(path) }
        }
        guard !writer.roots.isEmpty else {
            throw IndexingError(
                .noRoots,
                "the library has no folders yet; name one: heliograph index DIR"
                    + CatalogueLocation.option(writer.path)
            )
        }
        try writer.commit()
    }

    /// Throws ``IndexingError`` when a folder that is not known yet lies in another folder, or contains one.
    ///
    /// `known`: The library's roots.
    package static func refuseOverlaps(_ paths: [[UInt8]], known: [[UInt8]]) throws {
        let new = paths.filter { !known.contains($0) }
        for (index, path) in new.enumerated() {
            for other in known + new[..<index] { try refuseOverlap(path, other) }
        }
    }

    private static func refuseOverlap(_ path: [UInt8], _ other: [UInt8]) throws {
        func isBelow(_ path: [UInt8], _ folder: [UInt8]) -> Bool {
            let slash = UInt8(ascii: "/")
            return path.starts(with: folder.last == slash ? folder : folder + [slash])
        }
        let isInside = isBelow(path, other)
        guard isInside || isBelow(other, path) else { return }
        let (new, old) = (PrintableText.line(path), PrintableText.line(other))
        throw IndexingError(
            .overlappingRoots,
            isInside
                ? "\(new) lies in the folder \(old), with which it is indexed; it cannot be one of its own"
                : "the folder \(old), which is followed, lies in \(new); forget it first with: "
                    + "heliograph roots remove \(ShellWord.quoted(other))"
        )
    }

    /// Applies the options to the catalogue.
    func applyOptions() throws {
        try writer.write {
            try writer.setStatus("ignored", options.ignored.joined(separator: "\n"))
            try writer.setStatus("readOnly", options.isReadOnly ? "1" : "0")
            let known = try writer.zone()
            let zone = options.zone ?? known ?? .ofMachine
            if let known, known.identifier != zone.identifier {
                context.logger.notice(
                    "photos without a time zone are taken to be of \(zone.identifier) now, not of \(known.identifier)"
                )
            }
            try writer.setZone(zone)
            try writer.formMoments()
            try writer.setPolicies(options.policies)
            try writer.setClock(context.system.time.date)
            try writer.setRules(
                revision: RuleRevision.current,
                concerned: RuleRevision.types(since:)
            )
            if let albums = options.smartAlbums { try writer.setUserSmartAlbums(albums) }
        }
        try writer.commit()
        reportGivenUpAlbums()
    }

    /// Logs the reason for each album that was given up, once.
    func reportGivenUpAlbums() {
        for (title, pattern) in writer.givenUpAlbums {
            context.logger.warning(
                """
                the smart album '\(title)' is left empty: its pattern '\(pattern)' takes too long on names \
                that are here; \(PredicateTree.patternCure), then reload
                """
            )
        }
        writer.givenUpAlbums = []
    }

    /// Switches to other options and re-checks everything.
    ///
    /// The watcher receives its folders and globs once; if they change, it is replaced by another one, which watches
    /// before it lists, so that no event is lost between the two.
    ///
    /// - Throws: ``IndexingError`` when the options are invalid; the catalogue remains unchanged.
    func adopt(_ changed: IndexingOptions) throws {
        let before = options
        context.use(changed)
        let known = writer.roots.count
        try Self.addRoots(options.roots, to: writer)
        try applyOptions()
        if options.rescan != before.rescan { planRescan() }
        if writer.roots.count == known, options.ignored == before.ignored {
            follower.session.requestWalk(.requested)
        } else {
            follower.session.end()
            try startWatcher(.requested)
        }
    }
}
