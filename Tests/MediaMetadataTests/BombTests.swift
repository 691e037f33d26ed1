import Foundation
import MediaMetadata
import TestSupport
import Testing

/// Files made to keep their reader busy, beside some that are only large.
struct BombTests {
    /// Reads a file in a new reader; gives what was found and the time of the processor it took.
    private static func read(
        _ name: String,
        _ write: (String) throws -> Void
    ) throws -> (metadata: FileMetadata, seconds: Double) {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(name)
        try write(file.path)
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        let reader = MetadataReader(explains: true)
        let before = processorSeconds()
        let metadata = reader.read(handle.fileDescriptor, name: Array(name.utf8))
        return (metadata, processorSeconds() - before)
    }

    private static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// What files take that say much and are read to their end: a packet of a hundred thousand elements, texts
    /// of sixteen megabytes.
    private static let honest = Result {
        let element = "<rdf:li>one of many</rdf:li>"
        let packet = Sample.xmpPacket([:], inner: String(repeating: element, count: 100_000))
        let texts = [("tEXt", Array("Software\0".utf8) + [UInt8](repeating: 0x61, count: 1 << 20))]
        let picture = Sample.png([[(String, [UInt8])]](repeating: texts, count: 15).flatMap { $0 })
        return try [("a.xmp", packet), ("a.png", picture)].reduce(0.0) { sum, file in
            let found = try read(file.0) { path in
                try Data(file.1).write(to: URL(fileURLWithPath: path))
            }
            #expect(found.metadata.unreadableReason == nil)
            return sum + found.seconds
        }
    }

    @Test(arguments: Effort.part(12, of: Bombs.all))
    func `no file takes much longer than one that is only large, and one that does is told`(
        _ bomb: Bomb
    ) throws {
        let honest = try Self.honest.get()
        let found = try Self.read(bomb.name, bomb.write)
        #expect(found.seconds < 16 * honest, "\(found.seconds) s against \(honest) s")
        #expect(found.metadata.unreadableReason != nil || found.seconds < 4 * honest)
    }

    @Test(arguments: [
        ("no-sizes.heic", "steps"), ("far.tif", "directories"), ("texts.tif", "bytes"),
        ("fill.jpg", "reads"), ("depth.xmp", "levels"), ("exif-values.jpg", "memory"),
        ("long-space-of-one.xmp", "memory"),
    ])
    func `what there is not enough of is told`(_ bomb: String, _ kind: String) throws {
        let bomb = try #require(Bombs.all.first { $0.name == bomb })
        let reason = try Self.read(bomb.name, bomb.write).metadata.unreadableReason
        #expect(reason?.hasSuffix(kind) == true)
        #expect(reason?.hasPrefix("reading was given up") == true)
    }

    @Test
    func `no two bombs are called alike`() {
        #expect(Set(Bombs.all.map(\.name)).count == Bombs.all.count)
    }
}
