import FlintCore
import Foundation

// Samples whose static members are constant, computed, or protected by a lock, because the language mode of Swift 6
// allows stored variables only on an actor. The file has one example of each kind of member that may be a stored
// variable in other modules.

/// The root of the samples: the app of a botanical garden for visitors and gardeners.
final class GardenFeatures: FeatureGroup {
    static let description = "Everything the garden's app can do"
    static var subfeatures: [FeatureDefinition.Type] {
        [
            PlantGuideFeature.self, PlantCardFeature.self, WateringFeature.self, NightWalkFeature.self,
            SeedBankFeature.self, PlanterFeature.self, PocketFeature.self, LeafScannerFeature.self,
            HerbariumFeature.self, GreenhouseFeature.self, MembershipFeature.self, SoilProbeFeature.self,
            RadarFeature.self,
        ]
    }
}

/// Walks by torchlight, which can be turned off in bad weather.
public class NightWalkFeature: ConditionalFeature {
    /// A description of the feature.
    public static let description: String = "Walks by torchlight"

    /// Requires the runtime switch.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }

    /// Whether the weather is good.
    public static var isEnabled: Bool? {
        get { lock.withLock { isClear } }
        set { lock.withLock { isClear = newValue } }
    }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var isClear: Bool? = true

    /// The action that begins a walk.
    public static let begin = action(BeginWalkAction.self)

    /// Declares the feature's action.
    public static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(begin)
    }
}

class SeedBankFeature: ConditionalFeature {
    static let description: String = "Seeds of rare plants"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: true)
        requirements.runtimeEnabled()
        requirements.purchase(GardenProducts.pass)
    }

    static var isEnabled: Bool? { Apprenticeship.shared.isFinished }

    static let sow = action(SowAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(sow)
    }
}

/// The state that a computed `isEnabled` reads.
final class Apprenticeship: Sendable {
    static let shared = Apprenticeship()
    let isFinished = true
}

final class FountainFeature: Feature {
    static let description = "The fountain in the middle"
    static let isVisible = false
    static let variation: String? = "blue"

    static let fill = action(FillAction.self)
    static let drip = action(DripAction.self)
    static let mirror = action(MirrorAction.self)
    static let drain = action(DrainAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(fill)
        actions.declare(drip)
        actions.publish(mirror)
        actions.declare(drain)
    }

    static func postPrepare() {
        setLoggingLevel(.warning)
    }
}

final class FollowTrailAction: UIAction {
    typealias InputType = Trail
    typealias PresenterType = TrailPresenter

    static let description = "Follows a trail"
    static let activityEligibility: Set<ActivityEligibility> = [.perform, .handoff]
    static let suggestedInvocationPhrase: String? = "Walk on"

    static func prepareActivity(_ activity: ActivityBuilder<FollowTrailAction>) {
        if activity.input.name == "Secret" { return activity.cancel() }
        activity.subtitle = "A walk through the garden"
        activity.keywords.insert(activity.input.name)
    }

    static func perform(
        context: ActionContext<Trail>, presenter: TrailPresenter, completion: Completion
    ) -> Completion.Status {
        guard !context.input.name.isEmpty else { return completion.completedSync(.failure(error: Trail.Unnamed())) }
        presenter.show(context.input.name)
        return completion.completedSync(.success)
    }
}

final class BuyTicketAction: UIAction {
    typealias InputType = Int

    static let description = "Sells tickets for some visitors"
    static let analyticsID: String? = "ticket-bought"

    static func analyticsAttributes<FeatureType>(
        forRequest request: ActionRequest<FeatureType, BuyTicketAction>
    ) -> [String: Any?]? {
        ["visitors": request.context.input, "user": request.userInitiated, "price": request.context.input * 7]
    }

    static func perform(
        context: ActionContext<Int>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(context.input > 0 ? .success : .failure(error: NoVisitors()))
    }
}

final class HideToolsAction: UIAction {
    static let description = "Puts the good tools out of sight"
    static let hideFromTimeline = true

    static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}

/// A feature with the deprecated availability.
@available(*, deprecated)
public class OldRoseFeature: ConditionalFeature {
    /// A description of the feature.
    public static let description: String = "Roses, while there are any"

    /// The deprecated availability, which the feature sets itself.
    public static let availability: FeatureAvailability = .runtimeEvaluated

    /// Whether there are roses to pick.
    public static var isAvailable: Bool? {
        get { lock.withLock { hasRoses } }
        set { lock.withLock { hasRoses = newValue } }
    }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var hasRoses: Bool? = true

    /// The action that picks a rose.
    public static let pick = action(OldPickAction.self)

    /// The action that picks the rose of a URL.
    public static let pickLinked = action(OldPickLinkedAction.self)

    /// Declares the feature's actions.
    public static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(pick)
        actions.declare(pickLinked)
    }
}

@available(*, deprecated)
class OldTulipFeature: ConditionalFeature {
    static let description = "Tulips, for those who want them"
    static let availability: FeatureAvailability = .userToggled
    static let pick = action(OldPickAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(pick)
    }
}

@available(*, deprecated)
class OldLilyFeature: ConditionalFeature {
    static let description = "Lilies, for those who have the pass"
    static let availability: FeatureAvailability = .purchaseRequired(
        requirement: PurchaseRequirement(GardenProducts.pass))

    static func prepare(actions: FeatureActionsBuilder) {}
}

@available(*, deprecated)
final class HideOldVaseAction: DimissingUIAction {
    nonisolated(unsafe) static let shelf = PlantCard()
    static var fallbackPresenter: DismissiblePresenter? { shelf }
}
