// swift-tools-version: 6.2
import PackageDescription

/// A package with the program that `make mutate` builds and runs.
let package = Package(
    name: "flint-mutation",
    platforms: [.macOS(.v14)],
    targets: [
        .executableTarget(
            name: "Mutation",
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ])
    ]
)
