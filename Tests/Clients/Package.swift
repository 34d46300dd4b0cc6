// swift-tools-version: 6.2
import PackageDescription

/// Returns a dependency on a module of the package under test.
func flint(_ product: String) -> Target.Dependency { .product(name: product, package: "flint") }

let samples = ["FlintCore", "FlintUserDefaults", "FlintTesting", "FlintObservation"].map(flint)

let tutorial = ["FlintCLI", "FlintInspector", "FlintSimulation", "FlintCore"].map(flint)

/// The tutorial's steps that are programs.
///
/// Their folders link to the files that the tutorial shows.
let steps = ["PerformStep", "ConditionStep", "PurchaseStep", "PermissionStep", "SettingStep", "ConsoleStep"]

// Code as apps write it, in a separate package that sees only the public API.
let package = Package(
    name: "flint-clients",
    platforms: [.macOS(.v15)],
    // The dependency has an explicit name, because the default is the name of the folder of the clone.
    dependencies: [.package(name: "flint", path: "../..")],
    targets: [
        // The same sources in the three modes in which apps are compiled. Each target links to Samples and adds the
        // code that is specific to its mode.
        .testTarget(
            name: "SwiftFiveClientTests", dependencies: samples, path: "SwiftFiveClientTests",
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "MainActorClientTests", dependencies: samples, path: "MainActorClientTests",
            swiftSettings: [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)]),
        .testTarget(
            name: "SwiftSixClientTests", dependencies: samples, path: "SwiftSixClientTests",
            swiftSettings: [.swiftLanguageMode(.v6)]),
        // The code of the articles and the README, compiled and run unchanged.
        .testTarget(
            name: "DocumentationTests", dependencies: samples, path: "DocumentationTests",
            swiftSettings: [
                .swiftLanguageMode(.v6), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]),
        // A front end, and the code of the article on attaching.
        .testTarget(
            name: "FrontEndTests",
            dependencies: [
                "FlintCore", "FlintInspector", "FlintSimulation", "FlintUI", "FlintConsole", "FlintAttachServer",
            ].map(flint), path: "FrontEndTests", swiftSettings: [.swiftLanguageMode(.v6)]),
        // The app of the article on the command line, and the tutorial's steps.
        .executableTarget(
            name: "FlintReleasedApp", dependencies: tutorial + [flint("FlintUI")], path: "ReleasedApp",
            swiftSettings: [.swiftLanguageMode(.v6)]),
        // An app that has migrated, as the article on migrating describes.
        .testTarget(
            name: "MigratedApp", dependencies: [flint("FlintCore")], path: "MigratedApp",
            swiftSettings: [.swiftLanguageMode(.v6)]),
        // The examples of documentation comments.
        .testTarget(
            name: "CommentExamples",
            dependencies: samples + [flint("FlintSimulation"), flint("FlintConsole"), flint("FlintUI")],
            path: "CommentExamples", swiftSettings: [.swiftLanguageMode(.v6)]),
        // The app of the article "Five Minutes".
        .executableTarget(
            name: "FiveMinutes", dependencies: tutorial, path: "FiveMinutes", swiftSettings: [.swiftLanguageMode(.v6)]),
        .testTarget(
            name: "TutorialTests", dependencies: steps.map { .target(name: $0) } + ["FiveMinutes"],
            path: "TutorialTests",
            swiftSettings: [.swiftLanguageMode(.v6)]),
    ]
        + steps.map { step in
            .executableTarget(
                name: step, dependencies: tutorial, path: "Tutorial/\(step)", swiftSettings: [.swiftLanguageMode(.v6)])
        }
)
