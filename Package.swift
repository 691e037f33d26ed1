// swift-tools-version: 6.2
import PackageDescription

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let toml = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "heliograph",
    products: [
        .library(name: "Photos", targets: ["Photos"]),
        .library(name: "CloudKit", targets: ["CloudKit"]),
        .library(name: "CoreLocation", targets: ["CoreLocation"]),
        .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
        // For files that import these too; see Sources/README.md.
        .library(name: "UIKit", targets: ["UIKit"]),
        .library(name: "AVFoundation", targets: ["AVFoundation"]),
        .executable(name: "heliograph", targets: ["heliograph"]),
        .executable(name: "heliograph-watcher", targets: ["heliograph-watcher"]),
        .executable(name: "heliograph-extractor", targets: ["heliograph-extractor"]),
        .executable(name: "heliograph-film-extractor", targets: ["heliograph-film-extractor"]),
        .executable(name: "heliograph-imager", targets: ["heliograph-imager"]),
        .executable(name: "heliograph-film-imager", targets: ["heliograph-film-imager"]),
        .executable(name: "heliograph-gallery", targets: ["heliograph-gallery"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/LebJe/TOMLKit", exact: "0.6.0"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird",
            exact: "2.28.1",
            traits: []
        ),
    ],
    targets: [
        .systemLibrary(name: "CCrypt", providers: [.apt(["libcrypt-dev"])]),
        .systemLibrary(name: "CInotifyTools", providers: [.apt(["libinotifytools0-dev"])]),
        .systemLibrary(
            name: "CExif",
            pkgConfig: "libexif",
            providers: [.apt(["libexif-dev"])]
        ),
        .systemLibrary(
            name: "CXXHash",
            pkgConfig: "libxxhash",
            providers: [.apt(["libxxhash-dev"])]
        ),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        // For the headers of libvips: its own description names flags that the package manager refuses.
        .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libvips-dev"])]),
        .target(name: "CExifMemory", dependencies: ["CExif"]),
        .target(name: "CExpatMemory", dependencies: ["CExpat"]),
        .target(name: "CSystemCalls"),
        .target(name: "CSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        .target(name: "CSandbox", linkerSettings: [.linkedLibrary("seccomp")]),
        .target(
            name: "CFilm",
            linkerSettings: [.linkedLibrary("avformat"), .linkedLibrary("avutil")]
        ),
        .target(
            name: "CPictures",
            dependencies: ["CGLib", "CToneMapping"],
            linkerSettings: [
                .linkedLibrary("vips"), .linkedLibrary("gobject-2.0"),
                .linkedLibrary("gmodule-2.0"),
            ]
        ),
        .target(name: "CToneMapping", linkerSettings: [.linkedLibrary("m")]),
        .target(
            name: "CFilmFrames",
            dependencies: ["CToneMapping"],
            linkerSettings: [
                .linkedLibrary("avformat"), .linkedLibrary("avcodec"), .linkedLibrary("swscale"),
                .linkedLibrary("avutil"),
            ]
        ),
        .target(name: "PhotoModel"),
        .target(name: "FoundationBridging"),
        .target(name: "CoreLocation", dependencies: ["FoundationBridging"]),
        .target(name: "UniformTypeIdentifiers", dependencies: ["PhotoModel"]),
        .target(
            name: "Photos",
            dependencies: [
                "Catalogue", "LibraryFiles", "LibraryPictures", "Imaging", "Renditions",
                "ObjectEvaluation", "PredicateFormat", "PhotoModel", "CoreLocation",
                "FoundationBridging", "UniformTypeIdentifiers", "CSystemCalls",
            ]
        ),
        .target(name: "UIKit", dependencies: ["Photos"]),
        .target(name: "AVFoundation", dependencies: ["Photos"]),
        .target(
            name: "CloudKit",
            dependencies: ["Catalogue", "PhotoModel", "CoreLocation", "FoundationBridging"]
        ),
        .target(name: "Kernel", dependencies: ["CSystemCalls"]),
        .target(name: "FolderWatch", dependencies: ["Kernel", "CSystemCalls"]),
        .target(
            name: "MediaMetadata",
            dependencies: [
                "PhotoModel", "CExif", "CExifMemory", "CXXHash", "CExpat", "CExpatMemory", "CZlib",
                "CSystemCalls",
            ]
        ),
        .target(
            name: "PredicateFormat",
            dependencies: ["PhotoModel"],
            linkerSettings: [.linkedLibrary("_FoundationICU")]
        ),
        .target(name: "ObjectEvaluation", dependencies: ["PredicateFormat"]),
        .target(
            name: "Catalogue",
            dependencies: [
                "Kernel", "PhotoModel", "PredicateFormat", "CSystemCalls", "CSQLite", grdb, sqlite,
            ]
        ),
        .target(name: "Extraction", dependencies: ["Kernel", "MediaMetadata", "CSystemCalls"]),
        .target(name: "Renditions"),
        .target(
            name: "Imaging",
            dependencies: [
                "PhotoModel", "Kernel", "Extraction", "Renditions", "CSystemCalls", "CXXHash",
            ]
        ),
        .target(name: "TerminalGraphics", dependencies: ["CSystemCalls"]),
        .target(
            name: "LibraryPictures",
            dependencies: [
                "PhotoModel", "Kernel", "Catalogue", "Renditions", "Imaging", "CSystemCalls",
            ]
        ),
        .target(
            name: "LibraryFiles",
            dependencies: [
                "PhotoModel", "Kernel", "FolderWatch", "MediaMetadata", "Extraction",
                "Catalogue", "CSystemCalls",
            ]
        ),
        .target(
            name: "Indexing",
            dependencies: [
                "PhotoModel", "PredicateFormat", "Kernel", "FolderWatch", "MediaMetadata",
                "Extraction", "Catalogue", "LibraryFiles", "CSystemCalls", logging,
            ]
        ),
        .target(name: "ChangeFeed", dependencies: ["PhotoModel", "Catalogue"]),
        .target(
            name: "Settings",
            dependencies: [
                "PhotoModel", "PredicateFormat", "FolderWatch", "Catalogue", "Indexing", toml,
            ]
        ),
        .target(
            name: "Daemon",
            dependencies: [
                "PhotoModel", "PredicateFormat", "Settings", "Indexing", "Catalogue", "ChangeFeed",
                "Imaging", "LibraryPictures", "CSystemCalls", logging,
            ]
        ),
        .target(
            name: "Diagnosis",
            dependencies: [
                "Settings", "Kernel", "Indexing", "Extraction", "Imaging", "Catalogue",
                "PhotoModel", "CSystemCalls",
            ]
        ),
        .target(
            name: "HeliographCommands",
            dependencies: [
                "PhotoModel", "PredicateFormat", "Catalogue", "LibraryFiles", "LibraryPictures",
                "Renditions", "Imaging", "TerminalGraphics", "Extraction", "Indexing",
                "ChangeFeed", "Settings", "Daemon", "Diagnosis", "CSystemCalls", logging,
                arguments,
            ]
        ),
        .executableTarget(name: "heliograph", dependencies: ["HeliographCommands"]),
        .executableTarget(
            name: "heliograph-watcher",
            dependencies: ["Kernel", "FolderWatch", "CInotifyTools", "CSystemCalls"]
        ),
        .target(
            name: "SandboxService",
            dependencies: ["CSystemCalls", "CSandbox"]
        ),
        .target(
            name: "ExtractorService",
            dependencies: ["MediaMetadata", "SandboxService"]
        ),
        .target(name: "ImagingService", dependencies: ["Renditions", "SandboxService"]),
        .target(
            name: "PictureDecoding",
            dependencies: [
                "ImagingService", "Renditions", "MediaMetadata", "PhotoModel", "CPictures",
            ]
        ),
        .executableTarget(
            name: "heliograph-imager",
            dependencies: ["ImagingService", "SandboxService", "PictureDecoding"]
        ),
        .executableTarget(name: "heliograph-extractor", dependencies: ["ExtractorService"]),
        .executableTarget(
            name: "heliograph-film-extractor",
            dependencies: ["ExtractorService", "MediaMetadata", "CFilm"]
        ),
        .executableTarget(
            name: "heliograph-film-imager",
            dependencies: ["ImagingService", "Renditions", "SandboxService", "CFilmFrames"]
        ),
        // Knows of the library what any app knows.
        .target(
            name: "GalleryServer",
            dependencies: ["Photos", "CoreLocation", "CCrypt", hummingbird, logging],
            resources: [
                "index.html", "gallery.css", "icon.svg", "login.html", "login.js",
                "edits.js", "element.js", "facts.js", "gallery.js", "grid.js", "headings.js",
                "help.js", "keys.js", "layout.js", "list.js", "pictures.js", "place.js",
                "scroll.js",
                "selection.js", "sidebar.js", "tile.js", "viewer.js", "words.js", "zoom.js",
            ].map { .embedInCode("Page/\($0)") },
            packageAccess: false
        ),
        .executableTarget(
            name: "heliograph-gallery",
            dependencies: ["GalleryServer", logging],
            packageAccess: false
        ),
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .executableTarget(
            name: "fake-imager",
            dependencies: ["Renditions", "CSystemCalls"],
            path: "Tests/FakeImager"
        ),
        // The core in one process, on a kernel, clocks and helpers that are made up.
        .target(
            name: "CSimulatedDisk",
            path: "Tests/CSimulatedDisk",
            linkerSettings: [.linkedLibrary("sqlite3")]
        ),
        .target(
            name: "Simulation",
            dependencies: [
                "Kernel", "FolderWatch", "MediaMetadata", "Extraction", "Catalogue", "Indexing",
                "PhotoModel", "CSimulatedDisk", "TestSupport", logging,
            ],
            path: "Tests/Simulation"
        ),
        // Built and tried here too, so that it goes on working.
        .executableTarget(
            name: "albums",
            dependencies: ["Photos"],
            path: "contrib/examples/albums/Sources/albums"
        ),
        .executableTarget(
            name: "cache",
            dependencies: ["CloudKit"],
            path: "contrib/examples/cache/Sources/cache"
        ),
        .executableTarget(
            name: "filter",
            dependencies: ["Photos"],
            path: "contrib/examples/filter/Sources/filter"
        ),
        .executableTarget(
            name: "gallery",
            dependencies: ["Photos"],
            path: "contrib/examples/gallery/Sources/gallery"
        ),
        .executableTarget(
            name: "newest",
            dependencies: ["Photos"],
            path: "contrib/examples/newest/Sources/newest"
        ),
        // Killed everywhere by a test.
        .executableTarget(
            name: "change-block",
            dependencies: ["Photos"],
            path: "Tests/ChangeBlock"
        ),
        // Runs simulations: contrib/simulate.
        .executableTarget(
            name: "simulate",
            dependencies: ["Simulation", arguments],
            path: "Tests/Simulate"
        ),
        // Asks its terminal, for a test that ends it meanwhile.
        .executableTarget(
            name: "terminal-user",
            dependencies: ["TerminalGraphics"],
            path: "Tests/TerminalUser"
        ),
        // Shares a cache with other processes, for tests.
        .executableTarget(
            name: "cache-user",
            dependencies: ["Imaging", "Renditions", "Kernel", "TestSupport"],
            path: "Tests/CacheUser"
        ),
        // Follows a library for tests, and perhaps edits it.
        .executableTarget(name: "observer", dependencies: ["Photos"], path: "Tests/Observer"),
        // Keep on disk what apps keep there; a test links them statically too.
        .executableTarget(
            name: "location-client",
            dependencies: ["CoreLocation"],
            path: "Tests/Clients/CoreLocation"
        ),
        .executableTarget(
            name: "photos-client",
            dependencies: ["Photos"],
            path: "Tests/Clients/Photos"
        ),
        .executableTarget(
            name: "cloudkit-client",
            dependencies: ["CloudKit"],
            path: "Tests/Clients/CloudKit"
        ),
        // Code as apps have it, the same files in both of the language's modes.
        .target(
            name: "SourceCompatibility5",
            dependencies: ["Photos", "UniformTypeIdentifiers", "UIKit", "AVFoundation"],
            path: "Tests/SourceCompatibility5"
        ),
        .target(
            name: "SourceCompatibility6",
            dependencies: ["Photos", "UniformTypeIdentifiers", "UIKit", "AVFoundation"],
            path: "Tests/SourceCompatibility6"
        ),
        .testTarget(
            name: "GalleryServerTests",
            dependencies: ["GalleryServer", "TestSupport"]
        ),
        .testTarget(name: "PhotoModelTests", dependencies: ["PhotoModel", "TestSupport"]),
        .testTarget(
            name: "FolderWatchTests",
            dependencies: ["FolderWatch", "Kernel", "CSystemCalls", "Simulation"],
            exclude: ["Scenarios"]
        ),
        .testTarget(
            name: "SimulationTests",
            dependencies: ["simulate", "Simulation", "TestSupport"],
            exclude: ["Scenarios"]
        ),
        .testTarget(
            name: "ImagingTests",
            dependencies: [
                "Imaging", "Renditions", "Kernel", "TestSupport", "fake-imager", "cache-user",
            ]
        ),
        .testTarget(
            name: "TerminalGraphicsTests",
            dependencies: ["TerminalGraphics", "TestSupport", "terminal-user"]
        ),
        .testTarget(
            name: "PictureDecodingTests",
            dependencies: ["Imaging", "Renditions", "TestSupport", "heliograph-imager"]
        ),
        .testTarget(
            name: "FilmTests",
            dependencies: ["Imaging", "Renditions", "TestSupport", "heliograph-film-imager"]
        ),
        .testTarget(
            name: "ExtractionTests",
            dependencies: [
                "Extraction", "Kernel", "MediaMetadata", "TestSupport", "heliograph-extractor",
                "heliograph-film-extractor",
            ]
        ),
        .testTarget(
            name: "IndexingTests",
            dependencies: [
                "Indexing", "Catalogue", "Extraction", "FolderWatch", "Kernel", "MediaMetadata",
                "PhotoModel", "TestSupport", logging,
            ],
            exclude: ["Scenarios"]
        ),
        .testTarget(
            name: "PredicateFormatTests",
            dependencies: ["PredicateFormat", "TestSupport"]
        ),
        .testTarget(
            name: "MediaMetadataTests",
            dependencies: ["MediaMetadata", "PhotoModel", "TestSupport"],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "CatalogueTests",
            dependencies: [
                "Catalogue", "Kernel", "PhotoModel", "PredicateFormat", "ChangeFeed",
                "TestSupport", grdb, sqlite,
            ],
            exclude: ["Fixtures"]
        ),
        .testTarget(
            name: "PhotosTests",
            dependencies: [
                "LibraryPictures", "Photos", "UniformTypeIdentifiers", "LibraryFiles",
                "PredicateFormat",
                "ObjectEvaluation", "Catalogue", "Imaging", "Renditions", "PhotoModel",
                "MediaMetadata", "Indexing", "TestSupport", "SourceCompatibility5",
                "SourceCompatibility6", "heliograph", "heliograph-extractor",
                "heliograph-film-imager",
            ]
        ),
        .testTarget(
            name: "CloudKitTests",
            dependencies: [
                "CloudKit", "ChangeFeed", "CoreLocation", "Catalogue", "PhotoModel", "TestSupport",
            ]
        ),
        .testTarget(
            name: "ProgramTests",
            dependencies: [
                "FolderWatch", "HeliographCommands", "heliograph", "heliograph-watcher",
                "heliograph-extractor",
                "heliograph-film-extractor", "TestSupport", "heliograph-imager", "albums", "cache",
                "filter", "gallery", "change-block", "observer", "location-client", "photos-client",
                "cloudkit-client", "heliograph-gallery",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
    ]
}

// What calls C says where it trusts itself with memory.
let strict: Set = [
    "MediaMetadata", "heliograph-film-extractor", "heliograph-film-imager", "heliograph-watcher",
    "Extraction", "ExtractorService", "SandboxService", "ImagingService", "Kernel", "FolderWatch",
    "Catalogue", "LibraryFiles",
    "Indexing", "PredicateFormat", "ObjectEvaluation", "ChangeFeed",
    "Daemon", "Diagnosis", "Settings",
    "Photos", "HeliographCommands", "heliograph-extractor", "heliograph-imager", "PictureDecoding",
    "Imaging", "Renditions", "LibraryPictures", "TerminalGraphics",
]
for target in package.targets where strict.contains(target.name) {
    target.swiftSettings?.append(.strictMemorySafety())
}

// Apps are compiled without what this package asks of itself.
for target in package.targets
where target.name.hasPrefix("SourceCompatibility")
    || target.name.hasSuffix("-client")
    || ["albums", "cache", "filter", "gallery"].contains(target.name)
{
    target.swiftSettings = target.name.hasSuffix("5") ? [.swiftLanguageMode(.v5)] : []
}

// With contrib/fuzz/run: the readers instrumented, and a program that libFuzzer drives.
if Context.environment["HELIOGRAPH_FUZZ"] != nil {
    let instrumented: SwiftSetting = .unsafeFlags(["-sanitize=fuzzer,address"])
    for target in package.targets
    where ["MediaMetadata", "PhotoModel", "PredicateFormat", "PictureDecoding", "Renditions"]
        .contains(target.name)
    {
        target.swiftSettings?.append(instrumented)
        if target.name == "PictureDecoding" {
            target.swiftSettings?.append(.unsafeFlags(["-enable-testing"]))
        }
    }
    let decoding = ["CPictures", "CFilmFrames", "CToneMapping"]
    for target in package.targets where decoding.contains(target.name) {
        target.cSettings =
            (target.cSettings ?? []) + [
                .unsafeFlags(["-fsanitize=fuzzer-no-link,address"])
            ]
    }
    package.targets.append(
        .executableTarget(
            name: "heliograph-fuzz",
            dependencies: [
                "MediaMetadata", "PredicateFormat", "CSystemCalls", "PictureDecoding", "Renditions",
                "ImagingService", "CFilmFrames",
            ],
            swiftSettings: [
                .unsafeFlags(["-parse-as-library"]), instrumented,
                .enableUpcomingFeature("InternalImportsByDefault"),
            ],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address"])]
        )
    )
}

// With contrib/bench/run: a program that reads a folder through an extractor and does nothing else.
if Context.environment["HELIOGRAPH_BENCH"] != nil {
    package.targets.append(
        .executableTarget(
            name: "heliograph-bench",
            dependencies: [
                "Indexing", "Extraction", "MediaMetadata", "CSystemCalls", "Catalogue",
                "PhotoModel",
                "Photos", "Imaging", "Renditions", grdb,
            ],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]
        )
    )
}
