extension Flint {
    /// Performs the action an activity continues, on behalf of a person.
    ///
    /// An activity is continued by the URL it holds, else by its web page, if a feature takes that, else by its type.
    ///
    /// - Parameters:
    ///   - activity: The activity, as it was published or kept.
    ///   - router: Finds the presenter of the action.
    ///   - completion: Called once with the result in the end, which is never
    ///     ``MappedActionResult/completingAsync``, on the thread the action answers on.
    /// - Returns: What is known of the result when the call returns.
    @discardableResult
    public static func continueActivity(
        activity: Activity, with router: any PresentationRouter,
        completion: (@Sendable (MappedActionResult) -> Void)? = nil
    ) -> MappedActionResult {
        let runtime = FlintRuntime.current
        runtime.requireSetUp()
        return runtime.performMapped(
            ActivitiesFeature.continueActivity, input: activity, router: router,
            source: .continueActivity(type: activity.kind), isMapped: { runtime.destination(of: activity) != nil },
            completion: completion)
    }
}

extension Activity {
    /// How somebody came to continue it, as far as its type says.
    fileprivate var kind: ActivityType {
        switch activityType {
        case "com.apple.corespotlightitem": .search
        case "NSUserActivityTypeBrowsingWeb": .browsingWeb
        default: .other
        }
    }
}
