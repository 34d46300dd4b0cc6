extension ActionRequest: LogContextSource {
    var logTopic: TopicPath { runtime.path(of: FeatureType.self).appending("#" + TypeNames.short(ActionType.self)) }

    var logContext: LogEventContext {
        LogEventContext(
            session: sessionName, activity: "#\(uniqueID)", topicPath: logTopic,
            arguments: context.debugDescriptionOfInput,
            presenter: ActionType.PresenterType.self == NoPresenter.self
                ? nil : TypeNames.short(ActionType.PresenterType.self),
            userInitiated: userInitiated)
    }
}
