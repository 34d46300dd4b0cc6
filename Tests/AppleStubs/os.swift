// swift-format-ignore-file
// The part of os that the sources use, with its public signatures, over a POSIX mutex, so that a program can use the lock
// where os is missing.

import Glibc

public struct os_unfair_lock_s {
    fileprivate var mutex = pthread_mutex_t()

    public init() {}
}

public func os_unfair_lock_lock(_ lock: UnsafeMutablePointer<os_unfair_lock_s>) { pthread_mutex_lock(&lock.pointee.mutex) }
public func os_unfair_lock_unlock(_ lock: UnsafeMutablePointer<os_unfair_lock_s>) { pthread_mutex_unlock(&lock.pointee.mutex) }
