/// A value that can be reached only while its lock is held.
///
/// This is the lock of the engine and of its inspector. The rule that keeps it free of deadlocks: no code of an app
/// (a feature's `isEnabled`, a tracker, an observer) is ever called inside `withLock`.
package final class Protected<Value>: @unchecked Sendable {
    private let lock = Lock()
    /// Only ever reached by whoever holds the lock, so a second check for overlapping access is spared.
    @exclusivity(unchecked) private var value: Value

    /// Creates a protected value.
    package init(_ value: Value) {
        self.value = value
    }

    /// Runs a body with exclusive access to the value and returns its result.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
