// SPDX-License-Identifier: MIT

/// The simulated device that an app runs on, as far as an inspector can change it.
///
/// The device consists of permissions with their prompts, and a store. A production app has no simulated system, and
/// its inspector refuses commands that require one. Parts of the device can be saved and restored, which makes store
/// events undoable.
package protocol SimulatedSystem: AnyObject, Sendable {
    /// Changes a permission's status, as the Settings app would.
    func setStatus(_ status: PermissionStatus, of permission: SystemPermissionConstraint)

    /// Returns the reason that a permission's prompt displays, or `nil` if the app gives none.
    func usage(of permission: SystemPermissionConstraint) -> String?

    /// Answers the prompt that is on screen.
    ///
    /// - Returns: `true` if a prompt for the permission was on screen.
    func answerPrompt(for permission: SystemPermissionConstraint, with answer: PromptAnswer) -> Bool

    /// Returns the answers that a permission's prompt offers, or an empty array if no prompt is pending.
    func offeredAnswers(for permission: SystemPermissionConstraint) -> [PromptAnswer]

    /// Simulates a restart of the app.
    ///
    /// Permissions that were allowed once become undetermined. The restart also discards the app's permission requests
    /// and their prompts.
    func restartApp()

    /// Changes a product's status in the store, as a purchase or a refund would.
    ///
    /// `nil` makes the status unknown.
    func setPurchased(_ isPurchased: Bool?, productID: String)

    var storeSnapshot: StoreSnapshot { get }

    /// Every product that the store sells or has sold, without overrides and feature ids.
    var storeProducts: [ProductSnapshot] { get }

    func storeProduct(_ productID: String) -> ProductSnapshot?

    /// Performs a store action.
    ///
    /// - Returns: The latest events that the action caused, oldest first. Each is a sentence without a period.
    /// - Throws: An error whose description states the problem and its solution.
    func execute(_ command: StoreAction) throws -> [String]

    /// Forecasts the products' values after changes to the store.
    ///
    /// - Returns: Each affected product's ownership or balance, by product identifier.
    func effects(of changes: [SimulatedStoreChange]) -> [String: FactValue]

    /// Forecasts the store's content after changes.
    func store(after changes: [SimulatedStoreChange]) -> SimulatedStoreContent

    /// Returns the reason the store would refuse the last of several changes, or `nil` if it would apply the change.
    func refusal(of changes: [SimulatedStoreChange]) -> String?

    func saved(_ part: SavedDevice.Part) -> SavedDevice

    func initial(_ part: SavedDevice.Part) -> SavedDevice

    /// A short description of the store's differences from its initial state, or `nil` without differences.
    ///
    /// The description covers the clock, the settings, and the balances, but not ownership.
    var storeDifference: String? { get }

    /// Restores a saved part of the device.
    ///
    /// - Throws: An error whose description states the problem with the saved value.
    func restore(_ device: SavedDevice) throws

    /// Returns the ownership of all products in a saved store.
    ///
    /// Products that the store has come to know since it was saved are included. The result is empty if the value does
    /// not contain a store.
    func ownership(on device: SavedDevice) -> [String: Bool?]

    /// Returns every permission's status in a saved device, or an empty dictionary if it does not contain permissions.
    func statuses(on device: SavedDevice) -> [SystemPermissionConstraint: PermissionStatus]

    /// Returns a saved device after a change of a permission in the Settings app.
    ///
    /// The change can affect other permissions that share the setting.
    func setting(
        _ status: PermissionStatus, of permission: SystemPermissionConstraint, on device: SavedDevice
    ) -> SavedDevice

    /// Returns a saved device after a restart of the app.
    func restarted(_ device: SavedDevice) -> SavedDevice
}

/// A change to a simulated store whose effect can be forecast.
package enum SimulatedStoreChange: Sendable, Hashable {
    case action(StoreAction)
    case ownership(productID: String, Bool?)
    case restored(SavedDevice)
}

/// The clock, settings, pending purchases, and products of a simulated store at one moment.
package struct SimulatedStoreContent: Codable, Sendable, Hashable {
    package var snapshot: StoreSnapshot
    /// Every product that the store sells or has sold.
    package var products: [ProductSnapshot]

    package init(snapshot: StoreSnapshot, products: [ProductSnapshot]) {
        self.snapshot = snapshot
        self.products = products
    }
}

/// A saved part of a simulated device: the permissions or the store.
///
/// Restoring the part undoes a command that changed it. Only the device can read the content.
package struct SavedDevice: Codable, Sendable, Hashable {
    package enum Part: String, Codable, Sendable, Hashable {
        case permissions
        case store
    }

    package var part: Part
    package var content: String

    package init(part: Part, content: String) {
        self.part = part
        self.content = content
    }
}
