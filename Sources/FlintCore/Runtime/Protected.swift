#if FLINT_THREAD_SANITIZER
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #else
        import Darwin
    #endif
#else
    import Synchronization
#endif

/// A value that can be reached only while its lock is held.
///
/// This is the single lock of the engine and of its inspector. The rule that keeps it free of deadlocks: no code of an
/// app (a feature's `isEnabled`, a tracker, an observer) is ever called inside `withLock`.
///
/// The thread sanitizer cannot see the futex behind `Mutex` on Linux and reports races that are none, so a build
/// with `-D FLINT_THREAD_SANITIZER` uses a POSIX mutex instead.
package final class Protected<Value>: @unchecked Sendable {
    #if FLINT_THREAD_SANITIZER
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>
        private var value: Value

        /// Creates a protected value.
        package init(_ value: Value) {
            self.value = value
            mutex = .allocate(capacity: 1)
            mutex.initialize(to: pthread_mutex_t())
            pthread_mutex_init(mutex, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }

        /// Runs a body with exclusive access to the value and returns its result.
        package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&value)
        }
    #else
        private let mutex = Mutex<Void>(())
        /// Only ever reached by whoever holds the lock, so a second check for overlapping access is spared.
        @exclusivity(unchecked) private var value: Value

        /// Creates a protected value.
        package init(_ value: Value) {
            self.value = value
        }

        /// Runs a body with exclusive access to the value and returns its result.
        package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
            mutex._unsafeLock()
            defer { mutex._unsafeUnlock() }
            return try body(&value)
        }
    #endif
}
