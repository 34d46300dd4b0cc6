import FlintCore
import Foundation

final class SkyCameraFeature: ConditionalFeature {
    static let description = "Names the stars in the picture of the camera"

    static let identify = action(IdentifyAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permissions(.camera, .location(usage: .whenInUse))
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(identify)
    }
}

final class IdentifyAction: Action {
    static let description = "Names what the camera sees"

    static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}

final class PromptAdapter: SystemPermissionAdapter {
    let permission: SystemPermissionConstraint
    let usageDescriptionKey = ""
    private let lock = NSLock()
    nonisolated(unsafe) private var current: SystemPermissionStatus
    private let answer: SystemPermissionStatus

    init(_ permission: SystemPermissionConstraint, _ status: SystemPermissionStatus, answer: SystemPermissionStatus) {
        self.permission = permission
        self.answer = answer
        current = status
    }

    var status: SystemPermissionStatus { lock.withLock { current } }

    func requestAuthorisation(
        completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
    ) {
        lock.withLock { current = answer }
        completion(self, answer)
    }
}

enum PermissionsSnippets {
    static func setUp(_ location: SystemPermissionStatus = .authorized) {
        Flint.setup(ObservatoryFeatures.self) { config in
            config.permissionChecker = DefaultPermissionChecker(adapters: [
                PromptAdapter(.camera, .notDetermined, answer: .authorized),
                PromptAdapter(.location(usage: .whenInUse), .notDetermined, answer: location),
            ])
        }
    }

    static func sort(print: Output) {
        let permissions = SkyCameraFeature.permissions
        print("to ask for: \(permissions.notDetermined.count), denied: \(permissions.denied.count)")
    }
}

struct CameraCoordinator: PermissionAuthorisationCoordinator {
    let say: (String) -> Void

    func willBeginPermissionAuthorisation(
        for permissions: Set<SystemPermissionConstraint>, completionRequirement: BeginCompletion
    ) -> BeginCompletion.Status {
        completionRequirement.completedSync([.location(usage: .whenInUse), .camera])
    }

    func willRequestPermission(
        for permission: SystemPermissionConstraint, completionRequirement: WillRequestCompletion
    ) -> WillRequestCompletion.Status {
        say("The sky camera is about to ask for: \(permission)")
        return completionRequirement.completedSync(.request)
    }

    func didRequestPermission(
        for permission: SystemPermissionConstraint, status: SystemPermissionStatus,
        completionRequirement: DidRequestCompletion
    ) -> DidRequestCompletion.Status {
        say("\(permission): \(status)")
        return completionRequirement.completedSync(status == .authorized ? .requestNext : .cancel)
    }

    func didCompletePermissionAuthorisation(
        cancelled: Bool, outstandingPermissions: [SystemPermissionConstraint]?
    ) {
        say("Still missing: \(outstandingPermissions ?? [])")
    }
}

extension PermissionsSnippets {
    @MainActor
    static func ask(print: Output, then done: @escaping () -> Void) {
        let coordinator = CameraCoordinator { print($0) }
        let controller = SkyCameraFeature.permissionAuthorisationController(using: coordinator)
        controller?.begin {
            print("granted: \(SkyCameraFeature.identify.request() != nil)")
            done()
        }
    }

    static func nothingToAsk() -> Bool {
        SkyCameraFeature.permissionAuthorisationController(using: nil) == nil
    }
}
