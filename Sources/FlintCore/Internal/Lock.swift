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

        /// Creates a lock that nobody holds.
        init() {
            mutex = .allocate(capacity: 1)
            mutex.initialize(to: pthread_mutex_t())
            pthread_mutex_init(mutex, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }

        /// Waits until nobody holds the lock, and takes it.
        func lock() { pthread_mutex_lock(mutex) }

        /// Gives the lock back.
        func unlock() { pthread_mutex_unlock(mutex) }
    #else
        private let mutex = Mutex<Void>(())

        /// Creates a lock that nobody holds.
        init() {}

        /// Waits until nobody holds the lock, and takes it.
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
