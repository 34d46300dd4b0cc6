/// The simulated device that an app runs on, as far as an inspector can change it.
///
/// It comprises permissions with their prompts and a store. A production app has no simulated system, and its inspector
/// refuses commands that require one. Parts of the device can be saved and restored, which makes store events undoable.
package protocol SimulatedSystem: AnyObject, Sendable {
    /// Changes a permission's status, as the Settings app would.
    func setStatus(_ status: PermissionStatus, of permission: SystemPermissionConstraint)

    /// Returns the reason that the prompt of a permission displays, or `nil` if the app gives none.
    func usage(of permission: SystemPermissionConstraint) -> String?

    var promptedPermission: SystemPermissionConstraint? { get }

    /// Answers the prompt that is on screen.
    ///
    /// - Returns: Whether a prompt for the permission was on screen.
    func answerPrompt(for permission: SystemPermissionConstraint, with answer: SimulatedPromptAnswer) -> Bool

    /// Simulates a restart of the app.
    ///
    /// Permissions that were allowed once become undetermined. Prompts disappear together with the app's requests.
    func restartApp()

    /// Changes the store's status of a product, as a purchase or a refund would.
    ///
    /// `nil` means unknown.
    func setPurchased(_ isPurchased: Bool?, productID: String)

    var storeSnapshot: StoreSnapshot { get }

    /// Every product that the store sells or has sold, without overrides and features.
    var storeProducts: [ProductSnapshot] { get }

    func storeProduct(_ productID: String) -> ProductSnapshot?

    /// Performs a store action.
    ///
    /// - Returns: The latest resulting events, one sentence each without a period.
    /// - Throws: An error whose description states the problem and its solution.
    func carryOut(_ command: StoreAction) throws -> [String]

    /// Forecasts the products' values after changes of the store.
    ///
    /// - Returns: Each affected product's ownership or balance, by product identifier.
    func effects(of changes: [SimulatedStoreChange]) -> [String: FactValue]

    /// Forecasts the store's content after changes.
    func store(after changes: [SimulatedStoreChange]) -> SimulatedStoreContent

    /// Returns the reason the last of several changes would be refused, or `nil` if it would be applied.
    func refusal(of changes: [SimulatedStoreChange]) -> String?

    func saved(_ part: SavedDevice.Part) -> SavedDevice

    func initial(_ part: SavedDevice.Part) -> SavedDevice

    /// A short description of the store's differences from its initial state, or `nil` if they do not differ.
    ///
    /// It covers the clock, the settings and the balances, but not ownership.
    var storeDifference: String? { get }

    /// Restores a saved part of the device.
    ///
    /// - Throws: An error whose description states the problem with the saved value.
    func restore(_ device: SavedDevice) throws

    /// Returns the ownership of every product in a saved store, including currently known products.
    ///
    /// The result is empty if the value does not contain a store.
    func ownership(on device: SavedDevice) -> [String: Bool?]

    /// Returns every permission's status in a saved device, or an empty dictionary if it does not contain permissions.
    func statuses(on device: SavedDevice) -> [SystemPermissionConstraint: PermissionStatus]

    /// Returns the permissions that were allowed once in a saved device.
    func allowedOnce(on device: SavedDevice) -> Set<SystemPermissionConstraint>
}

/// A change of a simulated store whose effect can be forecast.
package enum SimulatedStoreChange: Sendable, Hashable {
    case action(StoreAction)
    case ownership(productID: String, Bool?)
    case restored(SavedDevice)
}

/// A person's answer to a system prompt.
///
/// ``allowOnce`` lasts until the app restarts, and ``allow`` until the user revokes it in the Settings app.
package enum SimulatedPromptAnswer: Sendable, Hashable {
    case allow
    case allowOnce
    case deny
}
