// SPDX-License-Identifier: MIT

/// A change, other than a change of a fact, that front ends display.
///
/// The engine sends signals through ``FlintRuntime/observeSignals(_:)``, so that a front end can refresh the affected
/// part of its screen.
package enum RuntimeSignal: Sendable {
    /// A purchase tracker announced changes to the given products, or to any product if the value is `nil`. Balances
    /// may have changed.
    case purchasesAnnounced([String]?)
    /// A flag provider announced changes to the given flags, or to any flag if the value is `nil`. The answers of
    /// providers that do not determine the value may have changed.
    case flagsAnnounced([FeatureKey]?)
    case permissionAnnounced
    case featureRegistered(FeatureMetadata)
    /// Features have new paths or a new position in the hierarchy.
    case featuresMoved
}

extension FlintRuntime {
    /// Calls a handler after every signal, on the thread of the change and with no lock held.
    package func observeSignals(_ handler: @escaping @Sendable (RuntimeSignal) -> Void) -> ObservationToken {
        signals.add(handler)
    }

    func signal(_ signal: @autoclosure () -> RuntimeSignal) {
        if !signals.isEmpty { signals.notify(signal()) }
    }
}
