/// The system an app runs on, as far as an inspector may change it.
///
/// A production app has none and passes none; the inspector then refuses what only a simulated system can do.
package protocol SimulatedSystem: AnyObject, Sendable {
    /// Changes the system's status of a permission, as its settings would.
    func setStatus(_ status: PermissionStatus, of permission: SystemPermissionConstraint)

    /// Why the app wants a permission, in the words of the system's prompt; `nil` if the app does not say.
    func usage(of permission: SystemPermissionConstraint) -> String?

    /// The permission whose prompt is on the screen, if there is one.
    var promptedPermission: SystemPermissionConstraint? { get }

    /// Answers the prompt that is on the screen.
    ///
    /// - Returns: Whether there was one for this permission.
    func answerPrompt(for permission: SystemPermissionConstraint, with answer: SimulatedPromptAnswer) -> Bool

    /// Starts the app again, as far as permissions are concerned: what was allowed once is undetermined, and prompts
    /// are removed together with the requests that the app had made.
    func restartApp()

    /// Changes the store's status of a product, as a purchase or a refund would; `nil` means unknown.
    func setPurchased(_ isPurchased: Bool?, productID: String)

    /// The store's clock, its settings and pending purchases.
    var storeSnapshot: StoreSnapshot { get }

    /// Every product the store sells or has sold, as the store knows it: without overrides and without features.
    var storeProducts: [ProductSnapshot] { get }

    /// A product the store sells or has sold, or `nil` if it knows none with the id.
    func storeProduct(_ productID: String) -> ProductSnapshot?

    /// Has something happen at the store.
    ///
    /// - Returns: What happened, one sentence each without a full stop, of much of it the newest.
    /// - Throws: An error whose description states why the command is invalid and what to do.
    func carryOut(_ command: StoreAction) throws -> [String]

    /// Returns the values of the products that changes of the store, in order, would change.
    ///
    /// - Returns: Whether each would be owned, or its balance, by identifier.
    func effects(of changes: [SimulatedStoreChange]) -> [String: FactValue]

    /// Returns what the store would show after changes, in order.
    func store(after changes: [SimulatedStoreChange]) -> SimulatedStoreContent

    /// Returns why the last of several changes of the store, in order, would be refused; `nil` if it would not be.
    func refusal(of changes: [SimulatedStoreChange]) -> String?

    /// Returns a part of the device as a value.
    func saved(_ part: SavedDevice.Part) -> SavedDevice

    /// Returns a part of the device as it is when the app is first started.
    func initial(_ part: SavedDevice.Part) -> SavedDevice

    /// What of the store is not as it was at first besides what is owned: its clock, its settings and units of products, in a
    /// few words; `nil` if nothing is.
    var storeDifference: String? { get }

    /// Makes what was saved of the device what it was.
    ///
    /// - Throws: An error whose description states what is wrong with the value.
    func restore(_ device: SavedDevice) throws

    /// Returns the ownership of every product that is known now or to a saved store, as it was there; empty if no store
    /// was saved.
    func ownership(on device: SavedDevice) -> [String: Bool?]

    /// Returns the status of every permission as it was when they were saved; empty if they were not.
    func statuses(on device: SavedDevice) -> [SystemPermissionConstraint: PermissionStatus]

    /// Returns the permissions that are allowed until the app is started again, as it was when they were saved.
    func allowedOnce(on device: SavedDevice) -> Set<SystemPermissionConstraint>
}

/// Something that changes what a simulated store answers.
package enum SimulatedStoreChange: Sendable, Hashable {
    /// Something that happens at the store.
    case action(StoreAction)
    /// Another answer about a product; `nil` for not known.
    case ownership(productID: String, Bool?)
    /// What it was when it was saved.
    case restored(SavedDevice)
}

/// What a person can answer a system's prompt.
package enum SimulatedPromptAnswer: Sendable, Hashable {
    /// Allow, until it is revoked in the settings.
    case allow
    /// Allow until the app is started again.
    case allowOnce
    /// Don't allow.
    case deny
}
