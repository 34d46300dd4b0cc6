import FlintCore
import Testing

/// Features that are available only under conditions.
///
/// | Declared or used | Shown by |
/// | --- | --- |
/// | a public `ConditionalFeature` with `runtimeEnabled()` and a settable `isEnabled: Bool?` | ``NightWalkFeature`` |
/// | an `isEnabled` of type `Bool` | ``FrozenPondFeature`` |
/// | a computed `isEnabled`; `userToggled(defaultValue:)`, `purchase(_:)` | ``SeedBankFeature`` |
/// | `iOS`, `macOS`, `tvOS`, `watchOS` from a number, a text, `.any` and `.unsupported` | ``PlanterFeature`` |
/// | `iOSOnly`, `linuxOnly` | ``PocketFeature``, ``SoilProbeFeature`` |
/// | `binding.request()`, `Feature.request(binding)`, `perform(withInput:presenter:)`, `perform(withPresenter:)` | the tests |
/// | `ActionSession.perform` of a granted request | “a granted request is performed in a session” |
/// | `isAvailable`, `descriptionOfUnsatisfiedConstraints`, `requiresUserToggle`, `requiresRuntimeEnabled` | the tests |
/// | a conditional group | ``GreenhouseFeature`` |
@MainActor
struct ConditionalFeaturesTests {
    @Test func `an assigned switch turns a feature off and on`() {
        inGarden {
            let guide = WalkGuide()
            guide.begin(at: 21)
            NightWalkFeature.isEnabled = false
            guide.begin(at: 22)
            NightWalkFeature.isEnabled = true
            guide.begin(at: 23)
            #expect(guide.lines == ["walk at 21", "not tonight", "walk at 23"])
        }
    }

    @Test func `an isEnabled property of type Bool is respected`() {
        inGarden {
            Flint.register(FrozenPondFeature.self)
            #expect(FrozenPondFeature.isAvailable == false && FrozenPondFeature.requiresRuntimeEnabled)
        }
    }

    @Test func `a feature requires all of its constraints`() throws {
        let tracker = DebugPurchaseTracker()
        let toggles = StoredFeatureToggles()
        inGarden {
            $0.purchaseTracker = tracker
            $0.userFeatureToggles = toggles
        } _: {
            #expect(SeedBankFeature.isAvailable == nil)
            #expect(SeedBankFeature.sow.request() == nil)
            tracker.overridePurchase(product: GardenProducts.pass, with: .purchased)
            #expect(SeedBankFeature.isAvailable == true)
            toggles.setEnabled(SeedBankFeature.self, enabled: false)
            #expect(SeedBankFeature.isAvailable == false)
            #expect(SeedBankFeature.descriptionOfUnsatisfiedConstraints?.isEmpty == false)
            #expect(SeedBankFeature.requiresUserToggle && !SeedBankFeature.requiresRuntimeEnabled)
        }
    }

    @Test func `platform constraints decide about availability`() {
        for (platform, planter, pocket) in [
            ("iOS 9", true, true), ("iOS 8.4", false, true), ("macOS 10.12.1", true, false),
            ("macOS 10.12", false, false), ("tvOS 11", true, false), ("watchOS 7", false, false),
        ] {
            inGarden {
                $0.platform = CurrentPlatform(platform)
            } _: {
                #expect(PlanterFeature.isAvailable == planter, "\(platform)")
                #expect(PocketFeature.isAvailable == pocket, "\(platform)")
                #expect(SoilProbeFeature.isAvailable == false, "\(platform)")
            }
        }
    }

    @Test func `a granted request is performed in a session`() throws {
        try inGarden {
            let guide = WalkGuide()
            let tours = ActionSession(named: "tours", userInitiatedActions: false)
            let request = try #require(PlanterFeature.request(PlanterFeature.plant))
            request.perform(withPresenter: guide)
            tours.perform(request, presenter: guide)
            #expect(guide.lines == ["planted", "planted"])
            #expect(Timeline.instance.entries.map(\.action.sessionName) == ["main", "main", "tours", "tours"])
        }
    }

    @Test func `subfeatures of a conditional group require the group`() throws {
        let toggles = StoredFeatureToggles()
        try inGarden {
            $0.userFeatureToggles = toggles
        } _: {
            let orchids = try #require(OrchidFeature.mist.request())
            toggles.setEnabled(GreenhouseFeature.self, enabled: false)
            #expect(OrchidFeature.mist.request() == nil)
            var outcomes: [ActionOutcome] = []
            orchids.perform { outcomes.append($0) }
            OrchidLampFeature.light.perform { outcomes.append($0) }
            #expect(outcomes.count == 2 && !outcomes.contains(.success))
        }
    }
}

// MARK: - Runtime switch

/// Presents a walk.
public protocol WalkPresenter: AnyObject {
    /// Shows a line.
    func show(_ line: String)
}

/// Begins a walk.
public final class BeginWalkAction: UIAction {
    /// The hour at which the walk begins.
    public typealias InputType = Int
    /// The guide who presents the walk.
    public typealias PresenterType = WalkPresenter

    /// Begins the walk.
    public static func perform(
        context: ActionContext<Int>, presenter: WalkPresenter, completion: Completion
    ) -> Completion.Status {
        presenter.show("walk at \(context.input)")
        return completion.completedSync(.success)
    }
}

/// Requests walks and presents them.
private final class WalkGuide: WalkPresenter {
    var lines: [String] = []

    func begin(at hour: Int) {
        if let request = NightWalkFeature.begin.request() {
            request.perform(withInput: hour, presenter: self)
        } else {
            lines.append("not tonight")
        }
    }

    func show(_ line: String) { lines.append(line) }
}

// MARK: - Several conditions

final class SowAction: TerminatingAction {}

// MARK: - Platforms

class PlanterFeature: ConditionalFeature {
    static let description = "Plans a bed"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOS = 9
        requirements.macOS = "10.12.1"
        requirements.tvOS = .any
        requirements.watchOS = .unsupported
    }

    static let plant = action(PlantAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(plant)
    }
}

final class PlantAction: UIAction {
    typealias PresenterType = WalkPresenter

    static func perform(
        context: ActionContext<NoInput>, presenter: WalkPresenter, completion: Completion
    ) -> Completion.Status {
        presenter.show("planted")
        return completion.completedSync(.success)
    }
}

class PocketFeature: ConditionalFeature {
    static let description = "The guide in your pocket"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOSOnly = .any
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

class SoilProbeFeature: ConditionalFeature {
    static let description = "Reads the probes in the soil"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.linuxOnly = 12
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

// MARK: - A conditional group

final class GreenhouseFeature: ConditionalFeature, FeatureGroup {
    static let description = "Everything under glass"
    static var subfeatures: [FeatureDefinition.Type] { [OrchidFeature.self, OrchidLampFeature.self] }

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: true)
    }
}

final class OrchidFeature: ConditionalFeature {
    static let description = "Looks after orchids"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOS = 11
    }

    static let mist = action(MistAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(mist)
    }
}

final class OrchidLampFeature: Feature {
    static let description = "Lights the orchids"

    static let light = action(LightAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(light)
    }
}

final class MistAction: TerminatingAction {}

final class LightAction: TerminatingAction {}

final class FrozenPondFeature: ConditionalFeature {
    static let description = "Skating, which is off in summer"
    static var isEnabled: Bool { false }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}
