/// The library of another photo program: a directory where photos lie beside the copies that the program made of them.
struct AppLibrary {
    /// The end of the directory's name.
    let ending: String
    /// The only subdirectories that have photos, in lower case; if empty, all those that are not among `copies`.
    var originals: [String] = []
    /// The subdirectories that have copies, in lower case.
    var copies: [String] = []

    static let all = [
        // Apple Photos; Masters until 2019.
        AppLibrary(ending: ".photoslibrary", originals: ["originals", "masters"]),
        // iPhoto 9, and what Photos leaves of such a library.
        AppLibrary(ending: ".photolibrary", originals: ["originals", "masters"]),
        AppLibrary(ending: ".migratedphotolibrary", originals: ["originals", "masters"]),
        // iPhoto before that: its name has no ending, so that the directory may also be an ordinary one.
        AppLibrary(
            ending: "iPhoto Library",
            copies: [
                "apple tv photo cache", "attachments", "data", "data.noindex", "database",
                "ipod photo cache",
                "modified", "previews", "thumbnails",
            ]
        ),
        AppLibrary(ending: ".aplibrary", copies: aperture),
        AppLibrary(ending: ".migratedaplibrary", copies: aperture),
    ]

    private static let aperture = [
        "apple tv photo cache", "attachments", "database", "ipod photo cache", "previews",
        "thumbnails",
    ]

    /// Returns whether a subdirectory of such a library has copies only.
    func hasCopies(in subdirectory: [UInt8]) -> Bool {
        let name = String(decoding: subdirectory, as: UTF8.self).lowercased()
        return originals.isEmpty ? copies.contains(name) : !originals.contains(name)
    }
}
