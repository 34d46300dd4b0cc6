// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "bookshelf",
    platforms: [.macOS(.v14)],
    dependencies: [.package(path: "../flint")],
    targets: [
        .executableTarget(
            name: "bookshelf",
            dependencies: [
                .product(name: "FlintCLI", package: "flint"),
                .product(name: "FlintCore", package: "flint"),
                .product(name: "FlintInspector", package: "flint"),
                .product(name: "FlintSimulation", package: "flint"),
            ])
    ]
)
