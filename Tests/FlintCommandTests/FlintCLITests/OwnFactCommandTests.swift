import FlintCLI
import FlintCore
import FlintInspector
import FlintSimulation
import FlintTestSupport
import Testing

@MainActor
struct OwnFactCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func run(_ words: String...) async throws -> GalleryCommandLine.Result {
        try await GalleryCommandLine.result(
            of: FlintCommandLine<Dome>.prepare(words), environment: ["FLINT_STATE": folder.path(of: "overrides.json")])
    }

    @Test func `facts of every kind are listed with their values, sources, and users`() async throws {
        let list = try await run("facts").output
        #expect(
            list == """
                purchase maps (Star maps): not purchased, from store; needed by Charts
                platform: iOS 18.0, from simulated; needed by no feature
                fact state (State of the dome): closed for wind, from app; needed by Photographs
                telescope firmware (Firmware): unknown; needed by Charts

                """)
        #expect(
            try await run("facts", "telescope").output == "telescope firmware (Firmware): unknown; needed by Charts\n")
        let json = try await run("facts", "fact", "--json").output
        #expect(json.contains(#""actor" : "nobody""#) && json.contains(#""value" : "closed-for-wind""#))
    }

    nonisolated private static let changes: [(words: [String], message: String)] = [
        (["fact", "state", "open"], "State of the dome: overridden, open until removed; Photographs is available."),
        (
            ["telescope", "firmware", "4.10", "--uses", "2"],
            "Firmware: overridden, 4.10 for 2 uses."
        ),
        (
            ["purchase", "maps", "purchased", "--in", "store"],
            "The store reports Star maps: purchased; Charts is undetermined."
        ),
    ]

    @Test(arguments: changes.indices)
    func `a value is set and undone`(index: Int) async throws {
        let (words, message) = Self.changes[index]
        let before = try await run("facts").output
        let result = try await GalleryCommandLine.result(
            of: FlintCommandLine<Dome>.prepare(["set"] + words),
            environment: ["FLINT_STATE": folder.path(of: "overrides.json")])
        #expect(result.output == message + "\n", "\(result.errors)")
        #expect(try await run("facts").output != before)
        #expect(try await run("undo").status == 0)
        #expect(try await run("facts").output == before)
    }

    nonisolated private static let refusals: [(words: [String], message: String)] = [
        (["fact", "state", "ajar"], "\"ajar\" is not a value of state. Write open, closed or closed-for-wind."),
        (["telescope", "firmware", "4.x"], "\"4.x\" is not a value of firmware. Write a version, such as 9.6."),
        (["fact", "roof", "open"], "There is no fact \"roof\". The only fact is State of the dome (state)."),
        (
            ["fact", "state", "open", "--in", "store"],
            "--in store sets a product's status, not a fact of the app's own."
        ),
        (["purchase", "maps", "none", "--in", "store"], "The store cannot remove a purchase; write not-purchased."),
    ]

    @Test(arguments: refusals.indices)
    func `the error for an invalid value of a fact lists the valid ones`(index: Int) async throws {
        let (words, message) = Self.refusals[index]
        let result = try await GalleryCommandLine.result(
            of: FlintCommandLine<Dome>.prepare(["set"] + words),
            environment: ["FLINT_STATE": folder.path(of: "overrides.json")])
        #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
    }

    @Test func `plans state who can perform them`() async throws {
        #expect(
            try await run("why", "Charts").output.contains(
                "ask the operator: update it to 4.10 or later"))
        #expect(
            try await run("why", "Photographs").output
                .contains("to unlock: State of the dome open is needed (impossible here; the wind is too strong)\n"))
    }

    @Test func `a persona and a report contain the values`() async throws {
        _ = try await run("set", "fact", "state", "open")
        #expect(try await run("persona", "save", "Clear").status == 0)
        #expect(try await run("report", "--output", folder.path(of: "report.json")).status == 0)
        _ = try await run("set", "fact", "state", "closed")
        let applied = try await run("persona", "apply", "Clear").output
        #expect(applied == "The app is in the state of Clear; 1 feature changed.\n")
        let recorded = try await run("facts", "fact", "--recording", folder.path(of: "report.json")).output
        #expect(recorded == "fact state (State of the dome): open, from override; needed by Photographs\n")
    }
}

private final class Dome: FlintApplication {
    nonisolated static let commandName = "dome"
    nonisolated static let abstract = "Look at the features of an observatory."
    nonisolated static let appName = "Dome"

    let router: (any PresentationRouter & Sendable)? = nil
    let device: SimulatedDevice?
    let backgroundWork: (any BackgroundWork)? = nil
    let activity: String? = nil

    init(options: EmptyOptions, launch: LaunchOptions) {
        device = SimulatedDevice(
            file: launch.stateFile(named: "device"),
            platform: launch.platform ?? CurrentPlatform(platform: .iOS, version: 18),
            store: SimulatedStore(offers: [StoreOffer(DomeFeatures.maps)]))
    }

    func setUp() {
        FlintRuntime.current.setUp(DomeFeatures.self) { [self] in
            device?.configure($0)
            $0.allowsOverrides = true
        }
        Flint.set(.dome, to: .closedForWind)
    }

    func observeActivity(_ handler: @escaping @Sendable () -> Void) {}
}

private final class DomeFeatures: FeatureGroup {
    static let description = "An observatory"
    static let maps = NonConsumableProduct(name: "Star maps", productID: "maps")
    static var subfeatures: [FeatureDefinition.Type] { [Photographs.self, Charts.self] }
}

private final class Photographs: ConditionalFeature {
    static let description = "Takes pictures"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.dome, is: .open)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Charts: ConditionalFeature {
    static let description = "Follows stars on a chart"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.firmware, atLeast: PlatformVersion(major: 4, minor: 10))
        requirements.purchase(DomeFeatures.maps)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

private enum DomeState: String, AppFactChoice {
    case open, closed
    case closedForWind = "closed-for-wind"

    var remedy: Remedy? {
        switch self {
        case .open: nil
        case .closed: .user("Open it")
        case .closedForWind: .nobody("The wind is too strong")
        }
    }
}

extension AppFact where Value == DomeState {
    fileprivate static var dome: AppFact { AppFact("state", title: "State of the dome") }
}

extension AppFact where Value == PlatformVersion {
    fileprivate static var firmware: AppFact {
        AppFact(
            "firmware", kind: FactKind(rawValue: "telescope"), title: "Firmware", remedy: .operator("Update it"))
    }
}
