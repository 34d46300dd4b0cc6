// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation
import FlintLibc

/// Reads whole files at paths that the user supplies.
///
/// Such a path may lead to a directory, an endless device or a pipe, or to no file. The reader limits the file's size
/// and the time to wait for data, and reports each problem with its own error.
enum FileReader {
    static let limit = JSONLimits.feed.bytes

    struct Failure: Error {
        let problem: String
        let advice: String
    }

    /// The maximum time to wait for data from a pipe, in milliseconds.
    static let pipeTimeout: Int32 = 5000

    /// Reads a file or a pipe of at most a number of bytes.
    ///
    /// The patience is the maximum time to wait for the next data from a pipe, in milliseconds.
    static func bytes(
        of path: String, limit: Int = limit, patience: Int32 = pipeTimeout
    ) throws(Failure) -> Data {
        // With `O_NONBLOCK`, opening a pipe that has no writer succeeds immediately and reads as empty.
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
                // The time applies to each wait, so a slow pipe may take longer in total.
                guard poll(&waiting, 1, patience) != 0 else {
                    throw Failure(
                        problem: "The pipe does not deliver data.",
                        advice: "Write a JSON Feed to it, or specify a file.")
                }
                continue
            }
            guard count >= 0 else { throw failure() }
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
            // The size of a pipe or a device is not known in advance, so the limit applies while reading.
            guard bytes.count <= limit else {
                throw Failure(
                    problem: "The file is larger than \(limit >> 20) MB.",
                    advice: "Make sure that it is the feed and not a recording.")
            }
        }
    }

    private static func failure() -> Failure {
        switch errno {
        case ENOENT, ENOTDIR:
            Failure(problem: "The file does not exist.", advice: "Check the path.")
        case EISDIR:
            Failure(problem: "This is a directory.", advice: "Specify a JSON Feed file in it.")
        case EACCES, EPERM:
            Failure(
                problem: "You do not have permission to read the file.",
                advice: "Change its permissions, or specify another file.")
        default:
            Failure(
                problem: "The file cannot be read: \(String(cString: strerror(errno))).",
                advice: "Specify another file, or try again.")
        }
    }
}
