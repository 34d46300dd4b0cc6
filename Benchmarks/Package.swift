// swift-tools-version: 6.2
import PackageDescription

/// The settings of the package that is measured.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "flint-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Named, because a package in a folder is otherwise called like the folder, whatever a clone is called.
        .package(name: "flint", path: ".."),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    ],
    targets: [
        .target(name: "CAllocations"),
        .target(
            name: "EngineBenchmarks",
            dependencies: [
                "CAllocations",
                .product(name: "FlintCore", package: "flint"),
                .product(name: "FeatureGating", package: "flint"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        // Needs no front end, so that `make test` builds the engine only.
        .executableTarget(
            name: "EngineCounts", dependencies: ["CAllocations", "EngineBenchmarks"], swiftSettings: settings),
        .executableTarget(
            name: "Bench",
            dependencies: [
                "CAllocations", "EngineBenchmarks",
                .product(name: "FlintCore", package: "flint"),
                .product(name: "FeatureGating", package: "flint"),
                .product(name: "FlintInspector", package: "flint"),
                .product(name: "InspectorKit", package: "flint"),
                .product(name: "FlintConsole", package: "flint"),
                .product(name: "FlintCLI", package: "flint"),
                .product(name: "TerminalKit", package: "flint"),
                .product(name: "FlintSimulation", package: "flint"),
                .product(name: "PodcastApp", package: "flint"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
    ]
)
