import FlintCore
import Foundation

final class SpotStarAction: UIAction {
    typealias InputType = Star
    typealias PresenterType = Eyepiece

    static let description = "Shows where a star stands"
    static var activityEligibility: Set<ActivityEligibility> { [.perform, .search] }

    static func prepareActivity(_ activity: ActivityBuilder<SpotStarAction>) {
        guard activity.input.name != "Sun" else { return activity.cancel() }
        activity.title = "Spot \(activity.input.name)"
        activity.subtitle = "Tonight's sky"
        activity.keywords = ["star", activity.input.name]
    }

    static func perform(
        context: ActionContext<Star>, presenter: Eyepiece, completion: Completion
    ) -> Completion.Status {
        presenter.show(context.input)
        return completion.completedSync(.success)
    }
}

final class SpottingFeature: Feature {
    static let description = "Helps to find stars with the naked eye"

    static let spot = action(SpotStarAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(spot)
    }
}

enum ActivitiesSnippets {
    static func publish(_ eyepiece: any Eyepiece, print: Output) {
        SpottingFeature.spot.perform(withInput: Star(name: "Mizar"), presenter: eyepiece)
        SpottingFeature.spot.perform(withInput: Star(name: "Sun"), presenter: eyepiece)

        for activity in FlintRuntime.current.activities.recent {
            print("\(activity.title ?? ""): \(activity.keywords.sorted())")
        }
    }

    static func make(print: Output) throws {
        let activity = try SpottingFeature.spot.activity(withInput: Star(name: "Alcor"), withURL: nil)
        print(activity?.activityType ?? "none")
    }
}

func resume(_ file: Data, with router: any PresentationRouter) throws -> MappedActionResult {
    let activity = try JSONDecoder().decode(Activity.self, from: file)
    return Flint.continueActivity(activity: activity, with: router)
}

extension ActivitiesSnippets {
    static func turnOff(_ file: Data, _ router: any PresentationRouter, print: Output) throws {
        ActivitiesFeature.resignCurrentActivity.request()?.perform()
        ActivitiesFeature.isEnabled = false
        print(try resume(file, with: router))
    }
}
