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

/// A lock that lives inside its owner, for objects that are made by the million; elsewhere ``Protected`` is safer.
///
/// The thread sanitizer cannot see the futex behind `Mutex` on Linux and reports races that are none, so a build
/// with `-D FLINT_THREAD_SANITIZER` uses a POSIX mutex instead.
struct Lock: ~Copyable, @unchecked Sendable {
    #if FLINT_THREAD_SANITIZER
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>

        /// Creates an unlocked lock.
        init() {
            mutex = .allocate(capacity: 1)
            mutex.initialize(to: pthread_mutex_t())
            pthread_mutex_init(mutex, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }

        /// Waits until the lock is free, and takes it.
        func lock() { pthread_mutex_lock(mutex) }

        /// Gives the lock back.
        func unlock() { pthread_mutex_unlock(mutex) }
    #else
        private let mutex = Mutex<Void>(())

        /// Creates an unlocked lock.
        init() {}

        /// Waits until the lock is free, and takes it.
        func lock() { mutex._unsafeLock() }

        /// Gives the lock back.
        func unlock() { mutex._unsafeUnlock() }
    #endif

    /// Runs a body while holding the lock; no code of an app may run in it.
    func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock()
        defer { unlock() }
        return try body()
    }
}

/// A value that can be reached only while its lock is held.
///
/// This is the lock of the engine and of its inspector. The rule that keeps it free of deadlocks: no code of an app
/// (a feature's `isEnabled`, a tracker, an observer) is ever called inside `withLock`.
package final class Protected<Value>: @unchecked Sendable {
    private let lock = Lock()
    /// Accessed only with the lock held, so a second check for overlapping access is omitted.
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

/// Carries a value across a queue where the compiler cannot see that this is safe.
///
/// Used for code of an app that the documents' signatures do not require to be `Sendable`: an action, its input, its
/// presenter and a caller's completion each go to one queue and are used there once.
struct UncheckedSendable<Value>: @unchecked Sendable {
    /// The value.
    let value: Value

    /// Wraps a value.
    init(_ value: Value) {
        self.value = value
    }
}
