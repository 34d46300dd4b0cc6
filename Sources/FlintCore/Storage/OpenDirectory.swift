// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLibc

/// An open directory in which files are checked, created and renamed by name.
///
/// The directory's path can contain symbolic links, because home and temporary directories often do. It is resolved
/// once, when the directory is opened, so replacing a link in the path afterward does not redirect later operations.
/// Symbolic links in the directory itself are never followed.
struct OpenDirectory: ~Copyable {
    enum Entry: Hashable {
        case missing
        case file
        case link
        case directory
        case pipe
        case device
        case socket
        case unknown(Int32)

        /// The reason that the entry must not be read or written, or `nil` for a file and a missing entry.
        var refusal: String? {
            switch self {
            case .missing, .file: nil
            case .link: "it is a symbolic link"
            case .directory: "it is a directory"
            case .pipe: "it is a pipe"
            case .device: "it is a device"
            case .socket: "it is a socket"
            case .unknown(let error): String(cString: strerror(error))
            }
        }

        init(mode: mode_t) {
            switch mode & S_IFMT {
            case S_IFREG: self = .file
            case S_IFLNK: self = .link
            case S_IFDIR: self = .directory
            case S_IFIFO: self = .pipe
            case S_IFSOCK: self = .socket
            default: self = .device
            }
        }
    }

    private let descriptor: Int32

    init(_ path: String) throws(SystemError) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(number: errno) }
    }

    deinit {
        close(descriptor)
    }

    func entry(_ name: String) -> Entry {
        var information = stat()
        // The entry is not opened, because opening a device may have side effects.
        guard fstatat(descriptor, name, &information, AT_SYMLINK_NOFOLLOW) == 0 else {
            return errno == ENOENT ? .missing : .unknown(errno)
        }
        return Entry(mode: information.st_mode)
    }

    /// Opens a file without following a symbolic link or waiting for the other end of a pipe.
    ///
    /// The caller must close the returned descriptor.
    func openFile(_ name: String, _ flags: Int32) throws(SystemError) -> Int32 {
        let file = openat(descriptor, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SystemError(number: errno) }
        var information = stat()
        guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            close(file)
            // The entry has been replaced since its type was checked.
            throw SystemError(number: EINVAL)
        }
        return file
    }

    func isSameFile(_ file: Int32, as name: String) -> Bool {
        var (open, named) = (stat(), stat())
        return fstat(file, &open) == 0 && fstatat(descriptor, name, &named, AT_SYMLINK_NOFOLLOW) == 0
            && open.st_ino == named.st_ino && open.st_dev == named.st_dev
    }

    /// Renames a file within the directory, and returns the error number or `nil`.
    func rename(_ name: String, to other: String) -> Int32? {
        renameat(descriptor, name, descriptor, other) == 0 ? nil : errno
    }

    func remove(_ name: String) {
        unlinkat(descriptor, name, 0)
    }

    // Until the directory is flushed, a power failure can undo a rename.
    func synchronize() {
        fsync(descriptor)
    }
}

struct SystemError: Error, Hashable {
    let number: Int32

    var reason: String { String(cString: strerror(number)) }
}

extension SystemError {
    init(causeOf error: any Error) {
        // `errno` is no substitute, because Foundation calls other functions before it throws.
        let cause = (error as? CocoaError)?.underlying as? POSIXError
        self.init(number: cause?.code.rawValue ?? EIO)
    }
}
