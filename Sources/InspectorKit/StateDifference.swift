/// Something that is not as it is when the app is first started: a setting, a flag, a permission, a purchase or the store.
///
/// Overrides are differences too; they are listed apart, as ``OverrideRecord``s.
package struct StateDifference: Codable, Sendable, Hashable {
    /// What differs.
    package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        /// The user's own choice of a feature's toggle.
        case setting
        /// A feature flag that was set.
        case flag
        /// A permission of the simulated system.
        case permission
        /// A product of the simulated store.
        case purchase
        /// The simulated store's clock, its settings and units of products.
        case store
    }

    /// What differs.
    package var kind: Kind
    /// What it is called.
    package var title: String
    /// What it is now.
    package var value: String
    /// What it is when the app is first started; `nil` for what has no single value.
    package var initial: String?
    /// The command that makes it what it was.
    package var removal: Command

    /// Creates a difference.
    package init(kind: Kind, title: String, value: String, initial: String?, removal: Command) {
        self.kind = kind
        self.title = title
        self.value = value
        self.initial = initial
        self.removal = removal
    }
}

extension AppModel {
    /// How many overrides and other differences there are from the app as it is when it is first started.
    package var differenceCount: Int { overrides.count + status.differences.count }

    /// The command that removes every override and every other difference; `nil` if there are none.
    package var removalOfDifferences: Command? {
        // The store's own reset includes its products.
        let resetsStore = status.differences.contains { $0.kind == .store }
        var commands = status.differences.filter { !resetsStore || $0.kind != .purchase }.map(\.removal)
        if !overrides.isEmpty { commands.append(.removeAllOverrides) }
        return commands.isEmpty ? nil : .sequence(commands)
    }
}
