/// Publishes an activity whenever an action that has them succeeds.
final class ActivityPublisher: ActionDispatchObserver {
    func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>
    ) {}

    func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
    ) {
        guard outcome.isSuccess, FeatureType.self != ActivitiesFeature.self, !ActionType.activityEligibility.isEmpty,
            ActivitiesFeature.isAvailable == true
        else { return }
        let runtime = request.runtime
        do {
            let activity = try runtime.activity(
                FeatureType.self, ActionType.self, input: request.context.input, webpageURL: nil)
            guard var activity else { return }
            activity.date = request.date
            runtime.activities.publish(activity)
        } catch {
            runtime.advise("No activity of \(FeatureType.name), \(ActionType.name) is published: \(error)")
        }
    }
}
