// SPDX-License-Identifier: MIT

// `Synchronization` requires iOS 18 and macOS 15, so Apple's systems use their own lock. No other file imports the
// module. It exports only the names that `Atomic.swift` declares for Apple's systems.
#if canImport(os)
    public import os
#else
    @_exported public import struct Synchronization.Atomic
    @_exported public import struct Synchronization.AtomicLoadOrdering
    @_exported public import struct Synchronization.AtomicStoreOrdering
    @_exported public import struct Synchronization.AtomicUpdateOrdering
    #if FLINT_THREAD_SANITIZER
        public import FlintLibc
    #else
        public import struct Synchronization.Mutex
    #endif
#endif

/// A lock stored inline in its owner, for classes with very many instances.
///
/// Other code uses ``Protected``, which also restricts access to the value. The lock is an `os_unfair_lock` on Apple's
/// systems and a `Mutex` on others. The thread sanitizer does not support the futex behind `Mutex` on Linux and reports
/// false races. A build with `-D FLINT_THREAD_SANITIZER` therefore uses a POSIX mutex there.
@usableFromInline
package struct Lock: ~Copyable, @unchecked Sendable {
    #if canImport(os)
        @usableFromInline let address: UnsafeMutablePointer<os_unfair_lock_s>

        @inlinable
        package init() {
            // The memory is allocated, because the system's functions need an address that never changes.
            address = .allocate(capacity: 1)
            address.initialize(to: os_unfair_lock_s())
        }

        @inlinable
        deinit {
            address.deinitialize(count: 1)
            address.deallocate()
        }

        @inlinable
        package func lock() { os_unfair_lock_lock(address) }

        @inlinable
        package func unlock() { os_unfair_lock_unlock(address) }
    #elseif FLINT_THREAD_SANITIZER
        @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

        @inlinable
        package init() {
            mutex = .allocate(capacity: 1)
            mutex.initialize(to: pthread_mutex_t())
            pthread_mutex_init(mutex, nil)
        }

        @inlinable
        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }

        @inlinable
        package func lock() { pthread_mutex_lock(mutex) }

        @inlinable
        package func unlock() { pthread_mutex_unlock(mutex) }
    #else
        @usableFromInline let mutex = Mutex<Void>(())

        @inlinable
        package init() {}

        @inlinable
        package func lock() { mutex._unsafeLock() }

        @inlinable
        package func unlock() { mutex._unsafeUnlock() }
    #endif

    /// Runs a closure while holding the lock.
    ///
    /// The closure must not call the app's code.
    @inlinable
    package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        lock()
        defer { unlock() }
        return try body()
    }
}
