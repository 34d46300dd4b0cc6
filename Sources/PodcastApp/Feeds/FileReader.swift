import FlintCore

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

/// Reads whole files at paths from outside, which may be directories, endless devices, or missing.
enum FileReader {
    /// The most bytes a file may have, far more than any feed has.
    static let limit = JSONLimits.feed.bytes

    /// Why a file could not be read, as text that follows the file's name.
    struct Failure: Error {
        let problem: String
        let advice: String
    }

    /// For how many milliseconds the other end of a pipe may write nothing.
    static let patience: Int32 = 5000

    /// Reads a file, following links; a pipe will do as well, as long as something comes out of it.
    static func bytes(
        of path: String, limit: Int = limit, patience: Int32 = patience
    ) throws(Failure) -> Data {
        // Opened so, a pipe that no process writes to is empty instead of being waited for.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        var bytes = Data()
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&waiting, 1, patience) != 0 else {
                    throw Failure(
                        problem: "Nothing comes out of this pipe.", advice: "Write a JSON Feed to it, or name a file.")
                }
                continue
            }
            guard count >= 0 else { throw failure() }
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
            guard bytes.count <= limit else {
                throw Failure(
                    problem: "The file is larger than \(limit >> 20) MB.",
                    advice: "Make sure it is the feed itself and not one of its recordings.")
            }
        }
    }

    /// Returns the last error of the system.
    private static func failure() -> Failure {
        switch errno {
        case ENOENT, ENOTDIR:
            Failure(problem: "There is no such file.", advice: "Check the spelling of its path.")
        case EISDIR:
            Failure(problem: "This is a directory.", advice: "Name a JSON Feed file in it.")
        case EACCES, EPERM:
            Failure(problem: "The file may not be read.", advice: "Change its permissions, or name another.")
        default:
            Failure(
                problem: "The file cannot be read: \(String(cString: strerror(errno))).",
                advice: "Name another, or try again.")
        }
    }
}
