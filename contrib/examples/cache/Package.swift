// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "cache",
    dependencies: [.package(name: "heliograph", path: "../../..")],
    targets: [
        .executableTarget(
            name: "cache",
            dependencies: [.product(name: "CloudKit", package: "heliograph")]
        )
    ]
)
