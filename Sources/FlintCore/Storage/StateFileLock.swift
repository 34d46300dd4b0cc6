// SPDX-License-Identifier: MIT

import FlintLibc

/// A lock file next to a state file, which a process locks while it changes the state file.
///
/// The system releases the lock when the process ends for any reason. The lock file contains the process identifier of
/// the holder, so that other processes can report it. After a failed change, the lock file is removed, so that it is
/// never left behind without a state file.
struct StateFileLock: ~Copyable {
    enum Failure: Error {
        case held
        case unusable(reason: String)
    }

    private let file: Int32
    private let name: String

    /// Acquires the lock if it is free.
    ///
    /// An existing lock file must be a regular file that is empty or contains a process identifier. Any other file,
    /// such as another program's lock file with the same name, is left unchanged.
    static func acquire(_ name: String, in directory: borrowing OpenDirectory) throws(Failure) -> StateFileLock {
        let file = try lockedFile(name, in: directory)
        let number = Array("\(getpid())\n".utf8)
        // The identifier is only used in messages, so a failure to write it is ignored.
        ftruncate(file, 0)
        pwrite(file, number, number.count, 0)
        return StateFileLock(file: file, name: name)
    }

    private init(file: Int32, name: String) {
        self.file = file
        self.name = name
    }

    private static func lockedFile(
        _ name: String, in directory: borrowing OpenDirectory
    ) throws(Failure) -> Int32 {
        while true {
            if let reason = directory.entry(name).refusal {
                throw .unusable(reason: "\(reason); move it, or specify another state file")
            }
            let file: Int32
            do throws(SystemError) {
                file = try directory.openFile(name, O_RDWR | O_CREAT)
            } catch {
                throw .unusable(reason: error.reasonAndRemedy)
            }
            do throws(Failure) {
                try lock(file)
            } catch {
                close(file)
                throw error
            }
            // The previous holder may have removed the file. A lock on a removed file does not exclude other processes.
            if directory.isSameFile(file, as: name) { return file }
            close(file)
        }
    }

    consuming func release() {
        // An empty file names no holder. The deinitializer releases the lock.
        ftruncate(file, 0)
    }

    consuming func remove(from directory: borrowing OpenDirectory) {
        // The file is removed before the lock is released, so that no other process can have acquired it.
        directory.remove(name)
    }

    deinit {
        // Closing is not enough: a child process that is about to start another program has a copy of the descriptor,
        // which would keep the lock.
        flock(file, LOCK_UN)
        close(file)
    }

    private static func lock(_ file: Int32) throws(Failure) {
        guard isLockFile(file) else {
            throw .unusable(reason: "it belongs to another program; move it, or specify another state file")
        }
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else { throw .unusable(reason: SystemError(number: errno).reasonAndRemedy) }
            throw .held
        }
    }

    // MARK: The holder

    private static func content(of file: Int32) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 32)
        let count = pread(file, &buffer, buffer.count, 0)
        return Array(buffer.prefix(max(0, count)))
    }

    private static func isLockFile(_ file: Int32) -> Bool {
        let content = content(of: file)
        // A process identifier has at most ten digits, and a line break follows it.
        return content.isEmpty || content.count < 12 && processID(in: content) != nil
    }

    private static func processID(in content: [UInt8]) -> Int32? {
        content.last == UInt8(ascii: "\n") ? Int32(String(decoding: content.dropLast(), as: UTF8.self)) : nil
    }

    static func holder(of name: String, in directory: borrowing OpenDirectory) -> Int32? {
        guard let file = try? directory.openFile(name, O_RDONLY) else { return nil }
        defer { close(file) }
        // A holder that was killed leaves its identifier behind.
        guard let id = processID(in: content(of: file)), ProcessIdentity.current.isRunning(id) else { return nil }
        return id
    }
}
