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

/// A value that can be reached only while its lock is held, for what does not import the engine.
///
/// It is a `Mutex`, except for the thread sanitizer: that cannot see the futex behind `Mutex` on Linux and reports races
/// that are none, so a build with `-D FLINT_THREAD_SANITIZER` uses a POSIX mutex. The engine's lock, `Protected`, stays
/// in its own module, because calls into another one cost every action that is performed a block and a tenth of its
/// time.
package final class Guarded<Value>: @unchecked Sendable {
    #if FLINT_THREAD_SANITIZER
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    #else
        private let mutex = Mutex<Void>(())
    #endif
    private var value: Value

    /// Creates a guarded value.
    package init(_ value: Value) {
        self.value = value
        #if FLINT_THREAD_SANITIZER
            mutex.initialize(to: pthread_mutex_t())
            pthread_mutex_init(mutex, nil)
        #endif
    }

    #if FLINT_THREAD_SANITIZER
        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }
    #endif

    /// Runs a body with exclusive access to the value and returns its result.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock()
        defer { unlock() }
        return try body(&value)
    }

    private func lock() {
        #if FLINT_THREAD_SANITIZER
            pthread_mutex_lock(mutex)
        #else
            mutex._unsafeLock()
        #endif
    }

    private func unlock() {
        #if FLINT_THREAD_SANITIZER
            pthread_mutex_unlock(mutex)
        #else
            mutex._unsafeUnlock()
        #endif
    }
}
