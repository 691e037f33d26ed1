import Catalogue
import Foundation
import Glibc
import LibraryFiles

/// A library with a journal beside its catalogue that the catalogue vouches for, as far as a test leaves it so.
final class PlantedJournal {
    enum Step {
        case made(String)
        case wrote(String, String)
        /// The second is there; the first is where it is to be moved back to.
        case moved(String, String)
        case madeDirectory(String)
        case obsolete(String)
    }

    let folder: URL
    let writer: CatalogueWriter
    let path: String
    /// A file that is none of the library's.
    let secret: String
    private static let mark = "files 0123"

    init() throws {
        folder = URL(fileURLWithPath: "/tmp/journal-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("photos"),
            withIntermediateDirectories: true
        )
        secret = folder.path + "/secret"
        try Data("secret".utf8).write(to: URL(fileURLWithPath: secret))
        path = folder.path + "/c.sqlite-files-0123"
        writer = try CatalogueWriter(path: folder.path + "/c.sqlite")
        _ = try writer.transaction { try writer.addRoot(Array((folder.path + "/photos").utf8)) }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func inside(_ name: String) -> String { "\(folder.path)/photos/\(name)" }

    func photo(_ name: String) throws {
        try Data("photo".utf8).write(to: URL(fileURLWithPath: inside(name)))
    }

    func isThere(_ path: String) -> Bool {
        var found = Glibc.stat()
        return lstat(path, &found) == 0
    }

    var everything: [String] {
        let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
        return (all ?? []).sorted()
    }

    /// What was said while what killed programs left was ended.
    func recover() throws -> [String] {
        var said: [String] = []
        var lookout = JournalLookout { said.append($0) }
        try writer.transaction { try lookout.recoverNow(writer) }
        return said
    }

    func forget() throws { try writer.transaction { try writer.removeStatus(Self.mark) } }

    /// Writes the journal, and has the catalogue vouch for it.
    ///
    /// `damage`: What became of its bytes.
    func write(
        _ steps: [Step],
        isDone: Bool = false,
        damage: (inout [UInt8]) -> Void = { _ in }
    ) throws {
        var bytes = steps.flatMap(Self.record)
        damage(&bytes)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        chmod(path, 0o600)
        let born = try Self.born(path)
        let text = "\(isDone ? "done" : "begun") \(Self.inode(path)) \(born)"
        try writer.transaction { try writer.setStatus(Self.mark, text) }
    }

    /// In nanoseconds, as `stat` has it.
    private static func born(_ path: String) throws -> Int64 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["stat", "--format=%.9W", path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self).filter(\.isNumber)
        return Int64(text) ?? 0
    }

    private static func inode(_ path: String) -> UInt64 {
        var found = Glibc.stat()
        return lstat(path, &found) == 0 ? UInt64(found.st_ino) : 0
    }

    private static func record(_ step: Step) -> [UInt8] {
        let (kind, inode, texts): (UInt8, UInt64, [String]) =
            switch step {
            case .made(let path): (1, 0, [path, ""])
            case .wrote(let path, let content): (2, 0, [path, content])
            case .moved(let from, let to): (3, Self.inode(to), [from, to])
            case .madeDirectory(let path): (4, 0, [path, ""])
            case .obsolete(let path): (5, Self.inode(path), [path, ""])
            }
        var body = [kind] + bytes(inode)
        for text in texts { body += bytes(UInt32(text.utf8.count)) + Array(text.utf8) }
        let checksum = body.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return bytes(UInt32(body.count)) + bytes(checksum) + body
    }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}
