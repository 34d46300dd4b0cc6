// SPDX-License-Identifier: MIT

/// A difference from the app's initial state, such as a changed setting, flag, permission, or purchase.
///
/// The initial state is the state at the app's first launch. Overrides are differences too, but are listed separately
/// as ``OverrideRecord``s. The ``removal`` command restores the initial value.
package struct StateDifference: Codable, Sendable, Hashable {
    package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        case setting
        case flag
        case permission
        case purchase
        /// The simulated store's clock, settings, and balances.
        case store
    }

    package var kind: Kind
    package var title: String
    package var value: String
    /// The initial value, or `nil` if the difference has no single initial value.
    package var initial: String?
    package var removal: Command

    package init(kind: Kind, title: String, value: String, initial: String?, removal: Command) {
        self.kind = kind
        self.title = title
        self.value = value
        self.initial = initial
        self.removal = removal
    }
}

extension AppModel {
    package var differenceCount: Int { overrides.count + status.differences.count }

    package var removalOfDifferences: Command? {
        // Resetting the store also restores its products.
        let resetsStore = status.differences.contains { $0.kind == .store }
        var commands = status.differences.filter { !resetsStore || $0.kind != .purchase }.map(\.removal)
        if !overrides.isEmpty { commands.append(.removeAllOverrides) }
        return commands.isEmpty ? nil : .sequence(commands)
    }
}
