#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A lock in a file beside a state file, which one process at a time holds while it changes that.
///
/// The lock is released by the system when its holder ends, however it ends. While it is held, the file holds the
/// holder's number, for other processes to report. The file is removed after a change that came to nothing, so that
/// it never stays where there is no state file.
struct StateFileLock: ~Copyable {
    /// Why a lock is not to be had.
    enum Failure: Error {
        /// Another process holds it.
        case held
        /// The lock file cannot be used.
        case unusable(reason: String)
    }

    private let file: Int32
    private let name: String

    /// Takes the lock if it is free.
    ///
    /// What stands under the lock's name has to be a plain file that holds nothing or a process's number. Anything
    /// else, such as the lock file of another program whose name happens to fit, is left as it is.
    ///
    /// - Parameters:
    ///   - name: The name of the lock file.
    ///   - directory: Where it is.
    /// - Returns: The lock, held.
    /// - Throws: ``Failure`` if it is not to be had.
    static func acquire(_ name: String, in directory: borrowing OpenDirectory) throws(Failure) -> StateFileLock {
        let file = try lockedFile(name, in: directory)
        let number = Array("\(getpid())\n".utf8)
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
                throw .unusable(reason: "\(reason); move it, or name another state file")
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
            // The process that held it before may have removed the file; this lock would keep no other process out.
            if directory.has(file, as: name) { return file }
            close(file)
        }
    }

    /// Releases the lock, whose file stays beside the state file.
    consuming func release() {
        ftruncate(file, 0)
    }

    /// Releases the lock and removes its file.
    consuming func remove(from directory: borrowing OpenDirectory) {
        // While it is still held, so that no other process can have taken it yet.
        directory.remove(name)
    }

    deinit {
        close(file)
    }

    /// Locks an open file that holds nothing or a process's number.
    private static func lock(_ file: Int32) throws(Failure) {
        guard isOurs(file) else {
            throw .unusable(reason: "it is the file of another program; move it, or name another state file")
        }
        while flock(file, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else { throw .unusable(reason: SystemError(number: errno).reasonAndRemedy) }
            throw .held
        }
    }

    // MARK: Who holds it

    /// What a lock file holds.
    private static func content(of file: Int32) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 32)
        let count = pread(file, &buffer, buffer.count, 0)
        return Array(buffer.prefix(max(0, count)))
    }

    /// Whether a file holds nothing or a process's number, as lock files do.
    private static func isOurs(_ file: Int32) -> Bool {
        let content = content(of: file)
        return content.isEmpty || content.count < 12 && number(in: content) != nil
    }

    private static func number(in content: [UInt8]) -> Int32? {
        content.last == UInt8(ascii: "\n") ? Int32(String(decoding: content.dropLast(), as: UTF8.self)) : nil
    }

    /// The process that holds a lock, or `nil` if that is not known.
    static func holder(of name: String, in directory: borrowing OpenDirectory) -> Int32? {
        guard let file = try? directory.openFile(name, O_RDONLY) else { return nil }
        defer { close(file) }
        return holder(of: file)
    }

    /// The process that holds a lock, by its open file.
    ///
    /// The kernel knows for certain, and Linux reports it. Elsewhere it is the number that the holder has written
    /// down, if a process has that number.
    private static func holder(of file: Int32) -> Int32? {
        #if os(Linux) || os(Android)
            if let id = kernelHolder(of: file) { return id }
        #endif
        guard let id = number(in: content(of: file)), id > 0, kill(id, 0) == 0 || errno == EPERM else { return nil }
        return id
    }

    #if os(Linux) || os(Android)
        /// The process that Linux names as the holder, such as in `1: FLOCK  ADVISORY  WRITE 4242 fe:00:99 0 EOF`.
        private static func kernelHolder(of file: Int32) -> Int32? {
            var information = stat()
            guard fstat(file, &information) == 0,
                let table = try? FileReading.read("/proc/locks", limit: 4 << 20)
            else { return nil }
            let node = String(information.st_ino)
            for line in String(decoding: table, as: UTF8.self).split(separator: "\n") {
                let words = line.split(separator: " ")
                // The device's numbers mean something else on some file systems; the file's own number is enough
                // among the few locks there are.
                guard words.count == 8, words[1] == "FLOCK",
                    words[5].split(separator: ":").last.map(String.init) == node
                else { continue }
                if let id = Int32(words[4]), id > 0 { return id }
            }
            return nil
        }
    #endif
}
