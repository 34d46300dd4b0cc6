import Dispatch
import FlintCore
import Foundation

/// The features for the tests of the rows in the article on migrating.
final class LevelFeatures: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] {
        [
            LevelBuilderFeature.self, EitherColorFeature.self, BothColorsFeature.self,
            WorkshopFeature.self,
            PictureFeature.self, StudioFeature.self, DraftFeature.self,
        ]
    }
}

/// The features of a later version of the app, in which a feature has moved.
final class MovedFeatures: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [DraftFeatures.self] }
}

/// The new group of the moved feature.
final class DraftFeatures: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [DraftFeature.self] }
}

enum LevelProducts {
    static let red = NonConsumableProduct(name: "Red", productID: "red")
    static let blue = NonConsumableProduct(name: "Blue", productID: "blue")
}

final class EitherColorFeature: ConditionalFeature {
    static let description = "Paints with one of two colors"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(anyOf: LevelProducts.red, LevelProducts.blue)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

final class BothColorsFeature: ConditionalFeature {
    static let description = "Paints with two colors"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(allOf: LevelProducts.red, LevelProducts.blue)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

/// A group that is unavailable on the tests' Mac.
final class WorkshopFeature: ConditionalFeature, FeatureGroup {
    static let description = "Everything that is done with colors"

    static var subfeatures: [FeatureDefinition.Type] { [PaletteFeature.self] }

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.macOS = .unsupported
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

final class PaletteFeature: Feature {
    static let description = "Mixes colors"

    static let mix = action(MixAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(mix)
    }
}

final class MixAction: Action {
    typealias InputType = String

    static func perform(
        context: ActionContext<String>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}

final class PictureFeature: ConditionalFeature {
    static let description = "Takes pictures"

    private static let lock = NSLock()
    nonisolated(unsafe) private static var isOn = true

    static var isEnabled: Bool? {
        get { lock.withLock { isOn } }
        set { lock.withLock { isOn = newValue ?? false } }
    }

    static let take = action(TakePictureAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
        requirements.permission(.camera)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(take)
    }
}

final class TakePictureAction: TerminatingAction {}

/// The camera's permission on a system whose settings announce no changes.
final class CameraSwitch: SystemPermissionAdapter {
    let permission = SystemPermissionConstraint.camera
    let usageDescriptionKey = "NSCameraUsageDescription"
    private let lock = NSLock()
    nonisolated(unsafe) private var state = SystemPermissionStatus.notDetermined

    var status: SystemPermissionStatus {
        get { lock.withLock { state } }
        set { lock.withLock { state = newValue } }
    }

    func requestAuthorisation(
        completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
    ) {
        completion(self, status)
    }
}

final class DraftFeature: ConditionalFeature {
    static let description = "Draws"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: false)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

final class StudioFeature: Feature, URLMapped {
    static let description = "Shows colors"

    static let queueKey = DispatchSpecificKey<String>()

    static let answerTwice = action(AnswerTwiceAction.self)
    static let noteQueue = action(NoteQueueAction.self)
    static let show = action(ShowColorAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(answerTwice)
        actions.declare(noteQueue)
        actions.declare(show)
    }

    static func urlMappings(routes: URLMappingsBuilder) {
        routes.send("/color/$(name)", to: show)
        routes.send("tint/$(name)", to: show)
    }

    static func addresses() {
        FlintAppInfo.applicationIdentifier = "example.studio"
        FlintAppInfo.urlSchemes = ["studio"]
        FlintAppInfo.associatedDomains = ["studio.example"]
    }
}

final class AnswerTwiceAction: Action {
    static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        let first = completion.completedSync(.success)
        _ = completion.completedSync(.success)
        return first
    }
}

final class NoteQueueAction: Action {
    typealias InputType = @Sendable (_ queue: String?) -> Void

    static func perform(
        context: ActionContext<InputType>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        context.input(DispatchQueue.getSpecific(key: StudioFeature.queueKey))
        return completion.completedSync(.success)
    }
}

enum StudioColor: String, RouteParametersDecodable {
    case red

    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let color = parameters?["name"].flatMap(Self.init(rawValue:)) else { return nil }
        self = color
    }
}

final class ShowColorAction: Action {
    typealias InputType = StudioColor

    static func perform(
        context: ActionContext<StudioColor>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}

/// A router that allows every action without a presenter.
struct StudioRouter: PresentationRouter {
    func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        (NoPresenter() as? ActionType.PresenterType).map { .appReady(presenter: $0) } ?? .unsupported
    }

    func presentation<FeatureType: ConditionalFeature, ActionType: Action>(
        for binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> { .unsupported }
}
