/// A change that a front end asks for.
///
/// Front ends change the world in no other way. A command is a value, so it can be saved, replayed, shown before it
/// is carried out and undone: the inspector answers each with the command that takes it back, if there is one.
public enum Command: Codable, Sendable, Hashable {
    /// Forces what features see of a product, or lets the store's word stand again if the status is `nil`.
    case overridePurchase(productID: String, status: PurchaseStatus?)
    /// Forces what features see of a permission, or lets the system's word stand again if the status is `nil`.
    case overridePermission(permission: String, status: PermissionStatus?)
    /// Forces a feature's user toggle, or lets the user's choice stand again if `isOn` is `nil`.
    case overrideToggle(feature: String, isOn: Bool?)
    /// Forces a feature's programmatic switch, or lets the program's value stand again if `isOn` is `nil`.
    case overrideRuntimeSwitch(feature: String, isOn: Bool?)
    /// Forces a feature flag, or lets the providers' word stand again if `isOn` is `nil`.
    case overrideFlag(key: String, isOn: Bool?)
    /// Forces the platform, such as `watchOS 9.0`, or lets the real one stand again if it is `nil`.
    case overridePlatform(platform: String?)
    /// Puts an override in force, with its reason and its limit.
    case override(OverrideRecord)
    /// Drops every override of one sort of fact.
    case clearOverridesOfKind(OverrideRecord.Kind)
    /// Drops every override.
    case clearOverrides
    /// Puts back overrides that were dropped together.
    case restoreOverrides([OverrideRecord])
    /// Changes the user's own choice of a feature's toggle, as the app's settings screen would; `nil` forgets it.
    case setUserToggle(feature: String, isOn: Bool?)
    /// Changes what the simulated system says of a permission, as its settings app would.
    case setPermission(permission: String, status: PermissionStatus)
    /// Changes what the simulated store says of a product, as a purchase or a refund would.
    case setPurchase(productID: String, status: PurchaseStatus)
    /// Sets a feature flag where flags can be set, as a developer's menu would; `nil` forgets what was set.
    case setFlag(key: String, isOn: Bool?)
    /// Has something happen at the simulated store.
    case store(StoreCommand)
    /// Starts the app again, as far as the simulated system is concerned: what was allowed once lapses.
    case restartApp
    /// Puts a feature, with everything under it, into focus or takes it out again.
    ///
    /// While anything is in focus, only that is recorded in the timeline and, apart from errors, in the log.
    case focus(feature: String, isOn: Bool)
    /// Performs an action.
    case perform(ActionInvocation)
    /// Performs the action a URL leads to.
    case openURL(String)
    /// Starts asking for a feature's undetermined permissions, and performs the action if all are granted.
    case beginFlow(feature: String, thenPerform: ActionInvocation?)
    /// Answers the flow that is under way.
    case answerFlow(FlowAnswer)
    /// Lets the app's background work run, or holds it.
    case setBackgroundWork(isRunning: Bool)
}
