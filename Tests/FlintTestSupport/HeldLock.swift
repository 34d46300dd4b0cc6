internal import Foundation

/// The lock of a state file, which a test holds like another process.
///
/// The lock is released by ``release()`` or when the object is deallocated. Closing the descriptor would not suffice: a
/// process that is being started has a copy of it.
public final class HeldLock: Sendable {
    private struct IsHeld: Error { let path: String }

    private let file: Int32

    /// Acquires the lock.
    ///
    /// - Parameter path: The path of the state file.
    /// - Throws: An error if the lock is held or its file cannot be created.
    public init(of path: String) throws {
        file = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0, flock(file, LOCK_EX | LOCK_NB) == 0 else { throw IsHeld(path: path) }
        let number = Array("\(getpid())\n".utf8)
        ftruncate(file, 0)
        pwrite(file, number, number.count, 0)
    }

    deinit {
        release()
        close(file)
    }

    /// Releases the lock, if it is held.
    public func release() {
        flock(file, LOCK_UN)
    }
}
