// SPDX-License-Identifier: MIT

#if FLINT_THREAD_SANITIZER
    import FlintLibc
#else
    import Synchronization
#endif

/// A value that is accessible only while its lock is held.
///
/// The lock is a `Mutex`, except in builds with `-D FLINT_THREAD_SANITIZER`, which use a POSIX mutex: on Linux, the
/// thread sanitizer cannot see the futex behind `Mutex` and reports false races. The engine has its own equivalent,
/// `Protected`, because calls into another module would add an allocation to every performed action and make it a tenth
/// slower.
package final class Guarded<Value>: @unchecked Sendable {
    #if FLINT_THREAD_SANITIZER
        private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    #else
        private let mutex = Mutex<Void>(())
    #endif
    private var value: Value

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

    /// Runs a closure with exclusive access to the value and returns its result.
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
