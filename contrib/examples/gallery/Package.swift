// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "gallery",
    dependencies: [.package(name: "heliograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "gallery",
            dependencies: [.product(name: "Photos", package: "heliograph")]
        )
    ]
)
