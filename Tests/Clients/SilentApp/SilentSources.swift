import FlintCore
import Foundation

/// The facts of features whose sources announce no changes.
///
/// A fact is true while a folder contains a file with the fact's name.
struct FactFolder: Sendable {
    /// The folder that the environment specifies.
    static let named = FactFolder(path: ProcessInfo.processInfo.environment["SILENT_FACTS"] ?? "/nowhere")

    let path: String

    func has(_ fact: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(fact)") }
}

struct FolderTracker: PurchaseTracker {
    let folder: FactFolder

    func addObserver(_ observer: any PurchaseTrackerObserver) {}
    func removeObserver(_ observer: any PurchaseTrackerObserver) {}
    func isPurchased(_ product: NonConsumableProduct) -> Bool? { folder.has(product.productID) }
    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? { folder.has(product.productID) }
    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool { false }
}

final class FolderCamera: SystemPermissionAdapter {
    let permission = SystemPermissionConstraint.camera
    let usageDescriptionKey = ""
    private let folder: FactFolder

    init(folder: FactFolder) { self.folder = folder }

    var status: SystemPermissionStatus { folder.has("camera") ? .authorized : .denied }

    func requestAuthorisation(
        completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
    ) {
        completion(self, status)
    }
}

final class FolderToggles: UserFeatureToggles {
    private let folder: FactFolder

    init(folder: FactFolder) { self.folder = folder }

    func addObserver(_ observer: UserFeatureTogglesObserver) {}
    func removeObserver(_ observer: UserFeatureTogglesObserver) {}
    func isEnabled(_ feature: ConditionalFeatureDefinition.Type) -> Bool? { folder.has("setting") }
}

final class FolderFlags: FeatureFlagProvider {
    let priority = FeaturePriority.mediumPriority
    let type = FeatureFlagProviderType.remote
    private let folder: FactFolder

    init(folder: FactFolder) { self.folder = folder }

    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { folder.has(featureKey.rawValue) }
    func hasFeature(_ featureKey: FeatureKey) -> Bool { true }
}

/// A feature for each kind of source.
final class SilentFeatures: FeatureGroup {
    static let description = "Features whose facts change silently"
    static var subfeatures: [FeatureDefinition.Type] {
        [LicensedFeature.self, CameraFeature.self, ChosenFeature.self, FlaggedFeature.self, SwitchedFeature.self]
    }
}

final class LicensedFeature: ConditionalFeature {
    static let description = "Requires a license"
    static let open = action(OpenAction.self)
    static let note = action(NoteAction.self)
    static let wait = action(WaitAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(NonConsumableProduct(name: "Licence", productID: "licence"))
    }
    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(open)
        actions.publish(note)
        actions.publish(wait)
    }
}

final class CameraFeature: ConditionalFeature {
    static let description = "Requires the camera"
    static let open = action(OpenAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.permission(.camera) }
    static func prepare(actions: FeatureActionsBuilder) { actions.publish(open) }
}

final class ChosenFeature: ConditionalFeature {
    static let description = "Requires the user's choice"
    static let open = action(OpenAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: false) }
    static func prepare(actions: FeatureActionsBuilder) { actions.publish(open) }
}

final class FlaggedFeature: ConditionalFeature {
    static let description = "Requires a flag"
    static let open = action(OpenAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag("flag") }
    static func prepare(actions: FeatureActionsBuilder) { actions.publish(open) }
}

final class SwitchedFeature: ConditionalFeature {
    static let description = "Requires a switch in code"
    static let open = action(OpenAction.self)
    static var isEnabled: Bool? { FactFolder.named.has("switch") }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) { actions.publish(open) }
}

final class OpenAction: UIAction {
    static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}

final class NoteAction: UIAction {
    typealias InputType = Int
    static func perform(
        context: ActionContext<Int>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}

final class WaitAction: AsyncAction {
    static func perform(context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionPerformOutcome {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        return .success
    }
}
