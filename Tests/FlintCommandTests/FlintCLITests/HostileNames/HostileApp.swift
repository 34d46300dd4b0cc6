import FlintCLI
import FlintCore
import FlintInspector
import FlintSimulation
import FlintTestSupport
import Logging

/// An app whose names and texts are all hostile, apart from the names of its types.
final class HostileApp: FlintApplication {
    nonisolated static let commandName = "hostile"
    nonisolated static let abstract = "Look at the features of the \u{1B}[31m\u{202E}app."
    nonisolated static let appName = "App " + HostileText.name
    nonisolated static let bundledFiles = [
        "personas/bundled.json": """
        {"flint": "persona", "version": 2, "name": "Bundled", "description": "a\\u001b[31m\\u202e", "purchases": {}}
        """
    ]

    let router: (any PresentationRouter & Sendable)? = nil
    let device: SimulatedDevice?
    let backgroundWork: (any BackgroundWork)? = nil
    let activity: String? = "doing " + HostileText.text
    private let flags: FileKeyValueStore
    private let toggles: FileKeyValueStore

    init(options: EmptyOptions, launch: LaunchOptions) {
        let store = SimulatedStore(offers: [
            StoreOffer(HostileProducts.pass, price: HostileText.name),
            StoreOffer(
                HostileProducts.club, price: "1", subscriptionGroup: HostileText.name,
                subscriptionPeriod: SubscriptionPeriod("P1M")),
            StoreOffer(HostileProducts.coins),
        ])
        device = SimulatedDevice(
            file: launch.stateFile(named: "device"),
            platform: launch.platform ?? CurrentPlatform(platform: .iOS, version: PlatformVersion(major: 17)),
            permissions: SimulatedPermissionCenter(usageDescriptions: [.camera: HostileText.name]), store: store)
        flags = FileKeyValueStore(path: launch.stateFile(named: "flags"))
        toggles = FileKeyValueStore(path: launch.stateFile(named: "toggles"))
    }

    var problems: [String] { ["A problem of " + HostileText.text] }

    func setUp() {
        FlintAppInfo.urlSchemes = ["hostile"]
        FlintRuntime.current.setUp(HostileFeatures.self) { [self] in
            device?.configure($0)
            $0.allowsOverrides = true
            $0.userFeatureToggles = StoredFeatureToggles(store: toggles)
            $0.featureFlagProviders = [
                DebugFeatureFlagProvider(userDefaults: flags), HostileFlags(),
            ]
        }
        Flint.set(.grade, to: .low)
        Logger(label: HostileText.name) { Flint.logHandler(label: $0) }
            .error("Set up \(HostileText.text)", metadata: ["key \(HostileText.name)": "\(HostileText.name)"])
    }

    func observeActivity(_ handler: @escaping @Sendable () -> Void) {}
}

enum HostileProducts {
    static let pass = NonConsumableProduct(
        name: "Pass " + HostileText.name, description: HostileText.text, productID: "pass" + HostileText.typedName,
        declaration: .hostile)
    static let club = AutoRenewingSubscriptionProduct(
        name: "Club " + HostileText.name, description: HostileText.text, productID: "club" + HostileText.typedName)
    static let coins = ConsumableProduct(name: "Coins " + HostileText.name, productID: "coins" + HostileText.typedName)
}

/// A provider that has one flag, and explains its value.
private final class HostileFlags: DetailedFeatureFlagProvider, Sendable {
    let announcesChanges = true
    let priority = FeaturePriority.minPriority
    let type = FeatureFlagProviderType.remote
    let name = "provider " + HostileText.name
    let knownFeatures: [FeatureKey] = [FeatureKey(rawValue: HostileFeatures.flag.key)]

    func hasFeature(_ featureKey: FeatureKey) -> Bool { knownFeatures.contains(featureKey) }
    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { false }
    func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        guard hasFeature(featureKey) else { return nil }
        return FlagEvaluation(
            value: false, variant: HostileText.text, metadata: ["key " + HostileText.name: HostileText.name])
    }
    func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        ObservationToken {}
    }
}

extension Declaration {
    fileprivate static let hostile = Declaration(
        owner: HostileText.name, kind: .release, since: HostileText.name, reviewDate: HostileText.name,
        link: "https://example.com/" + HostileText.name)
}

final class HostileFeatures: FeatureGroup {
    static let name = "Everything " + HostileText.name
    static let description = HostileText.text
    static var subfeatures: [FeatureDefinition.Type] {
        [Locked.self, Signpost.self, Odd.self, Unnamed.self, Graded.self]
    }
    static let flag = FeatureFlag(key: FeatureKey(rawValue: "tickets" + HostileText.typedName), declaration: .hostile)
}

final class Locked: ConditionalFeature {
    static let name = "Locked " + HostileText.name
    static let description = HostileText.text
    static let declaration = Declaration.hostile
    static let open = action(HostileAction.self)
    static var isEnabled: Bool? { true }
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(anyOf: HostileProducts.pass, HostileProducts.club)
        requirements.purchase(HostileProducts.coins, quantity: 2)
        requirements.permission(.camera)
        requirements.featureFlag(HostileFeatures.flag)
        requirements.userToggled(defaultValue: false)
        requirements.runtimeEnabled()
    }
    static func prepare(actions: FeatureActionsBuilder) { actions.publish(open) }
}

final class Signpost: Feature {
    static let name = "Signpost " + HostileText.name
    static let description = HostileText.text
    static let variation: String? = HostileText.name
    static let show = action(HostileAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.publish(show) }
}

extension Signpost: URLMapped {
    static func urlMappings(routes: URLMappingsBuilder) { routes.send("guide", to: show) }
}

/// A feature with a hostile path.
final class Odd: ConditionalFeature {
    static let name = HostileText.text
    static let description = HostileText.text
    static var identifier: FeaturePath { FeaturePath(["HostileFeatures", "odd" + HostileText.typedName]) }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(HostileProducts.pass) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// A feature that depends on a fact of the app's own.
final class Graded: ConditionalFeature {
    static let name = "Graded " + HostileText.name
    static let description = HostileText.text
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.fact(.grade, is: .high) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

enum Grade: String, AppFactChoice {
    case high
    case low = "\u{1B}[31mlow\u{202E}"

    var title: String { HostileText.text }
    var remedy: Remedy? { .user(HostileText.text) }
}

extension AppFact where Value == Grade {
    static var grade: AppFact {
        AppFact("grade" + HostileText.name, title: HostileText.text, remedy: .operator(HostileText.name))
            .of(HostileText.typedName)
    }
}

final class Unnamed: Feature {
    static let name = "\u{1B}\u{202E}\n"
    static let description = ""
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// An action that logs its input and fails with it.
final class HostileAction: UIAction {
    static let name = "Act " + HostileText.name
    static let description = HostileText.text

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static func perform(
        context: ActionContext<HostileInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        context.logs.development?.error(context.input.text)
        return completion.completedSync(.failure(error: Failure(description: context.input.text)))
    }
}

struct HostileInput: RouteParametersDecodable, FlintLoggable {
    let text: String

    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let text = parameters?["text"] else { return nil }
        self.text = text
    }

    static var inputFields: [InputField] { [InputField("text", description: HostileText.text)] }
    var loggingDescription: String { text }
}
