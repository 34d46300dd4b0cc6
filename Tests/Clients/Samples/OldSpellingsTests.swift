import Dispatch
import FlintCore
import FlintUserDefaults
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Deprecated spellings of older documents.
///
/// All code in this file that uses these spellings is deprecated too.
///
/// | Old spelling | Shown by |
/// | --- | --- |
/// | `availability` and a settable `isAvailable`, without constraints | ``OldRoseFeature`` |
/// | `.userToggled`, `.purchaseRequired(requirement:)` | ``OldTulipFeature``, ``OldLilyFeature`` |
/// | `Product(name:description:productID:)`, `purchase(_: Product)` | ``OldLilyFeature``, ``OldIrisFeature`` |
/// | `SystemPermission`, `.blueteooth` | ``OldIrisFeature`` |
/// | `ConditionalActionRequest`, `perform(using:with:)` | ``Requests`` |
/// | `.success(closeActionStack:)`, `.failure(error:closeActionStack:)` | ``OldPickAction`` |
/// | `ActionSession(name:userInitiatedActions:callerQueue:)`, `presenter: nil` | ``Sessions`` |
/// | `DismissUIAction`, `DimissingUIAction`, dismissing without a presenter | ``Dismissals`` |
/// | `Flint.purchaseTracker =` before setup | ``Assignment`` |
/// | `.atLeast(version: 11)`, `OperatingSystemVersion`, `allDeclaredPlatforms` | ``Versions`` |
/// | `UserDefaultsFeatureToggles`, `Product.referencedProducts`, setting `isAvailable` of the framework's features | ``Names`` |
/// | `DeepLinkingFeature`, its request performed with `using:with:` | ``Links`` |
@MainActor
struct OldSpellingsTests {
    @Test(arguments: [
        Availability() as OldSample, Purchases(), Permissions(), Requests(), Sessions(), Dismissals(), Assignment(),
        Links(), Versions(), Names(),
    ])
    func `a deprecated spelling still works`(_ sample: OldSample) {
        sample.run()
    }
}

/// A sample of deprecated API.
///
/// The requirement itself is not deprecated, so running a sample causes no warning.
protocol OldSample: Sendable {
    @MainActor func run()
}

// MARK: - Availability

private struct Availability: OldSample {
    @available(*, deprecated)
    func run() {
        let toggles = StoredFeatureToggles()
        let tracker = DebugPurchaseTracker()
        Flint.withRuntime(FlintRuntime()) {
            Flint.setup(OldFeatures.self) {
                $0.userFeatureToggles = toggles
                $0.purchaseTracker = tracker
            }
            let vase = Vase()
            #expect(OldRoseFeature.pick.request() != nil)
            OldRoseFeature.isAvailable = false
            #expect(OldRoseFeature.pick.request() == nil)
            OldRoseFeature.isAvailable = nil
            #expect(OldRoseFeature.pick.request() == nil)
            OldRoseFeature.isAvailable = true
            OldRoseFeature.pick.request()?.perform(withInput: "rose", presenter: vase)
            #expect(vase.flowers == ["rose"])

            #expect(OldTulipFeature.pick.request() == nil)
            toggles.setEnabled(OldTulipFeature.self, enabled: true)
            #expect(OldTulipFeature.pick.request() != nil)

            #expect(OldLilyFeature.isAvailable == nil)
            tracker.overridePurchase(product: GardenProducts.pass, with: .purchased)
            #expect(OldLilyFeature.isAvailable == true)
        }
    }
}

@available(*, deprecated)
final class OldFeatures: FeatureGroup {
    static let description = "Features in the oldest style"
    static var subfeatures: [FeatureDefinition.Type] {
        [
            OldRoseFeature.self, OldTulipFeature.self, OldLilyFeature.self, OldIrisFeature.self, OldVaseFeature.self,
        ]
    }
}

/// Picks a flower.
@available(*, deprecated)
public final class OldPickAction: UIAction {
    /// The color of the flower.
    public typealias InputType = String
    /// The presenter of the flower.
    public typealias PresenterType = FlowerPresenter

    /// Picks a flower.
    public static func perform(
        context: ActionContext<String>, presenter: FlowerPresenter, completion: Completion
    ) -> Completion.Status {
        guard presenter.take(context.input) else {
            return completion.completedSync(.failure(error: nil, closeActionStack: true))
        }
        return completion.completedSync(.success(closeActionStack: false))
    }
}

/// A presenter of flowers.
public protocol FlowerPresenter: AnyObject {
    /// Accepts a flower, or returns `false` if the vase is full.
    func take(_ flower: String) -> Bool
}

private final class Vase: FlowerPresenter {
    var flowers: [String] = []

    func take(_ flower: String) -> Bool {
        guard flowers.count < 3 else { return false }
        flowers.append(flower)
        return true
    }
}

// MARK: - Purchases and permissions

@available(*, deprecated)
private let irisLicence = Product(
    name: "💠 Iris Licence", description: "Picks irises", productID: "old.iris")

@available(*, deprecated)
class OldIrisFeature: ConditionalFeature {
    static let description = "Irises, for those who may"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        let near: SystemPermission = .blueteooth
        requirements.permission(near)
        requirements.purchase(irisLicence)
        requirements.purchase(requirement: PurchaseRequirement(GardenProducts.map))
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

private struct Purchases: OldSample {
    @available(*, deprecated)
    func run() {
        let office = TicketOffice(sold: ["old.iris"])
        Flint.withRuntime(FlintRuntime()) {
            Flint.setup(OldFeatures.self) { $0.purchaseTracker = office }
            #expect(OldIrisFeature.purchases.all.count == 2)
            #expect(OldIrisFeature.purchases.purchased.count == 1)
            #expect(Product.productByID("old.iris")?.name == "💠 Iris Licence")
        }
    }
}

private struct Permissions: OldSample {
    @available(*, deprecated)
    func run() {
        Flint.withRuntime(FlintRuntime()) {
            Flint.setup(OldFeatures.self)
            #expect(OldIrisFeature.permissions.all == [.bluetooth])
        }
    }
}

// MARK: - Performing

private struct Requests: OldSample {
    @available(*, deprecated)
    func run() {
        Flint.withRuntime(FlintRuntime()) {
            Flint.setup(OldFeatures.self)
            Flint.register(OldBasketFeature.self)
            let vase = Vase()
            typealias Request = ConditionalActionRequest<OldBasketFeature, OldPickAction>
            if let request: Request = OldBasketFeature.pick.request() {
                for flower in ["aster", "daisy", "poppy", "thistle"] {
                    request.perform(using: vase, with: flower)
                }
            } else {
                Issue.record("The basket is not available.")
            }
            #expect(vase.flowers == ["aster", "daisy", "poppy"])
            let ends = Timeline.instance.entries.compactMap { $0.outcome?.description }
            #expect(ends.prefix(3) == ["success", "success", "success"])
            #expect(ends.last?.hasPrefix("failure, feature ended") == true)
        }
    }
}

@available(*, deprecated)
class OldBasketFeature: ConditionalFeature {
    static let description = "Carries flowers"
    static let pick = action(OldPickAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(pick)
    }
}

private struct Sessions: OldSample {
    @available(*, deprecated)
    func run() {
        Flint.withRuntime(FlintRuntime()) {
            Flint.setup(GardenFeatures.self)
            let valves = DispatchQueue(label: "garden.old.valves")
            let gardeners = ActionSession(name: "gardeners", userInitiatedActions: false, callerQueue: valves)
            gardeners.perform(WateringFeature.water, input: PlantRef(name: "Fern"), presenter: nil)
            let begin = Timeline.instance.entries.first
            #expect(begin?.action.sessionName == "gardeners")
            #expect(begin?.action.userInitiated == false)
        }
    }
}

// MARK: - Dismissing

@available(*, deprecated)
final class OldVaseFeature: Feature {
    static let description = "Shows the vase"
    static let close = action(CloseOldVaseAction.self)
    static let hide = action(HideOldVaseAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(close)
        actions.declare(hide)
    }
}

@available(*, deprecated)
final class CloseOldVaseAction: DismissUIAction {}

private struct Dismissals: OldSample {
    @available(*, deprecated)
    func run() {
        Flint.withRuntime(FlintRuntime()) {
            Flint.setup(OldFeatures.self) { $0.purchaseTracker = DebugPurchaseTracker() }
            let card = PlantCard()
            var outcomes: [ActionOutcome] = []
            OldVaseFeature.close.perform(withInput: .animated(false), presenter: card) { outcomes.append($0) }
            #expect(card.dismissals == [false])
            OldVaseFeature.hide.perform(withInput: .animated(true)) { outcomes.append($0) }
            #expect(HideOldVaseAction.shelf.dismissals == [true])
            OldVaseFeature.close.perform(withInput: .animated(true)) { outcomes.append($0) }
            #expect(outcomes.prefix(2) == [.success, .success] && outcomes.count == 3)
            #expect(outcomes.last != .success, "There is no presenter to close.")
            #expect(
                advisories() == [
                    "Close Old Vase has no presenter to dismiss; pass one to perform(withInput:presenter:)."
                ])
        }
    }
}

// MARK: - The purchase tracker

private struct Assignment: OldSample {
    @available(*, deprecated)
    func run() {
        Flint.withRuntime(FlintRuntime()) {
            let office = TicketOffice(sold: ["garden.pass"])
            Flint.purchaseTracker = DebugPurchaseTracker(targetPurchaseTracker: office)
            Flint.quickSetup(GardenFeatures.self) { $0.userFeatureToggles = StoredFeatureToggles() }
            #expect(Flint.purchaseTracker is DebugPurchaseTracker)
            #expect(SeedBankFeature.isAvailable == true)
            Flint.purchaseTracker = office
            #expect(Flint.purchaseTracker is DebugPurchaseTracker)
            #expect(
                advisories() == [
                    "A purchase tracker was assigned after setup and is not used. Pass it to Flint.setup."
                ])
        }
    }
}

// MARK: - Versions and names

private struct Versions: OldSample {
    @available(*, deprecated)
    func run() {
        let declared = DefaultFeatureConstraintsBuilder().build { requirements in
            requirements.iOS = .atLeast(version: 11)
            requirements.tvOS = .atLeast(
                version: OperatingSystemVersion(majorVersion: 12, minorVersion: 1, patchVersion: 0))
        }
        #expect(declared.allDeclaredPlatforms[.iOS]?.version == 11)
        #expect(declared.allDeclaredPlatforms[.tvOS]?.version == "12.1")
        #expect(declared.allDeclaredPlatforms[.macOS]?.version == .any)
    }
}

private struct Names: OldSample {
    @available(*, deprecated)
    func run() {
        let toggles: any MutableUserFeatureToggles = UserDefaultsFeatureToggles(store: InMemoryKeyValueStore())
        Flint.withRuntime(FlintRuntime()) {
            Flint.setup(OldFeatures.self) {
                $0.userFeatureToggles = toggles
                $0.purchaseTracker = DebugPurchaseTracker()
            }
            toggles.setEnabled(OldTulipFeature.self, enabled: true)
            #expect(OldTulipFeature.isAvailable == true)
            #expect(Product.referencedProducts.count == 3)
            DeepLinkingFeature.isAvailable = false
            #expect(DeepLinkingFeature.performIncomingURL.request() == nil)
            DeepLinkingFeature.isAvailable = true
            #expect(DeepLinkingFeature.performIncomingURL.request() != nil)
        }
    }
}

// MARK: - Links

private struct Links: OldSample {
    @available(*, deprecated)
    func run() {
        Flint.withRuntime(FlintRuntime()) {
            FlintAppInfo.urlSchemes = ["garden"]
            Flint.setup(OldFeatures.self) { $0.purchaseTracker = DebugPurchaseTracker() }
            let doors = Doors()
            guard let url = URL(string: "garden://rose/red") else { return }
            if let request = DeepLinkingFeature.performIncomingURL.request() {
                request.perform(using: doors, with: url)
            } else {
                Issue.record("URLs are not available.")
            }
            #expect(doors.vase.flowers == ["red"])
            DeepLinkingFeature.isEnabled = false
            #expect(DeepLinkingFeature.performIncomingURL.request() == nil)
        }
    }
}

@available(*, deprecated)
extension OldRoseFeature: URLMapped {
    /// Picks the rose of a URL.
    public static func urlMappings(routes: URLMappingsBuilder) {
        routes.send("rose/$(colour)", to: pickLinked)
    }
}

/// Picks the flower a URL names.
@available(*, deprecated)
public final class OldPickLinkedAction: UIAction {
    /// The flower of the URL.
    public typealias InputType = LinkedFlower
    /// The presenter of the flower.
    public typealias PresenterType = FlowerPresenter

    /// Picks the flower of the URL.
    public static func perform(
        context: ActionContext<LinkedFlower>, presenter: FlowerPresenter, completion: Completion
    ) -> Completion.Status {
        _ = presenter.take(context.input.colour)
        return completion.completedSync(.success)
    }
}

/// A flower that a URL names.
public struct LinkedFlower: FlintLoggable, RouteParametersDecodable {
    /// The color of the flower.
    public let colour: String

    /// Reads the color from a URL's parameters.
    public init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let colour = parameters?["colour"] else { return nil }
        self.colour = colour
    }
}

/// A router that leads every action to the vase.
private final class Doors: PresentationRouter {
    let vase = Vase()

    func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        present()
    }

    func presentation<FeatureType: ConditionalFeature, ActionType: Action>(
        for binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        present()
    }

    private func present<Presenter>() -> PresentationResult<Presenter> {
        (vase as? Presenter).map { .appReady(presenter: $0) } ?? .unsupported
    }
}
