// SPDX-License-Identifier: MIT

/// The simulated device that an app runs on, as an inspector sees and changes it.
///
/// The device consists of permissions with their prompts, and a store. A production app has no simulated system, and
/// its inspector refuses commands that require one. Parts of the device can be saved and restored, which makes store
/// events undoable.
package protocol SimulatedSystem: AnyObject, Sendable {
    func setStatus(_ status: PermissionStatus, of permission: SystemPermissionConstraint)

    func usage(of permission: SystemPermissionConstraint) -> String?

    /// Answers the permission's prompt, or returns `false` if the prompt is not on screen.
    func answerPrompt(for permission: SystemPermissionConstraint, with answer: PromptAnswer) -> Bool

    func offeredAnswers(for permission: SystemPermissionConstraint) -> [PromptAnswer]

    /// Simulates a restart of the app.
    ///
    /// Permissions that were allowed once become undetermined. The restart also discards the app's permission requests
    /// and their prompts.
    func restartApp()

    /// Changes a product's status in the store, as a purchase or a refund would, or makes it unknown for `nil`.
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
    func effects(of changes: [SimulatedStoreChange]) -> [String: FactValue]

    func store(after changes: [SimulatedStoreChange]) -> SimulatedStoreContent

    /// Returns the reason the store would refuse the last of several changes, or `nil` if it would apply the change.
    func refusal(of changes: [SimulatedStoreChange]) -> String?

    func savedState(of part: SavedDevice.Part) -> SavedDevice

    func initialState(of part: SavedDevice.Part) -> SavedDevice

    /// Returns a snapshot of the store in a state that is relative to the current time.
    func savedStore(in state: StoreState) -> SavedDevice

    /// A short description of how the store differs from its initial state, or `nil` if it does not differ.
    ///
    /// The description covers the clock, the settings, and the balances, but not ownership.
    var storeDifference: String? { get }

    /// Restores a saved part of the device.
    ///
    /// - Throws: An error whose description states the problem with the saved value.
    func restore(_ device: SavedDevice) throws

    /// Returns the ownership of all products in a saved store, including products that were added later.
    func ownership(on device: SavedDevice) -> [String: Bool?]

    func statuses(on device: SavedDevice) -> [SystemPermissionConstraint: PermissionStatus]

    /// Returns a saved device after a change of a permission in the Settings app.
    ///
    /// The change can affect other permissions that share the setting.
    func setting(
        _ status: PermissionStatus, of permission: SystemPermissionConstraint, on device: SavedDevice
    ) -> SavedDevice

    func restarted(_ device: SavedDevice) -> SavedDevice
}

package enum SimulatedStoreChange: Sendable, Hashable {
    case action(StoreAction)
    case ownership(productID: String, Bool?)
    case restored(SavedDevice)
}

package struct SimulatedStoreContent: Codable, Sendable, Hashable {
    package var snapshot: StoreSnapshot
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
