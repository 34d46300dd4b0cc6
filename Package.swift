// swift-tools-version: 6.2
import PackageDescription

/// Settings that every Swift target shares.
///
/// Async functions stay on their caller's executor, so that no worker pool is woken by accident. A member is visible
/// only where its module is imported.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The plugin that builds the documentation's site.
///
/// Only `make docs` sets the variable, so no other build fetches it.
let documentation: [Package.Dependency] =
    Context.environment["FLINT_DOCS"] == nil
    ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]

/// The standard libraries, and the locks.
let system: [Target.Dependency] = ["FlintFoundation", "FlintLibc", "FlintLocks"]

/// The modules that the sample apps use.
let samples: [Target.Dependency] = ["FlintCore", "FlintUserDefaults", "FlintTesting", "FlintObservation"]

/// The modules of an app with a command line.
let application: [Target.Dependency] = ["FlintCLI", "FlintInspector", "FlintSimulation", "FlintCore"]

/// The tutorial's steps that are programs.
///
/// Their folders link to the files that the tutorial shows.
let steps = ["PerformStep", "ConditionStep", "PurchaseStep", "PermissionStep", "SettingStep", "ConsoleStep"]

/// Code as apps write it, which sees only public names.
let clients: [Target] =
    [
        // The sample apps in the three modes in which apps are compiled. Each target links to the same sources, and adds
        // the code that is specific to its mode. The tests run in the strictest one.
        .testTarget(
            name: "MainActorClientTests", dependencies: samples, path: "Tests/Clients/MainActorClientTests",
            packageAccess: false, swiftSettings: [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self)]),
        .target(
            name: "FlintSwiftFiveSamples", dependencies: samples, path: "Tests/Clients/SwiftFiveSamples",
            packageAccess: false, swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(
            name: "FlintSwiftSixSamples", dependencies: samples, path: "Tests/Clients/SwiftSixSamples",
            packageAccess: false, swiftSettings: [.swiftLanguageMode(.v6)]),
        // The code of the articles and the README, compiled and run unchanged.
        .testTarget(
            name: "DocumentationTests", dependencies: samples + ["FlintSwiftUI"],
            path: "Tests/Clients/DocumentationTests",
            packageAccess: false, swiftSettings: settings),
        // A front end, and the code of the article on attaching.
        .testTarget(
            name: "FrontEndTests",
            dependencies: [
                "FlintCore", "FlintInspector", "FlintSimulation", "FlintUI", "FlintConsole", "FlintAttachServer",
            ],
            path: "Tests/Clients/FrontEndTests", packageAccess: false, swiftSettings: [.swiftLanguageMode(.v6)]),
        // An app that has migrated, as the article on migrating describes.
        .testTarget(
            name: "MigratedApp", dependencies: ["FlintCore"], path: "Tests/Clients/MigratedApp", packageAccess: false,
            swiftSettings: [.swiftLanguageMode(.v6)]),
        // The examples of documentation comments.
        .testTarget(
            name: "CommentExamples", dependencies: samples + ["FlintSimulation", "FlintConsole", "FlintUI"],
            path: "Tests/Clients/CommentExamples", packageAccess: false, swiftSettings: [.swiftLanguageMode(.v6)]),
        // The example of the article on flags.
        .testTarget(
            name: "FlagProvidersExampleTests",
            dependencies: ["FlintConfigurationFlags", "FlintRemoteFlags", "FlintCore"],
            path: "Tests/Clients/FlagProvidersExampleTests", packageAccess: false, swiftSettings: settings),
        // The app of the article on the command line.
        .executableTarget(
            name: "FlintReleasedApp", dependencies: application + ["FlintUI"], path: "Tests/Clients/ReleasedApp",
            packageAccess: false, swiftSettings: settings),
        // An app whose sources announce no changes.
        .executableTarget(
            name: "FlintSilentApp", dependencies: application, path: "Tests/Clients/SilentApp", packageAccess: false,
            swiftSettings: settings),
        // Two apps with their own flags, of which the first also has its own store of overrides.
        .executableTarget(
            name: "FlintPlayerApp", dependencies: ["FlintCLI", "FlintCore"], path: "Tests/Clients/PlayerApp",
            packageAccess: false, swiftSettings: settings),
        .executableTarget(
            name: "FlintReaderApp", dependencies: ["FlintCLI", "FlintCore"], path: "Tests/Clients/ReaderApp",
            packageAccess: false, swiftSettings: settings),
        // The program of the article on adopting.
        .executableTarget(
            name: "FlintSkyApp",
            dependencies: [
                "FlintCLI", "FlintSimulation", "FlintCore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/Clients/SkyApp", packageAccess: false, swiftSettings: settings),
        // The app of the article "Five Minutes".
        .executableTarget(
            name: "FlintFiveMinutes", dependencies: application, path: "Tests/Clients/FiveMinutes",
            packageAccess: false, swiftSettings: [.swiftLanguageMode(.v6)]),
        .testTarget(
            name: "TutorialTests",
            dependencies: ["FlintFiveMinutes"] + steps.map { .target(name: "Flint\($0)") },
            path: "Tests/Clients/TutorialTests", packageAccess: false, swiftSettings: [.swiftLanguageMode(.v6)]),
    ]
    + steps.map { step in
        .executableTarget(
            name: "Flint\(step)", dependencies: application, path: "Tests/Clients/Tutorial/\(step)",
            packageAccess: false, swiftSettings: [.swiftLanguageMode(.v6)])
    }

/// The benchmarks and the stress test.
///
/// Only the make targets that run them set the variable, so no other build compiles them.
let measurements: [Target] =
    Context.environment["FLINT_MEASUREMENTS"] == nil
    ? []
    : [
        .target(name: "CFlintAllocations", path: "Benchmarks/Sources/CFlintAllocations"),
        // Replaces functions of the C library that read the clock, so only the program with the soak links it.
        .target(name: "CFlintSoak", path: "Benchmarks/Sources/CFlintSoak"),
        .target(
            name: "FlintEngineBenchmarks",
            dependencies: [
                "CFlintAllocations", "FlintLocks", "FlintCore", "FeatureGating",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Benchmarks/Sources/FlintEngineBenchmarks", swiftSettings: settings),
        // Depends on no front end, so that `make counts` builds only the engine.
        .executableTarget(
            name: "FlintEngineCounts", dependencies: ["CFlintAllocations", "FlintEngineBenchmarks"],
            path: "Benchmarks/Sources/FlintEngineCounts", swiftSettings: settings),
        .executableTarget(
            name: "FlintBench",
            dependencies: [
                "CFlintAllocations", "CFlintSoak", "FlintTestSupport", "FlintEngineBenchmarks", "FlintLocks",
                "FlintCore", "FeatureGating", "FlintInspector", "FlintWorld", "FlintAttach", "FlintAttachServer",
                "FlintRecording", "FlintConsole", "FlintCLI", "FlintTerminal", "FlintSimulation", "FlintPodcasts",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Benchmarks/Sources/FlintBench", swiftSettings: settings),
        .executableTarget(
            name: "FlintThreadStress",
            dependencies: [
                "FlintAttachServer", "FlintAttach", "FlintInspector", "FlintWorld", "FlintLocks", "FlintCore",
                "FeatureGating",
            ],
            path: "Tests/FlintThreadStress",
            swiftSettings: settings),
    ]

let package = Package(
    name: "flint",
    platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
    products: [
        .library(name: "FeatureGating", targets: ["FeatureGating"]),
        .library(name: "FlintModel", targets: ["FlintModel"]),
        .library(name: "FlintCore", targets: ["FlintCore"]),
        .library(name: "FlintUserDefaults", targets: ["FlintUserDefaults"]),
        .library(name: "FlintObservation", targets: ["FlintObservation"]),
        .library(name: "FlintSwiftUI", targets: ["FlintSwiftUI"]),
        .library(name: "FlintTesting", targets: ["FlintTesting"]),
        .library(name: "FlintSimulation", targets: ["FlintSimulation"]),
        .library(name: "FlintInspector", targets: ["FlintInspector"]),
        // For the fuzzers. The module has no public API.
        .library(name: "FlintTerminal", targets: ["FlintTerminal"]),
        .library(name: "FlintConsole", targets: ["FlintConsole"]),
        // Also for the fuzzers.
        .library(name: "FlintAttach", targets: ["FlintAttach"]),
        .library(name: "FlintRecording", targets: ["FlintRecording"]),
        .library(name: "FlintAttachServer", targets: ["FlintAttachServer"]),
        .library(name: "FlintServiceLifecycle", targets: ["FlintServiceLifecycle"]),
        .library(name: "FlintUI", targets: ["FlintUI"]),
        .library(name: "FlintCLI", targets: ["FlintCLI"]),
        .library(name: "FlintRemoteFlags", targets: ["FlintRemoteFlags"]),
        .library(name: "FlintConfigurationFlags", targets: ["FlintConfigurationFlags"]),
        .library(name: "FlintMetrics", targets: ["FlintMetrics"]),
        .library(name: "FlintDesktopPortal", targets: ["FlintDesktopPortal"]),
        .library(name: "FlintSystemPermissions", targets: ["FlintSystemPermissions"]),
        .executable(name: "flint", targets: ["FlintProgram"]),
    ],
    traits: [
        .trait(
            name: "RemoteFlags",
            description: "Feature flags from a server that speaks the OpenFeature Remote Evaluation Protocol."),
        .trait(
            name: "Configuration",
            description: "Feature flags from a file, the environment and the arguments, over swift-configuration."),
        .trait(
            name: "Metrics",
            description: "Counters, timers and spans of actions, over swift-metrics and swift-distributed-tracing."),
        .trait(
            name: "ServiceLifecycle",
            description: "The inspector of a server as a service, over swift-service-lifecycle."),
        .trait(name: "ServerExample", description: "The example of a service over HTTP that is attached to."),
        .trait(
            name: "DesktopPortal", description: "The permissions that a Linux desktop keeps, over its message bus."),
        // One for each permission of Apple's systems, because an app must explain the purpose of every permission
        // framework that it references.
        .trait(name: "Camera", description: "The adapter of the camera's permission."),
        .trait(name: "Photos", description: "The adapter of the permission for the user's pictures."),
        .trait(name: "Microphone", description: "The adapter of the microphone's permission."),
        .trait(name: "Location", description: "The adapters of the permissions for the device's location."),
        .trait(name: "Contacts", description: "The adapter of the permission for the user's address book."),
        .trait(name: "CalendarEvents", description: "The adapter of the permission for the user's appointments."),
        .trait(name: "Reminders", description: "The adapter of the permission for the user's reminders."),
        .trait(name: "Motion", description: "The adapter of the permission for motion and fitness."),
        .trait(name: "SpeechRecognition", description: "The adapter of the permission to turn speech into text."),
        .trait(name: "MediaLibrary", description: "The adapter of the permission for the user's music."),
        .trait(name: "Bluetooth", description: "The adapter of the permission to use Bluetooth."),
        .trait(name: "Notifications", description: "The adapter of the permission for notifications."),
        .trait(name: "PhotosAddOnly", description: "The adapter of the permission to add pictures."),
        .trait(name: "SiriKit", description: "The adapter of the permission to be used through Siri."),
        .trait(name: "Tracking", description: "The adapter of the permission to track the user."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        // Fetched only with the trait that needs them.
        .package(
            url: "https://github.com/apple/swift-configuration", from: "1.4.0",
            traits: ["JSON", "CommandLineArguments"]),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.9.0"),
    ] + documentation,
    targets: [
        // The standard libraries, whose modules have other names on other systems.
        .target(name: "FlintFoundation", swiftSettings: settings),
        .target(name: "FlintLibc", swiftSettings: settings),
        // Locks and atomic values. Those of the standard library require later versions of Apple's systems.
        .target(name: "CFlintAtomics"),
        .target(
            name: "FlintLocks",
            dependencies: [
                "FlintLibc",
                .target(
                    name: "CFlintAtomics",
                    condition: .when(platforms: [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS])),
            ],
            swiftSettings: settings),
        .target(name: "FeatureGating", swiftSettings: settings),
        .target(name: "FlintModel", dependencies: ["FeatureGating"] + system, swiftSettings: settings),
        .target(
            name: "FlintCore",
            dependencies: ["FlintModel", "FeatureGating", .product(name: "Logging", package: "swift-log")] + system,
            swiftSettings: settings),
        .target(name: "FlintUserDefaults", dependencies: ["FlintLocks", "FlintCore"], swiftSettings: settings),
        // Separate from the engine, because programs without views need not link the Observation library.
        .target(name: "FlintObservation", dependencies: ["FlintLocks", "FlintCore"], swiftSettings: settings),
        // Links neither the inspector nor what only tests need. Nearly empty where SwiftUI is missing.
        .target(name: "FlintSwiftUI", dependencies: ["FlintObservation", "FlintCore"], swiftSettings: settings),
        .target(
            name: "FlintTesting",
            dependencies: ["FlintSwiftUI", "FlintInspector", "FlintWorld", "FlintLocks", "FlintCore"],
            swiftSettings: settings
        ),
        .target(name: "FlintSimulation", dependencies: ["FlintCore"] + system, swiftSettings: settings),
        .target(name: "FlintWorld", dependencies: ["FlintModel", "FeatureGating"] + system, swiftSettings: settings),
        .target(
            name: "FlintInspector",
            dependencies: [
                "FlintWorld", "FlintCore", "FeatureGating", .product(name: "Logging", package: "swift-log"),
                .product(name: "DequeModule", package: "swift-collections"),
            ] + system,
            swiftSettings: settings),
        .target(
            name: "CFlintCurses",
            // The systems without curses, on which no terminal can be opened. On others without it, such as that of the
            // static Linux SDK, pass -Xcc -DFLINT_NO_CURSES.
            cSettings: [
                .define(
                    "FLINT_NO_CURSES",
                    .when(platforms: [.iOS, .tvOS, .watchOS, .visionOS, .android, .windows, .wasi]))
            ],
            linkerSettings: [
                .linkedLibrary("ncursesw", .when(platforms: [.linux])),
                .linkedLibrary("tinfo", .when(platforms: [.linux])),
                .linkedLibrary("ncurses", .when(platforms: [.macOS])),
            ]),
        .target(name: "FlintTerminal", dependencies: ["CFlintCurses"] + system, swiftSettings: settings),
        .target(
            name: "FlintConsole",
            dependencies: ["FlintLocks", "FlintWorld", "FlintTerminal", "FeatureGating", "FlintFoundation"],
            swiftSettings: settings),
        .target(
            name: "FlintRecording", dependencies: ["FlintWorld", "FeatureGating"] + system, swiftSettings: settings),
        .target(name: "FlintAttach", dependencies: ["FlintWorld"] + system, swiftSettings: settings),
        // Separate from the inspector, so that only an app that serves it links sockets.
        .target(
            name: "FlintAttachServer",
            dependencies: ["FlintAttach", "FlintInspector", "FlintWorld", "FlintCore"] + system,
            swiftSettings: settings),
        .target(name: "FlintUI", dependencies: ["FlintCore", "FlintConsole"], swiftSettings: settings),
        .target(
            name: "FlintCLI",
            dependencies: [
                "FlintUI", "FlintAttach", "FlintAttachServer", "FlintRecording", "FlintInspector", "FlintSimulation",
                "FlintConsole", "FlintCore", "FlintWorld", "FlintTerminal", "FeatureGating",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ] + system,
            swiftSettings: settings),
        .target(
            name: "FlintPodcasts", dependencies: ["FlintCore", "FlintSimulation"] + system, swiftSettings: settings),
        .executableTarget(
            name: "FlintProgram",
            dependencies: [
                "FlintCLI", "FlintPodcasts", "FlintInspector", "FlintSimulation", "FlintCore", "FlintFoundation",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),

        // Without their trait, these modules are nearly empty and link neither Foundation nor a package.
        .target(
            name: "FlintRemoteFlags",
            dependencies: [
                "FlintLocks", "FlintCore", "FlintFoundation",
                .product(
                    name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["RemoteFlags"])),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["RemoteFlags"])),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["RemoteFlags"])),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["RemoteFlags"])),
                .product(
                    name: "NIOHTTPCompression", package: "swift-nio-extras", condition: .when(traits: ["RemoteFlags"])),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["RemoteFlags"])),
            ],
            swiftSettings: settings),
        .target(
            name: "FlintConfigurationFlags",
            dependencies: [
                "FlintLocks", "FlintCore", "FlintFoundation",
                .product(
                    name: "Configuration", package: "swift-configuration", condition: .when(traits: ["Configuration"])),
            ],
            swiftSettings: settings),

        .target(
            name: "FlintMetrics",
            dependencies: [
                "FlintLocks", "FlintCore",
                .product(name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
                .product(name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Metrics"])),
            ],
            swiftSettings: settings),

        .target(
            name: "FlintServiceLifecycle",
            dependencies: [
                "FlintAttachServer", "FlintCore",
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle",
                    condition: .when(traits: ["ServiceLifecycle"])),
            ],
            swiftSettings: settings),

        .target(name: "FlintSystemPermissions", dependencies: ["FlintLocks", "FlintCore"], swiftSettings: settings),
        .target(
            name: "CFlintPortal",
            cSettings: [.define("FLINT_DESKTOP_PORTAL", .when(platforms: [.linux], traits: ["DesktopPortal"]))],
            linkerSettings: [.linkedLibrary("systemd", .when(platforms: [.linux], traits: ["DesktopPortal"]))]),
        .target(
            name: "FlintDesktopPortal", dependencies: ["CFlintPortal", "FlintWorld", "FlintLocks", "FlintCore"],
            swiftSettings: settings),

        .executableTarget(
            name: "FlintWeatherService",
            dependencies: [
                "FlintAttachServer", "FlintCore",
                .product(name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["ServerExample"])),
                .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["ServerExample"])),
            ],
            packageAccess: false, swiftSettings: settings),

        // Helpers for the tests of several modules.
        .target(
            name: "FlintTestSupport", dependencies: ["FlintLocks", "FlintCore"], path: "Tests/FlintTestSupport",
            swiftSettings: settings),
        .target(
            name: "FlintInspectorTestSupport", dependencies: ["FlintInspector", "FlintWorld", "FlintCore"],
            path: "Tests/FlintInspectorTestSupport", swiftSettings: settings),
        .executableTarget(
            name: "FlintTerminalProgram", dependencies: ["FlintTerminal"], path: "Tests/FlintTerminalProgram",
            swiftSettings: settings),

        // Each of these targets has a folder for the tests of each module. The compiler loads the modules once per target,
        // so a few large targets build faster than one for each module.
        .testTarget(
            name: "FlintEngineTests",
            dependencies: [
                "FlintTestSupport", "FlintTesting", "FlintSystemPermissions", "FlintObservation", "FlintUserDefaults",
                "FlintLocks", "FlintCore", "FlintModel", "FeatureGating",
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["FlintCoreTests/CompileFailure"], swiftSettings: settings),
        .testTarget(
            name: "FlintDemoTests",
            dependencies: [
                "FlintTestSupport", "FlintPodcasts", "FlintTesting", "FlintSimulation", "FlintUserDefaults",
                "FlintConfigurationFlags", "FlintLocks", "FlintCore", "FeatureGating",
            ],
            exclude: [
                "FlintSimulationTests/StoreKitFile/Bookshop.storekit",
                "FlintSimulationTests/StoreKitFile/Magazine.storekit",
                "FlintPodcastsTests/Features/Refusals", "FlintPodcastsTests/Scenarios/everything.scenario",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FlintInspectionTests",
            dependencies: [
                "FlintTestSupport", "FlintInspectorTestSupport", "FlintCLI", "FlintRecording", "FlintInspector",
                "FlintSimulation", "FlintWorld", "FlintLocks", "FlintCore", "FeatureGating",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FlintScreenTests",
            dependencies: [
                "FlintTestSupport", "FlintInspectorTestSupport", "FlintTerminalProgram", "FlintCLI", "FlintUI",
                "FlintInspector", "FlintSimulation", "FlintConsole", "FlintTerminal", "FlintWorld", "FlintLocks",
                "FlintCore",
                "FlintModel", "FeatureGating",
            ],
            exclude: ["FlintConsoleTests/Screens", "FlintConsoleTests/Transcripts"], swiftSettings: settings),
        .testTarget(
            name: "FlintCommandTests",
            dependencies: [
                "FlintTestSupport", "FlintInspectorTestSupport", "FlintPodcasts", "FlintCLI", "FlintAttachServer",
                "FlintAttach", "FlintRecording", "FlintInspector", "FlintSimulation", "FlintConsole", "FlintTerminal",
                "FlintWorld", "FlintLocks", "FlintCore",
                "FlintModel", "FeatureGating", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FlintTraitTests",
            dependencies: [
                "FlintTestSupport", "FlintTesting", "FlintRemoteFlags", "FlintConfigurationFlags", "FlintMetrics",
                "FlintServiceLifecycle", "FlintDesktopPortal", "FlintAttachServer", "FlintLocks", "FlintCore",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["RemoteFlags"])),
                .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["RemoteFlags"])),
                .product(
                    name: "ServiceLifecycle", package: "swift-service-lifecycle",
                    condition: .when(traits: ["ServiceLifecycle"])),
                .product(name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
                .product(
                    name: "InMemoryTracing", package: "swift-distributed-tracing",
                    condition: .when(traits: ["Metrics"])),
                .product(name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Metrics"])),
            ],
            exclude: ["FlintDesktopPortalTests/Portal/peer.py"], swiftSettings: settings),

        .executableTarget(
            name: "FlintStateWriter",
            dependencies: ["FlintRecording", "FlintSimulation", "FlintInspector", "FlintWorld", "FlintCore"],
            path: "Tests/FlintStateWriter", swiftSettings: settings),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "FlintTestSupport", "FlintCLI", "FlintRecording", "FlintWorld", "FlintLocks", "FlintCore",
                "FlintProgram",
                "FlintStateWriter", "FlintReleasedApp", "FlintSilentApp", "FlintPlayerApp", "FlintReaderApp",
                "FlintSkyApp",
                "FlintWeatherService",
            ],
            exclude: ["StateFiles", "ModelContext/client.py", "Action/service.py"],
            swiftSettings: settings),
    ] + clients + measurements
)
