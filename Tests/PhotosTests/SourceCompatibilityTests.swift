import Catalogue
import Foundation
import PhotoModel
import Photos
import SourceCompatibility5
import SourceCompatibility6
import Testing

extension SharedLibrary {
    /// Code as apps have it does on Linux what it does on a phone.
    @Suite struct SourceCompatibilityTests {
        private static func library() throws -> TestLibrary {
            try TestLibrary(
                (0..<40).map { day in
                    TestLibrary.record(day) { record in
                        if day % 4 == 0 { (record.mediaType, record.duration) = (.video, 65) }
                        if day == 10 { record.subtypes = .photoPanorama }
                        if day == 11 { record.subtypes = .photoLive }
                        if day >= 38 { record.burstKey = "apple:B" }
                        if day == 39 { record.isFavorite = true }
                        if day < 3 { (record.latitude, record.longitude) = (48.1, 11.5) }
                    }
                }
            )
        }

        @Test
        func `a list of albums has rows with titles, counts and pictures`() throws {
            let library = try Self.library()
            defer { withExtendedLifetime(library) {} }
            let list = SourceCompatibility6.AlbumListModel()
            list.reload()
            let titles = list.rows.map(\.title)
            #expect(titles.contains("All Photos") && titles.contains("Panoramas"))
            #expect(titles.last == "photos")
            #expect(list.rows.first { $0.title == "Panoramas" }?.count == 1)
            #expect(list.rows.allSatisfy { $0.identifier.count == 36 && $0.thumbnail != nil })
            let old = SourceCompatibility5.AlbumListModel(mediaTypes: [.video])
            old.reload()
            #expect(old.rows.first { $0.title == "Panoramas" } == nil)
            #expect(SourceCompatibility6.outline().map(\.title) == ["photos"])
        }

        @Test
        func `a grid filters, sorts and finds its cells`() throws {
            let library = try Self.library()
            defer { withExtendedLifetime(library) {} }
            let grid = SourceCompatibility6.GridDataSource()
            #expect(grid.fetchResult.days == (0...38).reversed().map { $0 })
            let asset = grid.asset(at: IndexPath(item: 3, section: 0))
            #expect(grid.indexPath(of: asset) == IndexPath(item: 3, section: 0))
            #expect(grid.footer == "29 Photos, 10 Videos")
            grid.filter = .panoramas
            #expect(grid.fetchResult.days == [10])
            grid.filter = .live
            #expect(grid.fetchResult.days == [11])
            grid.filter = .videos
            grid.since = Date(timeIntervalSince1970: 86_400 * 20)
            #expect(grid.fetchResult.days == [36, 32, 28, 24, 20])
            #expect(SourceCompatibility6.GridDataSource.badge(for: grid.fetchResult[0]) == "1:05")
            #expect(grid.restore([asset.localIdentifier]).count == 1)
            let newest = SourceCompatibility6.newestAsset()
            #expect(newest?.representsBurst == true)
            let burst = try #require(newest.flatMap(SourceCompatibility6.BurstPicker.init))
            #expect(burst.members.days == [38, 39] && burst.kept.count == 1)
            let calendar = Calendar(identifier: .gregorian)
            #expect(
                SourceCompatibility5.assets(
                    on: Date(timeIntervalSince1970: 86_400 * 5),
                    calendar: calendar
                ).count == 1
            )
            let near = SourceCompatibility6.assets(
                near: CLLocation(latitude: 48, longitude: 11.6),
                within: 50_000
            )
            #expect(PHAsset.fetchAssets(in: near, options: nil).days == [0, 1, 2])
        }

        @Test
        func `a timeline has a section for each year`() throws {
            let library = try Self.library()
            defer { withExtendedLifetime(library) {} }
            let timeline = SourceCompatibility6.MomentsController()
            timeline.reload()
            #expect(timeline.sections.map(\.title) == ["1970"])
            let moment = try #require(timeline.sections.first?.moments.firstObject)
            #expect(timeline.cover(of: moment) != nil)
            #expect(abs((timeline.coordinate(of: moment)?.latitude ?? 0) - 48.1) < 1e-9)
            #expect(timeline.headline(for: moment).contains("1970"))
        }

        @Test
        func `a search asks an app's own records and the assets alike`() throws {
            let library = try Self.library()
            defer { withExtendedLifetime(library) {} }
            let day = Date(timeIntervalSince1970: 0)
            let search = SourceCompatibility6.TagSearch(records: [
                ["name": "Zoë", "stars": 4, "tags": ["sea", "sun"], "added": Date()],
                ["name": "Anna", "stars": 5, "tags": ["sea"], "added": Date()],
                ["name": "Max", "stars": 1, "tags": ["sea"], "added": Date()],
                ["name": "Old", "stars": 5, "tags": ["sea"], "added": Date.distantPast],
                ["stars": 5, "tags": ["sea"], "added": Date()],
            ])
            #expect(search.names(matching: "ZOE") == ["Zoë"])
            let found = search.records(tagged: "sea", atLeast: 3, since: day)
            #expect(found.map { $0["name"] as? String } == ["Anna", "Zoë"])
            #expect(search.records(in: ["Max", "Old"]).count == 2)
            let (id, link) = (UUID(), URL(fileURLWithPath: "/a"))
            let linked = SourceCompatibility5.TagSearch(records: [["id": id, "link": link]])
            #expect(linked.record(withID: id, at: link) != nil)
            #expect(linked.record(withID: UUID(), at: link) == nil)
            #expect(SourceCompatibility5.TagSearch.isEmail("a.b@example.org"))
            #expect(!SourceCompatibility5.TagSearch.isEmail("a.b"))
            let notes = [(5, "x"), (5, ""), (2, "y")].map { stars, text in
                SourceCompatibility5.TagSearch.Note(text: text, stars: stars)
            }
            #expect(SourceCompatibility5.TagSearch(records: []).best(of: notes).count == 1)
            let newest = SourceCompatibility5.TagSearch.newest()
            #expect(newest.firstObject?.mediaType == .image)
            let summary = SourceCompatibility6.TagSearch.summary(of: newest)
            #expect(summary == "\(newest.count) since \(86_400 * 38).0, 38.jpg")
            let asset = try #require(newest.firstObject)
            #expect(SourceCompatibility6.TagSearch.megabytes(of: asset) == 0)
        }

        @Test
        func `a backup is allowed to begin and explains what went wrong`() async throws {
            let library = try Self.library()
            defer { withExtendedLifetime(library) {} }
            let backup = SourceCompatibility6.BackupService()
            try await backup.begin()
            let isAllowed = await withCheckedContinuation { continuation in
                backup.begin { continuation.resume(returning: $0) }
            }
            #expect(isAllowed)
            let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
            #expect(backup.name(of: asset) == "0.jpg")
            do {
                _ = try await backup.copy(asset, into: library.folder)
                Issue.record("there is no such file")
            } catch {
                #expect(SourceCompatibility6.BackupService.explain(error) == "missing")
            }
        }
    }
}
