/// What the framework cannot find out about an app.
package struct AppInfo: Sendable {
    /// The schemes of the app's own URLs, besides those its bundle declares.
    package var urlSchemes: [String] = []
    /// Further schemes, for tests.
    package var testURLSchemes: [String] = []
    /// The domains whose web URLs lead to the app.
    package var associatedDomains: [String] = []
    /// The types of activities the app declares, besides those of its bundle.
    package var activityTypes: [String] = []
    /// What identifies the app, if it has been said.
    package var applicationIdentifier: String?
    /// The identifier of the container an app shares with its extensions, if it has one.
    package var appGroupIdentifier: String?

    /// Creates a description that says nothing.
    package init() {}

    /// The description that is valid for all runtimes that have none of their own.
    package static let process = Protected(AppInfo())
}
