internal import HTTPTypes
internal import Hummingbird

/// The files of the page, which are built into the program.
struct PageFiles: Sendable {
    private struct File {
        let type: String
        let bytes: [UInt8]
        /// The entity tag of the content.
        let tag: String

        init(_ type: String, _ bytes: [UInt8]) {
            (self.type, self.bytes) = (type, bytes)
            // FNV-1a is enough, since it only has to distinguish the pages of different builds.
            let hash = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01B3
            }
            tag = "\"\(String(hash, radix: 36))\""
        }
    }

    private static let files: [String: File] = [
        "/": File("text/html; charset=utf-8", PackageResources.index_html),
        "/login.html": File("text/html; charset=utf-8", PackageResources.login_html),
        "/login.js": File("text/javascript; charset=utf-8", PackageResources.login_js),
        "/gallery.css": File("text/css; charset=utf-8", PackageResources.gallery_css),
        "/gallery.js": File("text/javascript; charset=utf-8", PackageResources.gallery_js),
        "/edits.js": File("text/javascript; charset=utf-8", PackageResources.edits_js),
        "/element.js": File("text/javascript; charset=utf-8", PackageResources.element_js),
        "/facts.js": File("text/javascript; charset=utf-8", PackageResources.facts_js),
        "/grid.js": File("text/javascript; charset=utf-8", PackageResources.grid_js),
        "/headings.js": File("text/javascript; charset=utf-8", PackageResources.headings_js),
        "/help.js": File("text/javascript; charset=utf-8", PackageResources.help_js),
        "/keys.js": File("text/javascript; charset=utf-8", PackageResources.keys_js),
        "/layout.js": File("text/javascript; charset=utf-8", PackageResources.layout_js),
        "/list.js": File("text/javascript; charset=utf-8", PackageResources.list_js),
        "/pictures.js": File("text/javascript; charset=utf-8", PackageResources.pictures_js),
        "/place.js": File("text/javascript; charset=utf-8", PackageResources.place_js),
        "/scroll.js": File("text/javascript; charset=utf-8", PackageResources.scroll_js),
        "/selection.js": File(
            "text/javascript; charset=utf-8",
            PackageResources.selection_js
        ),
        "/tile.js": File("text/javascript; charset=utf-8", PackageResources.tile_js),
        "/viewer.js": File("text/javascript; charset=utf-8", PackageResources.viewer_js),
        "/sidebar.js": File("text/javascript; charset=utf-8", PackageResources.sidebar_js),
        "/words.js": File("text/javascript; charset=utf-8", PackageResources.words_js),
        "/zoom.js": File("text/javascript; charset=utf-8", PackageResources.zoom_js),
        "/icon.svg": File("image/svg+xml", PackageResources.icon_svg),
    ]

    static var paths: [String] { files.keys.sorted() }

    /// Returns the file at a path, or that the browser's copy is up to date.
    static func response(_ path: String, known: String?) throws -> Response {
        guard let file = files[path] else { throw GalleryError.notFound("there is no such page") }
        let headers: HTTPFields = [
            .contentType: file.type, .eTag: file.tag, .cacheControl: "no-cache",
        ]
        guard known != file.tag else { return Response(status: .notModified, headers: headers) }
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes))
        )
    }
}
