import Foundation
import Testing

/// What commands that change something print on a terminal.
@Suite(.serialized)
struct TableTests {
    private let program: Program

    init() throws {
        program = try Program.golden("TableTests") { program in
            for number in 0..<2 { try program.picture("a/\(number).jpg", number) }
            #expect(try program.run("index", program.photos.path).code == 0)
        }
    }

    private func shown(_ arguments: String...) throws -> [String] {
        let bytes = try PseudoTerminal().shown(by: program.process(arguments))
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `photos that were edited, deleted and restored are shown in a table`() throws {
        let photo = "\(program.photos.path)/a/1.jpg"
        for command in [["edit", photo, "--favorite"], ["trash", photo], ["restore", photo]] {
            let bytes = try PseudoTerminal().shown(by: program.process(command))
            let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            #expect(rows.count == 2, "\(command): \(rows)")
            #expect(
                rows.first?.hasPrefix("date") == true && rows.last?.hasSuffix("a/1.jpg") == true
            )
            #expect(rows.last?.contains(" trashed ") == (command[0] == "trash"), "\(rows)")
        }
    }

    @Test func `a photo is shown in rows, without the values that it lacks`() throws {
        let rows = try shown("show", "\(program.photos.path)/a/1.jpg")
        let keys = rows.map { String($0.prefix { $0 != " " }) }
        #expect(keys.starts(with: ["id", "path", "root", "albumId", "mediaType"]), "\(rows)")
        #expect(Set(keys).isSuperset(of: ["creationDate", "readable", "resource"]), "\(rows)")
        #expect(Set(keys).isDisjoint(with: ["latitude", "favorite"]), "\(rows)")
        #expect(rows.contains { $0.hasSuffix(" a/1.jpg, photo") }, "\(rows)")
    }

    @Test(arguments: [
        ("creationDate > 2023-07-01", "write a date as a text, such as \"2023-07-01\""),
        ("mediaSubtypes CONTAINS photoPanoramas", "did you mean photoPanorama?"),
        ("pixelWidth >", "something is missing at the end"),
    ])
    func `a mistake in a condition comes with the place, a cure and nothing else`(
        condition: String,
        cure: String
    ) throws {
        let run = try program.run("assets", "--where", condition)
        #expect(run.code == 64 && run.complaint.hasPrefix("heliograph: --where: "))
        #expect(run.complaint.contains(cure), "\(run.complaint)")
        #expect(run.complaint.split(separator: "\n").count == 3, "\(run.complaint)")
    }

    @Test func `an album is named by its title where that is clear`() throws {
        let photo = "\(program.photos.path)/a/1.jpg"
        let rows = try shown("album", "create", "Best of 2023")
        #expect(rows.count == 2 && rows.last?.contains("Best of 2023") == true)
        #expect(
            try shown("album", "add", "Best of 2023", photo).last?.hasPrefix("album  1") == true
        )
        let members = try program.run("assets", "--album", "Best of 2023").lines
        #expect(members.map { $0["path"] as? String } == ["a/1.jpg"])
        let unknown = try program.run("album", "add", "Best", photo)
        #expect(
            unknown.code == 1 && unknown.complaint.contains("there is no album or folder Best;")
        )
        #expect(try program.run("album", "create", "Best of 2023").code == 0)
        let unclear = try program.run("album", "add", "Best of 2023", photo)
        #expect(unclear.code == 1 && unclear.complaint.contains("there are several albums"))
        let identifiers = try program.run("albums", "--kind", "album").lines
            .filter { $0["title"] as? String == "Best of 2023" }.compactMap { $0["id"] as? String }
        #expect(identifiers.count == 2 && identifiers.allSatisfy(unclear.complaint.contains))
    }
}
