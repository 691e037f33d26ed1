// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "albums",
    dependencies: [.package(name: "heliograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "albums",
            dependencies: [.product(name: "Photos", package: "heliograph")]
        )
    ]
)
