// swift-tools-version: 6.2
import PackageDescription

/// The settings of the package whose parsers are fuzzed.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A package with one program per parser.
///
/// `make fuzz` builds and runs all programs. They import modules as testable, because they are not in the package of the
/// parsers.
let package = Package(
    name: "flint-fuzz",
    platforms: [.macOS(.v14)],
    dependencies: [
        // The dependency has an explicit name, because the default is the name of the folder of the clone.
        .package(name: "flint", path: "../..", traits: ["RemoteFlags"])
    ],
    targets: [
        .executableTarget(
            name: "InputParserFuzz", dependencies: [.product(name: "FlintTerminal", package: "flint")],
            swiftSettings: settings),
        .executableTarget(
            name: "JSONScannerFuzz", dependencies: [.product(name: "FlintModel", package: "flint")],
            swiftSettings: settings),
        .executableTarget(
            name: "JournalFuzz", dependencies: [.product(name: "FlintRecording", package: "flint")],
            swiftSettings: settings),
        .executableTarget(
            name: "FlagAnswerFuzz",
            dependencies: [
                .product(name: "FlintRemoteFlags", package: "flint"), .product(name: "FlintCore", package: "flint"),
            ],
            swiftSettings: settings + [.define("RemoteFlags")]),
        .executableTarget(
            name: "RouteFuzz", dependencies: [.product(name: "FlintCore", package: "flint")],
            swiftSettings: settings),
        .executableTarget(
            name: "FilterFuzz", dependencies: [.product(name: "FlintInspector", package: "flint")],
            swiftSettings: settings),
        .executableTarget(
            name: "ExpectationsFuzz", dependencies: [.product(name: "FlintInspector", package: "flint")],
            swiftSettings: settings),
        .executableTarget(
            name: "ConsoleFileFuzz",
            dependencies: [
                .product(name: "FlintConsole", package: "flint"), .product(name: "FlintTerminal", package: "flint"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "ModelContextFuzz",
            dependencies: [
                .product(name: "FlintCLI", package: "flint"), .product(name: "FlintModel", package: "flint"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "FrameFuzz",
            dependencies: [
                .product(name: "FlintAttach", package: "flint"),
                .product(name: "FlintAttachServer", package: "flint"),
                .product(name: "FlintInspector", package: "flint"), .product(name: "FlintCore", package: "flint"),
                .product(name: "FlintModel", package: "flint"),
            ],
            swiftSettings: settings),
    ]
)
