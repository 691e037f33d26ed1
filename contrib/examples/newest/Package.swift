// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "newest",
    dependencies: [.package(name: "heliograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "newest",
            dependencies: [
                .product(name: "Photos", package: "heliograph"),
                .product(name: "heliograph-imager", package: "heliograph"),
                .product(name: "heliograph-film-imager", package: "heliograph"),
                .product(name: "heliograph-extractor", package: "heliograph"),
            ]
        )
    ]
)
