import Dispatch
import FlintCore
import Foundation

/// The features for the tests of further rows in the article on migrating.
final class MovingFeatures: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] {
        [
            MovingFeature.self, UndefinedSwitchFeature.self, AlternativesFeature.self,
            TwinFeature.self, PlaceFeature.self, DiaryFeature.self,
        ]
    }
}

enum MovingProducts {
    static let brush = NonConsumableProduct(name: "Brush", productID: "brush")
    static let paper = NonConsumableProduct(name: "Paper", productID: "paper")
    static let ink = ConsumableProduct(name: "Ink", productID: "ink")
}

final class UndefinedSwitchFeature: ConditionalFeature {
    static let description = "Is on unless it says otherwise"

    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}

final class UnregisteredFeature: ConditionalFeature {
    static let description = "Is in no group"

    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.iOS = .any }
    static func prepare(actions: FeatureActionsBuilder) {}
}

final class AlternativesFeature: ConditionalFeature {
    static let description = "Paints or prints"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(
            anyOf: PurchaseRequirement(MovingProducts.brush), PurchaseRequirement(MovingProducts.paper))
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

final class TwinFeature: ConditionalFeature {
    static let description = "Needs another brush of the same identifier"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(NonConsumableProduct(name: "Broom", productID: "brush"))
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

final class PlaceFeature: ConditionalFeature {
    static let description = "Knows the place"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permission(.location(usage: .whenInUse))
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

final class DiaryFeature: ConditionalFeature {
    static let description = "Keeps a diary"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permissions(.reminders, .camera, .photos, .microphone)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

final class MovingFeature: Feature, URLMapped {
    static let description = "Moves boxes"

    static let act = action(ActAction.self)
    static let end = action(EndAction.self)
    static let slow = action(SlowAction.self)
    static let note = action(NoteTextAction.self)
    static let later = action(NoteLaterAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(act)
        actions.declare(end)
        actions.declare(slow)
        actions.declare(note)
        actions.declare(later)
    }

    static func urlMappings(routes: URLMappingsBuilder) {
        routes.send("box/$(name)", to: note)
        routes.send("box/special", to: note, name: "special")
        routes.send("label", to: note)
        routes.send("crate-*/$(name)", to: note)
        routes.send("later/$(name)", to: later)
    }
}

final class ActAction: Action {
    static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status { completion.completedSync(.success) }
}

final class EndAction: TerminatingAction {}

final class SlowAction: Action {
    static let queue = DispatchQueue(label: "slow")

    static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status { completion.completedSync(.success) }
}

struct BoxName: RouteParametersDecodable, FlintLoggable {
    let text: String

    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let name = mapping.name == "special" ? "the special one" : parameters?["name"] else { return nil }
        text = name
    }
}

final class NoteTextAction: Action {
    typealias InputType = BoxName
    typealias PresenterType = NotedInput

    static func perform(
        context: ActionContext<BoxName>, presenter: NotedInput, completion: Completion
    ) -> Completion.Status {
        presenter.text = context.input.text
        return completion.completedSync(.success)
    }
}

final class NoteLaterAction: AsyncAction {
    typealias InputType = BoxName
    typealias PresenterType = NotedInput

    static func perform(
        context: ActionContext<BoxName>, presenter: NotedInput
    ) async throws -> ActionPerformOutcome {
        presenter.text = context.input.text
        return .success
    }
}

// MARK: - Surroundings

/// A record of an action's last input.
final class NotedInput: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var last: String?

    var text: String? {
        get { lock.withLock { last } }
        set { lock.withLock { last = newValue } }
    }
}

struct NotingRouter: PresentationRouter {
    let noted: NotedInput

    func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        (noted as? ActionType.PresenterType).map { .appReady(presenter: $0) } ?? .unsupported
    }

    func presentation<FeatureType: ConditionalFeature, ActionType: Action>(
        for binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> { .unsupported }
}

/// A permission with a given status that becomes denied on request.
final class FixedPermission: SystemPermissionAdapter {
    let permission: SystemPermissionConstraint
    let usageDescriptionKey = "NSUsageDescription"
    private let lock = NSLock()
    nonisolated(unsafe) private var current: SystemPermissionStatus
    private let onRequest: @Sendable () -> Void

    init(
        _ permission: SystemPermissionConstraint, _ status: SystemPermissionStatus,
        onRequest: @escaping @Sendable () -> Void = {}
    ) {
        self.permission = permission
        self.onRequest = onRequest
        current = status
    }

    var status: SystemPermissionStatus { lock.withLock { current } }

    func requestAuthorisation(
        completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
    ) {
        onRequest()
        lock.withLock { current = .denied }
        completion(self, .denied)
    }
}

final class OutstandingNotes: PermissionAuthorisationCoordinator {
    var outstanding: [SystemPermissionConstraint]?

    func willBeginPermissionAuthorisation(
        for permissions: Set<SystemPermissionConstraint>, completionRequirement: BeginCompletion
    ) -> BeginCompletion.Status { completionRequirement.completedSync(Array(permissions)) }

    func willRequestPermission(
        for permission: SystemPermissionConstraint, completionRequirement: WillRequestCompletion
    ) -> WillRequestCompletion.Status { completionRequirement.completedSync(.request) }

    func didRequestPermission(
        for permission: SystemPermissionConstraint, status: SystemPermissionStatus,
        completionRequirement: DidRequestCompletion
    ) -> DidRequestCompletion.Status { completionRequirement.completedSync(.requestNext) }

    func didCompletePermissionAuthorisation(
        cancelled: Bool, outstandingPermissions: [SystemPermissionConstraint]?
    ) {
        outstanding = outstandingPermissions
    }
}

final class BeginningNotes: ActionDispatchObserver {
    var names: [String] = []

    func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>
    ) {
        names.append(ActionType.name)
    }

    func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
    ) {}
}

final class LineNotes: LoggerOutput {
    private let lock = NSLock()
    nonisolated(unsafe) private var texts: [String] = []

    var lines: [String] { lock.withLock { texts } }

    func log(event: LogEvent) { append(event.text) }
    func append(_ text: String) { lock.withLock { texts.append(text) } }
}
