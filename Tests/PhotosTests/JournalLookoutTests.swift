import Catalogue
import Foundation
import Glibc
import LibraryFiles
import Testing

struct JournalLookoutTests {
    private let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("lookout-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    /// Has it look as if nothing had changed in the directory for a minute.
    private func age() {
        var times = [timespec(), timespec()]
        times[0].tv_sec = time(nil) - 60
        times[1].tv_sec = time(nil) - 60
        utimensat(AT_FDCWD, directory.path, times, 0)
    }

    private func leaveJournal(_ name: String) throws -> String {
        let path = directory.appendingPathComponent("c.sqlite-files-\(name)").path
        try Data().write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test(arguments: [false, true])
    func `a journal left beside a catalogue is found however long there was none`(
        isLinked: Bool
    ) throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        var catalogue = directory
        if isLinked {
            catalogue.deleteLastPathComponent()
            catalogue.appendPathComponent("link-\(UUID().uuidString)")
            try FileManager.default.createSymbolicLink(
                at: catalogue,
                withDestinationURL: directory
            )
        }
        defer { if isLinked { try? FileManager.default.removeItem(at: catalogue) } }
        let writer = try CatalogueWriter(path: catalogue.path + "/c.sqlite")
        var lookout = JournalLookout()
        for round in 0..<3 {
            if round > 0 { age() }
            for _ in 0..<2 {
                let isFound = try writer.transaction { try lookout.recover(writer) }
                #expect(!isFound)
            }
            let journal = try leaveJournal("\(round)")
            let isFound = try writer.transaction { try lookout.recover(writer) }
            #expect(isFound)
            #expect(!FileManager.default.fileExists(atPath: journal))
        }
    }
}
