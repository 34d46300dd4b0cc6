/// What decides how a runtime may be entered from outside: by URLs and by activities.
struct ExternalEntryPoints: Sendable {
    /// What the app has set in place of the default maker of links.
    var linkCreator: LinkCreator?
    /// What the runtime knows of its app in place of what the process does.
    var appInfo: AppInfo?
    /// Publishes activities, from when the first action that has them is registered.
    var activityObservation: ActionDispatchObservation?
}
