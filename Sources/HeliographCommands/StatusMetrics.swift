internal import CSystemCalls
internal import Catalogue
internal import LibraryPictures
internal import PhotoModel

/// A library's condition in the text format of Prometheus.
struct StatusMetrics {
    let library: String
    let isIndexing: Bool
    let roots: [RootRecord]
    let status: [String: String]
    let totals: LibraryTotals
    let unreadable: Int64
    let albums: Int64
    let smartAlbums: [CollectionRecord]
    let thumbnails: ThumbnailProgress?

    private typealias Sample = (labels: String, value: String)

    var text: String {
        ([information] + counts + conditions + pictures).joined()
    }

    private var pictures: [String] {
        guard let thumbnails else { return [] }
        return [
            Self.metric(
                "thumbnail_assets",
                "Assets processed to make their thumbnails in advance.",
                Int64(thumbnails.looked)
            ),
            Self.metric(
                "failed_thumbnails",
                "Assets whose thumbnails could not be made.",
                Int64(thumbnails.failed)
            ),
        ]
    }

    private var information: String {
        let labels = "version=\"\(HELIOGRAPH_VERSION)\",library=\"\(library)\""
        return Self.metric("info", "Program version and library identifier.", [(labels, "1")])
    }

    private var counts: [String] {
        [
            Self.metric(
                "assets",
                "Photos and films by media type.",
                totals.assets.map { ("media_type=\"\($0.type.name)\"", "\($0.count)") }
            ),
            Self.metric("favorite_assets", "Favorite assets.", totals.favorites),
            Self.metric("hidden_assets", "Hidden assets.", totals.hidden),
            Self.metric("trashed_assets", "Assets in the trash.", totals.trashed),
            Self.metric("unreadable_assets", "Assets whose file could not be read.", unreadable),
            Self.metric("file_bytes", "Size of all files in bytes.", totals.bytes),
            Self.metric("albums", "Directories with assets, and user albums.", Int64(albums)),
            Self.metric(
                "smart_album_assets",
                "Assets in each smart album.",
                smartAlbums.map { album in
                    let title = Self.escaped(String(decoding: album.title, as: UTF8.self))
                    return (
                        "title=\"\(title)\",subtype=\"\(album.subtype.name)\"", "\(album.count)"
                    )
                }
            ),
        ]
    }

    private var conditions: [String] {
        var metrics = [
            Self.metric("indexer_up", "Whether an indexer is running.", isIndexing ? 1 : 0),
            Self.metric(
                "root_state",
                "The state of each folder: 1 for the one it is in.",
                roots.map { root in
                    let path = Self.escaped(String(decoding: root.path, as: UTF8.self))
                    return ("root=\"\(path)\",state=\"\(root.state.name)\"", "1")
                }
            ),
            Self.metric(
                "watches",
                "inotify watches needed, used and allowed.",
                [("needed", "watchesNeeded"), ("used", "watchesUsed"), ("limit", "watchLimit")]
                    .compactMap { label, key in
                        status[key].map { ("kind=\"\(label)\"", $0) }
                    }
            ),
            Self.metric(
                "backlog_files",
                "Files found but not yet in the catalogue.",
                status["backlog"].flatMap(Int64.init) ?? 0
            ),
        ]
        if let time = totals.lastChange {
            let text = "Time of the last change, in seconds since 1970."
            metrics.append(
                Self.metric("last_change_timestamp_seconds", text, [("", "\(Double(time) / 1e6)")])
            )
        }
        return metrics
    }

    private static func metric(_ name: String, _ help: String, _ value: Int64) -> String {
        metric(name, help, [("", "\(value)")])
    }

    private static func metric(_ name: String, _ help: String, _ samples: [Sample]) -> String {
        guard !samples.isEmpty else { return "" }
        let name = "heliograph_\(name)"
        let lines = samples.map { labels, value in
            "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(value)\n"
        }
        return "# HELP \(name) \(help)\n# TYPE \(name) gauge\n\(lines.joined())"
    }

    private static func escaped(_ label: String) -> String {
        label.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n")
    }
}
