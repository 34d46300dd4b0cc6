import FeatureGating
import FlintTestSupport
import Foundation
import Testing

@testable import FlintCore
@testable import FlintModel

struct RefusalTests {
    private static let premium = NonConsumableProduct(name: "Premium", productID: "premium")
    private static let beta = FeatureFlag(
        key: "beta", declaration: Declaration(title: "Beta", remedy: .operator("Admit the user"), location: nil))
    private static let old = NonConsumableProduct(
        name: "Old plan", productID: "old",
        declaration: Declaration(remedy: .nobody("It is no longer sold"), location: nil))
    private static let withdrawn = NonConsumableProduct(name: "Withdrawn plan", productID: "withdrawn")
    private static let server = AppFact<PlatformVersion>("server", title: "Server", remedy: .user("Update the server"))

    private final class Rules: FeatureGroup, ConditionalFeature {
        static let description = "A group with a condition"
        static var subfeatures: [FeatureDefinition.Type] { [Gated.self] }
        static func constraints(requirements: FeatureConstraintsBuilder) {
            requirements.userToggled(defaultValue: false)
        }
        static func prepare(actions: FeatureActionsBuilder) {}
    }

    private final class Gated: ConditionalFeature {
        static let name = "Clips"
        static let description = "What the tests refuse"
        static let cut = action(CutAction.self)
        @TaskLocal static var declare: @Sendable (FeatureConstraintsBuilder) -> Void = { _ in }
        @TaskLocal static var declines = false
        static func constraints(requirements: FeatureConstraintsBuilder) { declare(requirements) }
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(cut) }
        static func request<A>(
            _ binding: ConditionalActionBinding<Gated, A>
        ) -> VerifiedActionBinding<Gated, A>? {
            declines ? nil : binding.request()
        }
    }

    private final class CutAction: TerminatingAction {}

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let declare: @Sendable (FeatureConstraintsBuilder) -> Void
        var state: @Sendable (FlintRuntime) -> Void = { _ in }
        let lines: [String]

        var testDescription: String { name }
    }

    private static let cases = [
        Case(
            name: "a purchase and a permission",
            declare: {
                $0.purchase(premium)
                $0.permission(.camera)
            },
            lines: [
                "Clips is not available", "Clips needs Premium and Camera.", "purchase:premium",
                "Buy Premium, buy, user", "Allow Camera, allow, user",
            ]),
        Case(
            name: "a denied permission", declare: { $0.permission(.camera) },
            state: { $0.facts.overridePermission(.camera, with: .denied) },
            lines: [
                "Clips is not available", "Clips needs Camera.", "permission:camera",
                "Allow Camera in the system settings, open-settings, user",
            ]),
        Case(
            name: "a restricted permission", declare: { $0.permission(.camera) },
            state: { $0.facts.overridePermission(.camera, with: .restricted) },
            lines: [
                "Clips is not available", "Nobody can change this here: Camera is restricted on this device.",
                "permission:camera",
            ]),
        Case(
            name: "an undetermined permission", declare: { $0.permission(.camera) },
            lines: [
                "Clips may become available",
                "Clips needs Camera, and it is not known yet whether everything is there.",
                "permission:camera", "Allow Camera, allow, user",
            ]),
        Case(
            name: "a store that has not answered", declare: { $0.purchase(premium) },
            state: { $0.facts.overridePurchase("premium", with: .unknown) },
            lines: [
                "Clips may become available",
                "Clips needs Premium, and it is not known yet whether everything is there.", "purchase:premium",
                "Wait for the answer about Premium, wait, user",
            ]),
        Case(
            name: "a flag of an operator", declare: { $0.featureFlag(beta) },
            state: { $0.facts.overrideFeatureFlag("beta", with: false) },
            lines: [
                "Clips is not available", "Clips needs Beta.", "flag:beta",
                "Ask the operator of the service: Admit the user, contact, operator",
            ]),
        Case(
            name: "a flag of the developer", declare: { $0.featureFlag("new") },
            state: { $0.facts.overrideFeatureFlag("new", with: false) },
            lines: [
                "Clips is not available", "Clips needs Flag new.", "flag:new",
                "Ask the developer to turn on Flag new, contact, developer",
            ]),
        Case(
            name: "a version of a server", declare: { $0.fact(server, atLeast: "9.6") },
            state: { $0.set(server, to: PlatformVersion(major: 9, minor: 4)) },
            lines: [
                "Clips is not available", "Clips needs Server 9.6 or later.", "fact:server",
                "Update the server to 9.6 or later, update, user",
            ]),
        Case(
            name: "a newer system", declare: { $0.iOS = 18 },
            lines: [
                "Clips is not available", "Clips needs iOS 18.0.", "platform", "Update to iOS 18.0, update, user",
            ]),
        Case(
            name: "another system", declare: { $0.macOSOnly = .any },
            lines: [
                "Clips is not available",
                "Nobody can change this here: macOS, any version is required, and this is iOS 17.0.",
                "platform",
            ]),
        Case(
            name: "a product that is no longer sold", declare: { $0.purchase(old) },
            lines: ["Clips is not available", "Nobody can change this here: It is no longer sold.", "purchase:old"]),
        Case(
            name: "a product that the store does not sell", declare: { $0.purchase(withdrawn) },
            lines: [
                "Clips is not available", "Nobody can change this here: The store does not sell Withdrawn plan.",
                "purchase:withdrawn",
            ]),
        Case(
            name: "an alternative that the store sells", declare: { $0.purchase(anyOf: withdrawn, premium) },
            lines: [
                "Clips is not available", "Clips needs Premium.", "purchase:withdrawn", "Buy Premium, buy, user",
            ]),
        Case(
            name: "an alternative that only the developer has",
            declare: {
                $0.anyOf {
                    $0.featureFlag("new")
                    $0.allOf {
                        $0.purchase(premium)
                        $0.permission(.camera)
                    }
                }
            },
            state: { $0.facts.overrideFeatureFlag("new", with: false) },
            lines: [
                "Clips is not available", "Clips needs Premium and Camera.", "flag:new", "Buy Premium, buy, user",
                "Allow Camera, allow, user",
            ]),
    ]

    private func refusal(
        _ declare: @escaping @Sendable (FeatureConstraintsBuilder) -> Void, in language: String = "en",
        group: Bool = false, catalog: RefusalCatalog? = nil, state: (FlintRuntime) -> Void = { _ in }
    ) -> Refusal? {
        let runtime = FlintRuntime()
        return Flint.withRuntime(runtime) {
            Gated.$declare.withValue(declare) {
                Flint.setup { config in
                    config.allowsOverrides = true
                    config.platform = CurrentPlatform("iOS 17.0")
                    config.refusalCatalog = catalog
                    config.purchaseTracker = DebugPurchaseTracker()
                    config.productListing = { $0 == Self.withdrawn ? .notSold : .sold(nil) }
                    config.permissionChecker = DefaultPermissionChecker(adapters: [Camera()])
                }
                Flint.register(group ? Rules.self : Gated.self)
                for product in ["premium", "old", "withdrawn", "red"] {
                    runtime.facts.overridePurchase(product, with: .false)
                }
                state(runtime)
                return Gated.refusal(in: language)
            }
        }
    }

    /// A camera whose permission the user has not been asked for.
    private final class Camera: SystemPermissionAdapter {
        let permission = SystemPermissionConstraint.camera
        let usageDescriptionKey = ""
        let status = SystemPermissionStatus.notDetermined

        func requestAuthorisation(
            completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
        ) {}
    }

    @Test(arguments: cases)
    func `a refusal has a reason and the steps`(example: Case) throws {
        let refusal = try #require(self.refusal(example.declare, state: example.state))
        #expect(
            [refusal.title, refusal.sentence, refusal.code]
                + refusal.steps.map { "\($0.instruction), \($0.kind.rawValue), \($0.actor.rawValue)" } == example.lines)
        #expect(refusal.isUndetermined == (refusal.title == "Clips may become available"))
    }

    @Test func `the steps also satisfy the conditions of groups`() {
        let refusal = self.refusal({ $0.purchase(Self.premium) }, group: true)
        #expect(refusal?.sentence == "Clips needs Premium and the setting Rules.")
        #expect(refusal?.steps.map(\.instruction) == ["Buy Premium", "Turn on Rules"])
    }

    @Test func `an available feature has no refusal`() {
        #expect(refusal { $0.iOS = 17 } == nil)
    }

    @Test(arguments: [
        ("de", "Für Clips fehlt noch: Premium und Kamera."), ("de-AT", "Für Clips fehlt noch: Premium und Kamera."),
        ("DE_de", "Für Clips fehlt noch: Premium und Kamera."), ("fr", "Clips needs Premium and Camera."),
        ("", "Clips needs Premium and Camera."),
    ])
    func `texts are in the nearest language`(language: String, sentence: String) {
        let refusal = self.refusal(
            {
                $0.purchase(Self.premium)
                $0.permission(.camera)
            }, in: language)
        #expect(refusal?.sentence == sentence)
    }

    @Test func `the app's texts take precedence over the framework's`() throws {
        let catalog = try RefusalCatalog(
            stringCatalog: """
                {"sourceLanguage": "en", "version": "1.0", "strings": {
                    "refusal.sentence": {"localizations": {"en": {"stringUnit": {"state": "translated", "value": "Get %2$@ to use %1$@!"}}}},
                    "Premium": {"localizations": {"en": {"stringUnit": {"state": "translated", "value": "Gold"}}}},
                    "plural": {"localizations": {"en": {"variations": {}}}}, "empty": {}
                }}
                """)
        let refusal = self.refusal({ $0.purchase(Self.premium) }, catalog: catalog)
        #expect(refusal?.sentence == "Get Gold to use Clips!")
        #expect(refusal?.steps.map(\.instruction) == ["Buy Gold"])
    }

    @Test(arguments: ["", "[]", "{}", #"{"strings": {"a": 1}}"#])
    func `a malformed catalog is refused`(text: String) {
        #expect(throws: RefusalCatalogError.self) { try RefusalCatalog(stringCatalog: text) }
    }

    @Test func `names cannot control the output, and arguments cannot contain placeholders`() {
        let product = NonConsumableProduct(name: "%1$@ \u{1B}[31mred\u{202E}\n", productID: "red")
        #expect(refusal { $0.purchase(product) }?.sentence == "Clips needs %1$@ [31mred.")
    }

    @Test func `the framework's catalog has every text in both languages`() {
        let keys = RefusalText.Key.allCases.map(\.rawValue) + SystemPermissionConstraint.allCases.map(\.description)
        let missing = keys.filter { RefusalCatalog.standard.text(of: $0, in: "de") == nil }
        #expect(missing == [])
        #expect(
            RefusalText.Key.allCases.filter { RefusalCatalog.standard.text(of: $0.rawValue, in: "en") == nil } == [])
        #expect(RefusalCatalog.standard.languages == ["de", "en"])
    }

    @Test func `a denied request throws the refusal, and a declined one states that it was declined`() throws {
        let runtime = FlintRuntime()
        try Flint.withRuntime(runtime) {
            try Gated.$declare.withValue({ $0.featureFlag("new") }) {
                Flint.setup { $0.allowsOverrides = true }
                Flint.register(Gated.self)
                runtime.facts.overrideFeatureFlag("new", with: false)
                #expect(throws: try #require(Gated.refusal(in: "de"))) { try Gated.cut.requestOrRefusal(in: "de") }
                runtime.facts.overrideFeatureFlag("new", with: true)
                _ = try Gated.cut.requestOrRefusal()
                Gated.$declines.withValue(true) {
                    let refusal = #expect(throws: Refusal.self) { try Gated.cut.requestOrRefusal(in: "en") }
                    #expect(refusal?.code == "declined")
                    #expect(refusal?.sentence == "Clips cannot be used at the moment.")
                }
            }
        }
    }
}
