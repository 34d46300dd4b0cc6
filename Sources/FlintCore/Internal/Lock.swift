// SPDX-License-Identifier: MIT

#if FLINT_THREAD_SANITIZER
    import FlintLibc
#else
    import Synchronization
#endif

/// A lock stored inline in its owner, for classes with very many instances.
///
/// Other code uses ``Protected``, which also restricts access to the value. The thread sanitizer doesn't support the
/// futex behind `Mutex` on Linux and reports false races. A build with `-D FLINT_THREAD_SANITIZER` therefore uses a
/// POSIX mutex.
struct Lock: ~Copyable, @unchecked Sendable {
    #if FLINT_THREAD_SANITIZER
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>

        init() {
            mutex = .allocate(capacity: 1)
            mutex.initialize(to: pthread_mutex_t())
            pthread_mutex_init(mutex, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }

        func lock() { pthread_mutex_lock(mutex) }

        func unlock() { pthread_mutex_unlock(mutex) }
    #else
        private let mutex = Mutex<Void>(())

        init() {}

        func lock() { mutex._unsafeLock() }

        func unlock() { mutex._unsafeUnlock() }
    #endif

    /// Runs a closure while holding the lock.
    ///
    /// The closure must not call the app's code.
    func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock()
        defer { unlock() }
        return try body()
    }
}

/// A value that can be accessed only while its lock is held.
///
/// To avoid deadlocks, never call the app's code inside `withLock`. The app's code includes a feature's `isEnabled`,
/// trackers, and observers. The engine and its inspector use this lock for their state. The lock isn't recursive.
package final class Protected<Value>: @unchecked Sendable {
    private let lock = Lock()
    /// Accessed only with the lock held, so dynamic exclusivity checks are omitted.
    @exclusivity(unchecked) private var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

/// A wrapper that passes a value between threads when the compiler can't verify that this is safe.
///
/// It mostly wraps values that come from the app and aren't required to be `Sendable`: an action, its input, its
/// presenter, and the caller's completion. Each of these is passed to one queue and used there once.
struct UncheckedSendable<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
