import Dispatch
import FeatureGating
import FlintCore
import FlintLocks

enum World {
    static let pass = NonConsumableProduct(name: "City pass", productID: "pass")
    static let tracker = DebugPurchaseTracker()
    static let toggles = StoredFeatureToggles()
    static let flags = TestFeatureFlagProvider()
    static let camera = Camera()
    static let trams: FeatureKey = "trams"
    static let isQuarterOpen = Atomic(true)
}

final class Camera: SystemPermissionAdapter {
    private let isPermitted = Atomic(true)
    private let handlers = ObserverList<Void>()
    private let token = Protected<[ObservationToken]>([])

    let permission = SystemPermissionConstraint.camera
    let usageDescriptionKey = ""

    var status: SystemPermissionStatus { isPermitted.load(ordering: .acquiring) ? .authorized : .denied }

    func requestAuthorisation(
        completion:
            @escaping @Sendable (_ adapter: any SystemPermissionAdapter, _ status: SystemPermissionStatus) -> Void
    ) {
        completion(self, status)
    }

    func observeStatus(_ handler: @escaping @Sendable () -> Void) {
        let added = handlers.add(handler)
        token.withLock { $0.append(added) }
    }

    /// Changes the permission, like the system's settings.
    func permit(_ isPermitted: Bool) {
        self.isPermitted.store(isPermitted, ordering: .releasing)
        handlers.notify(())
    }
}

/// The features that are registered first.
final class City: FeatureGroup {
    static let description = "A city"
    static var subfeatures: [FeatureDefinition.Type] { [Tram.self, Quarter.self] }
}

final class Tram: Feature {
    static let description = "Rides through the city"
    static let ride = action(RideAction.self)
    static let wait = action(WaitAction.self)
    static let leave = action(LeaveAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(ride)
        actions.declare(wait)
        actions.declare(leave)
    }
}

/// A group with a runtime switch, which its subfeatures inherit.
final class Quarter: ConditionalFeature, FeatureGroup {
    static let description = "A part of the city that may be closed"
    static var isEnabled: Bool? { World.isQuarterOpen.load(ordering: .acquiring) }
    static var subfeatures: [FeatureDefinition.Type] { [Museum.self] }

    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

/// A feature with a requirement of every kind.
final class Museum: ConditionalFeature {
    static let description = "Shows pictures"
    static let visit = action(RideAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(World.pass)
        requirements.permission(.camera)
        requirements.userToggled(defaultValue: true)
        requirements.featureFlag(World.trams)
    }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(visit) }
}

/// Completes immediately on a separate queue.
final class RideAction: Action {
    typealias InputType = Int

    static let queue = DispatchQueue(label: "stress.ride")

    static func perform(context: ActionContext<Int>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(context.input % 7 == 0 ? .failure(error: Crowded()) : .success)
    }
}

/// Completes later, on the main queue.
final class WaitAction: Action {
    static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
        let deferred = completion.willCompleteAsync()
        DispatchQueue.main.async { deferred.completed(.success) }
        return deferred
    }
}

final class LeaveAction: TerminatingAction {
    static let queue = RideAction.queue
}

struct Crowded: Error {}

/// A feature that is registered while the threads run, with a separate type for each thread and number.
final class Shop<Street: Letter, House: Letter>: ConditionalFeature {
    static var description: String { "Opens late" }
    static var buy: ConditionalActionBinding<Shop, RideAction> { action(RideAction.self) }

    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(World.pass) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(buy) }
}

/// The parts of the names of shops, as types.
protocol Letter: Sendable {}

enum A: Letter {}
enum B: Letter {}
enum C: Letter {}
enum D: Letter {}
enum E: Letter {}
enum F: Letter {}
enum G: Letter {}
enum H: Letter {}

let letters: [any Letter.Type] = [A.self, B.self, C.self, D.self, E.self, F.self, G.self, H.self]
