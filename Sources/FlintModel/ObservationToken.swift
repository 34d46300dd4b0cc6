// SPDX-License-Identifier: MIT

import FlintLocks

/// A token that keeps an observation active until it is canceled or released.
///
/// Methods that take a handler return a token. Store it for as long as the handler should be called. A token can be
/// used from any thread.
public final class ObservationToken: Sendable {
    private let isCanceled = Atomic(false)
    private let onCancel: @Sendable () -> Void

    /// Creates a token for an observation.
    ///
    /// - Parameter onCancel: A closure that ends the observation. It is called once, on the thread that cancels or
    ///   releases the token.
    public init(_ onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    deinit {
        cancel()
    }

    /// Ends the observation.
    ///
    /// Further calls have no effect.
    public func cancel() {
        if !isCanceled.exchange(true, ordering: .acquiringAndReleasing) { onCancel() }
    }
}
