/// Something that front ends show and that changes no fact.
package enum RuntimeSignal: Sendable {
    /// A purchase tracker announced products, or all of them with `nil`; their balances may have changed.
    case purchasesAnnounced([String]?)
    /// A flag provider announced flags, or all of them with `nil`; answers that do not decide may have changed.
    case flagsAnnounced([FeatureKey]?)
    /// A feature was registered, with its constraints and its actions.
    case featureRegistered(FeatureMetadata)
    /// Features have other paths or another place in the hierarchy.
    case featuresMoved
}

extension FlintRuntime {
    /// Calls a handler after every signal until the returned token is cancelled or released.
    ///
    /// The handler is called on the thread of the change, with no lock held.
    package func observeSignals(_ handler: @escaping @Sendable (RuntimeSignal) -> Void) -> ObservationToken {
        signals.add(handler)
    }

    /// Sends a signal to its observers, if there are any.
    func signal(_ signal: @autoclosure () -> RuntimeSignal) {
        if !signals.isEmpty { signals.notify(signal()) }
    }
}
