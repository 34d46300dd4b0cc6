// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLibc

package enum FileReading {
    package enum Failure: Error, Hashable, CustomStringConvertible {
        case missing
        case notAFile
        case link
        case tooLarge
        case refused(Int32)

        package var description: String {
            switch self {
            case .missing: "there is no such file"
            case .notAFile: "it is not a file"
            case .link: "it is a symbolic link"
            case .tooLarge: "it is too large"
            case .refused(let error): String(cString: strerror(error))
            }
        }
    }

    /// Reads a whole file without blocking, even if the path leads to a pipe.
    ///
    /// - `limit`: The maximum size in bytes.
    /// - `followsLinks`: Whether the file itself may be a symbolic link. Links in the directory's path are always
    ///   followed.
    package static func read(_ path: String, limit: Int, followsLinks: Bool = true) throws(Failure) -> Data {
        var information = stat()
        // The type is checked before the file is opened, because opening a device may have side effects.
        guard (followsLinks ? stat(path, &information) : lstat(path, &information)) == 0 else {
            throw errno == ENOENT ? .missing : .refused(errno)
        }
        guard information.st_mode & S_IFMT != S_IFLNK else { throw .link }
        guard information.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        // The file may have been replaced since. With `O_NONBLOCK`, opening a pipe does not wait for a writer.
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW))
        guard file >= 0 else { throw errno == ENOENT ? .missing : .refused(errno) }
        defer { close(file) }
        guard fstat(file, &information) == 0 else { throw .refused(errno) }
        guard information.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        guard information.st_size <= limit else { throw .tooLarge }
        var data = Data(capacity: Int(information.st_size))
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = buffer.withUnsafeMutableBytes { FlintLibc.read(file, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw .refused(errno)
            }
            guard count > 0 else { return data }
            data.append(contentsOf: buffer[..<count])
            // The file may have grown since its size was checked.
            guard data.count <= limit else { throw .tooLarge }
        }
    }
}
