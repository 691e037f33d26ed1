// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "filter",
    dependencies: [.package(name: "heliograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "filter",
            dependencies: [.product(name: "Photos", package: "heliograph")]
        )
    ]
)
