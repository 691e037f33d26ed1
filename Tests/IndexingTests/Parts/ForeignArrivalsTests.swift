import Catalogue
import PhotoModel
import Testing

@testable import Indexing

/// Files that another program says it has put into the library.
@Suite struct ForeignArrivalsTests {
    private let library: UnwatchedLibrary
    private let arrivals: ForeignArrivals
    private let directory: Int64

    init() throws {
        library = try UnwatchedLibrary()
        directory = library.directory(of: try library.addRoot("r"))
        arrivals = ForeignArrivals(library.context, library.session, library.missing)
        // From here on others' commits are heard of.
        try library.writer.begin()
        try library.writer.commit()
    }

    private var progress: WatchProgress { library.session.progress }

    private func answer(flushes: UInt32) {
        _ = progress.settled(walks: 1, flushes: flushes, isPartlyOffline: false)
    }

    /// Another program records that it has added a photo; returns that.
    private func addElsewhere(_ name: String) throws -> Int64 {
        let editor = try CatalogueWriter(path: library.writer.path, as: .editor)
        return try editor.transaction {
            var record = AssetRecord()
            (record.directory, record.mediaType) = (directory, .image)
            (record.file.directory, record.file.name) = (directory, Array(name.utf8))
            try editor.insert(record)
            return editor.sequence
        }
    }

    @Test func `what is not there is missing once the watcher has told what happened before`()
        throws
    {
        let photo = try addElsewhere("1.jpg")
        try arrivals.verify()
        try arrivals.verify()
        #expect(library.missing.hasNoFiles)
        answer(flushes: 1)
        try arrivals.verify()
        #expect(library.missing.assets == [photo])
    }

    @Test func `a new watcher is not waited for to answer what another was asked`() throws {
        let photo = try addElsewhere("1.jpg")
        try arrivals.verify()
        progress.start(.helperRestarted, at: library.now)
        arrivals.watcherStarted()
        answer(flushes: 0)
        try arrivals.verify()
        #expect(library.missing.assets == [photo])
    }
}
