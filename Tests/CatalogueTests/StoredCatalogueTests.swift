import Catalogue
import Foundation
import PhotoModel
import Testing

/// What catalogues of each version so far say when this one has opened them.
struct StoredCatalogueTests {
    typealias Line = StoredCatalogue.Line

    /// Each key of a line from before that has another value now; keys may have been added.
    private static func differences(
        _ before: [Line],
        _ now: [Line],
        by name: (Line) -> String?
    ) -> [String] {
        let known = Dictionary(now.map { (name($0), $0) }) { first, _ in first }
        return before.flatMap { line -> [String] in
            let title = name(line) ?? "\(line)"
            guard let other = known[name(line)] else { return ["\(title) is missing"] }
            return line.keys.sorted().compactMap { key in
                let (was, isNow) = (line[key] as? NSObject, other[key] as? NSObject)
                guard !isSame(line[key], other[key]) else { return nil }
                return "\(title): \(key) was \(was as Any) and is \(isNow as Any)"
            }
        }
    }

    /// Whether a value is what it was, but for keys that objects and lists of keys have since.
    private static func isSame(_ was: Any?, _ now: Any?) -> Bool {
        if let was = was as? Line, let now = now as? Line {
            return was.allSatisfy { isSame($1, now[$0]) }
        }
        if let was = was as? [String], let now = now as? [String],
            was.contains("path") || was.contains("creationDate")
        {
            return Set(was).isSubset(of: now)
        }
        // The dates of moments have the offset of the library's time zone.
        if let was = was as? String, let now = now as? String, now == "\(was)Z" { return true }
        return was as? NSObject == now as? NSObject
    }

    @Test
    func `a reader is told to wait while an indexer brings a catalogue up to date`() throws {
        let stored = try StoredCatalogue("4")
        let lock = try CatalogueLock(catalogue: stored.path)
        let error = #expect(throws: CatalogueError.self) { try CatalogueReader(path: stored.path) }
        #expect(error?.message.contains("in a moment") == true)
        withExtendedLifetime(lock) {}
    }

    @Test(arguments: StoredCatalogue.versions)
    func `assets are what they were`(_ version: String) throws {
        let stored = try StoredCatalogue.migrated(version)
        let (told, said) = (try stored.told("assets"), try stored.assets())
        #expect(told.count > 15 && told.count == said.count)
        #expect(Self.differences(told, said) { $0["id"] as? String } == [])
    }

    @Test(arguments: StoredCatalogue.versions)
    func `every asset is found by its identifier`(_ version: String) throws {
        let stored = try StoredCatalogue.migrated(version)
        let reader = try CatalogueReader(path: stored.path)
        for line in try stored.told("assets") {
            let identifier = try #require((line["id"] as? String).flatMap { ObjectUUID($0) })
            let found = try reader.snapshot {
                try reader.number(of: identifier).flatMap { try reader.identifier($0) }
            }
            #expect(found == identifier)
        }
    }

    @Test(arguments: StoredCatalogue.versions)
    func `albums, folders and moments are what they were`(_ version: String) throws {
        let stored = try StoredCatalogue.migrated(version)
        // What was added in the last days goes by the day on which one asks.
        let told = try stored.told("albums").map { line in
            line["subtype"] as? String == "smartAlbumRecentlyAdded"
                ? line.filter { $0.key != "count" } : line
        }
        let said = try stored.albums()
        #expect(told.count > 15)
        #expect(Self.differences(told, said) { $0["id"] as? String } == [])
        let known = Set(told.map { $0["id"] as? String })
        let kinds = said.filter { !known.contains($0["id"] as? String) }.map {
            $0["kind"] as? String
        }
        #expect(kinds.allSatisfy { $0 == "smartAlbum" }, "only smart albums can be new")
    }

    @Test(arguments: StoredCatalogue.versions)
    func `a token from before is honoured`(_ version: String) throws {
        let stored = try StoredCatalogue.migrated(version)
        let told = try stored.told("changes")
        let token = try #require(told.first?["since"] as? String)
        // A token names the epoch too, and that is another one. How many changes there are is to be
        // seen: smart albums that the version did not know yet are new.
        func comparable(_ lines: [Line]) -> [Line] {
            lines.filter { $0["type"] as? String != "more" && $0["since"] == nil }.map { line in
                var line = line.filter { $0.key != "token" }
                guard var album = line["album"] as? Line,
                    album["subtype"] as? String == "smartAlbumRecentlyAdded"
                else { return line }
                album["count"] = nil
                line["album"] = album
                return line
            }
        }
        let (before, now) = (comparable(told), comparable(try stored.changes(since: token)))
        #expect(before.count > 10)
        let missing = Self.differences(before, now) { line in
            ((line["asset"] ?? line["album"]) as? Line)?["id"] as? String
        }
        #expect(missing == [])
    }

    @Test(arguments: StoredCatalogue.versions.dropLast())
    func `a reader leaves an earlier catalogue to the indexer`(_ version: String) throws {
        let stored = try StoredCatalogue(version)
        let error = #expect(throws: CatalogueError.self) { try CatalogueReader(path: stored.path) }
        #expect(error?.code == .missing)
        #expect(error?.description.contains("written by an earlier Heliograph") == true)
    }
}
