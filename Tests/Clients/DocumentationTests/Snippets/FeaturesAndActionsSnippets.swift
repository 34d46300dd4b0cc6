import Dispatch
import FlintCore

final class ObservatoryFeatures: FeatureGroup {
    static let description = "Everything the observatory's app can do"
    static var subfeatures: [FeatureDefinition.Type] {
        [
            DomeFeature.self, TelescopeFeature.self, TourFeature.self, SkyCameraFeature.self, ArchiveFeature.self,
            ChartsFeature.self, CatalogueFeature.self,
        ]
    }
}

final class DomeFeature: Feature {
    static let description = "Opens and closes the slit of the dome"

    static let open = action(OpenDomeAction.self)
    static let close = action(CloseDomeAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(open)
        actions.publish(close)
    }
}

enum DomeError: Error, CustomStringConvertible {
    case outOfRange(Int)

    var description: String {
        switch self {
        case .outOfRange(let degrees): "The slit opens by 0 to 90 degrees, not by \(degrees)."
        }
    }
}

final class OpenDomeAction: Action {
    typealias InputType = Int

    static let description = "Opens the slit by a number of degrees"

    static func perform(
        context: ActionContext<Int>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        guard (0...90).contains(context.input) else {
            return completion.completedSync(.failure(error: DomeError.outOfRange(context.input)))
        }
        return completion.completedSync(.success)
    }
}

final class CloseDomeAction: TerminatingAction {
    static let description = "Closes the slit, which ends the use of the dome"
}

struct Star: FlintLoggable, Hashable, Sendable {
    let name: String

    var loggingDescription: String { name }
}

protocol Eyepiece: AnyObject {
    func show(_ star: Star)
}

final class PointTelescopeAction: UIAction {
    typealias InputType = Star
    typealias PresenterType = Eyepiece

    static let description = "Points the telescope at a star"

    static func perform(
        context: ActionContext<Star>, presenter: Eyepiece, completion: Completion
    ) -> Completion.Status {
        presenter.show(context.input)
        return completion.completedSync(.success)
    }
}

struct TooBright: Error, CustomStringConvertible {
    let description = "The Moon is up; expose for 60 seconds at most."
}

final class ExposeAction: AsyncAction {
    typealias InputType = Int

    static let description = "Opens the shutter for a number of seconds"

    static func perform(context: ActionContext<Int>, presenter: Void) async throws -> ActionPerformOutcome {
        guard context.input <= 60 else { throw TooBright() }
        return .success
    }
}

final class TelescopeFeature: Feature {
    static let description = "Points the telescope and takes exposures"

    static let point = action(PointTelescopeAction.self)
    static let expose = action(ExposeAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(point)
        actions.declare(expose)
    }
}

enum FeaturesAndActionsSnippets {
    static func setUp() {
        Flint.quickSetup(ObservatoryFeatures.self)
    }

    @MainActor
    static func point(eyepiece: Eyepiece) {
        TelescopeFeature.point.perform(withInput: Star(name: "Vega"), presenter: eyepiece)
    }

    static func perform(print: Output) async {
        print(await DomeFeature.open.perform(withInput: 30))
        print(await DomeFeature.open.perform(withInput: 120))
        print(await TelescopeFeature.expose.perform(withInput: 600))
    }
}

struct Exposures {
    let pixels: [[UInt16]]
}

nonisolated final class StackExposuresAction: Action {
    typealias InputType = Exposures

    static let description = "Adds exposures up to one picture"

    static func perform(
        context: ActionContext<Exposures>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}

final class DarkroomFeature: Feature {
    static let description = "Works on exposures while the telescope follows the sky"

    static let stack = action(StackExposuresAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(stack)
    }
}

extension FeaturesAndActionsSnippets {
    static func background(exposures: Exposures, report: @escaping (ActionOutcome) -> Void) {
        let background = ActionSession(
            named: "background", userInitiatedActions: false, callerQueue: DispatchQueue(label: "darkroom"))
        background.perform(DarkroomFeature.stack, input: exposures, completion: report)
    }

    static func list(print: Output) {
        for action in Flint.metadata(for: DomeFeature.self)?.actions ?? [] {
            print("\(action.name): \(action.description)\(action.isPublished ? ", for everybody" : "")")
        }
    }
}
