// SPDX-License-Identifier: MIT

/// A value that can be accessed only while its lock is held.
///
/// To avoid deadlocks, never call the app's code inside `withLock`. The app's code includes a feature's `isEnabled`,
/// trackers, and observers. The lock is not recursive.
///
/// The functions are inlined into their callers. As calls into another module, they would add an allocation to every
/// performed action and make it a tenth slower.
@usableFromInline
package final class Protected<Value>: @unchecked Sendable {
    @usableFromInline let lock = Lock()
    /// Accessed only with the lock held, so dynamic exclusivity checks are omitted.
    @exclusivity(unchecked) @usableFromInline var value: Value

    @inlinable
    package init(_ value: Value) {
        self.value = value
    }

    @inlinable
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

/// A wrapper that passes a value between threads when the compiler cannot verify that this is safe.
///
/// It mostly wraps values that come from the app and need not be `Sendable`: an action, its input, its presenter, and
/// the caller's completion. Each of these is passed to one queue and used there once. Others are objects of the system
/// that are thread-safe but not declared as `Sendable`.
@usableFromInline
package struct UncheckedSendable<Value>: @unchecked Sendable {
    @usableFromInline package let value: Value

    @inlinable
    package init(_ value: Value) {
        self.value = value
    }
}
