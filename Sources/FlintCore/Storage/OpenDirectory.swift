#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A directory that is open, in which files are checked, made and renamed by name.
///
/// The directory itself may be reached through symbolic links, because home and temporary directories often are. It is
/// opened once: exchanging a link on the way to it afterwards does not lead what was checked here elsewhere. The
/// names in it are never followed.
struct OpenDirectory: ~Copyable {
    /// What stands under a name.
    enum Entry: Hashable {
        case missing
        case file
        case link
        case directory
        case pipe
        case device
        case socket
        /// The system does not report it, with this error number.
        case unknown(Int32)

        /// Why nothing is read from it or written to it, or `nil` if it is a file or nothing is there.
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

        /// Reads the kind of a file from its mode.
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

    /// Opens a directory.
    ///
    /// - Throws: ``SystemError`` if there is none or it cannot be opened.
    init(_ path: String) throws(SystemError) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(number: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Returns what stands under a name, without opening it: opening a device may have effects of its own.
    func entry(_ name: String) -> Entry {
        var information = stat()
        guard fstatat(descriptor, name, &information, AT_SYMLINK_NOFOLLOW) == 0 else {
            return errno == ENOENT ? .missing : .unknown(errno)
        }
        return Entry(mode: information.st_mode)
    }

    /// Opens a file for its owner only, never through a link and never waiting for the other end of a pipe.
    ///
    /// - Returns: The descriptor, which the caller closes.
    /// - Throws: ``SystemError`` if it cannot be opened or is no plain file.
    func openFile(_ name: String, _ flags: Int32) throws(SystemError) -> Int32 {
        let file = openat(descriptor, name, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw SystemError(number: errno) }
        var information = stat()
        guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            close(file)
            // It was exchanged since it was looked at.
            throw SystemError(number: EINVAL)
        }
        return file
    }

    /// Whether an open file is still the one that stands under a name.
    func has(_ file: Int32, as name: String) -> Bool {
        var (open, named) = (stat(), stat())
        return fstat(file, &open) == 0 && fstatat(descriptor, name, &named, AT_SYMLINK_NOFOLLOW) == 0
            && open.st_ino == named.st_ino && open.st_dev == named.st_dev
    }

    /// Gives a file another name in the directory.
    ///
    /// - Returns: The number of the error that kept it from that, or `nil`.
    func rename(_ name: String, to other: String) -> Int32? {
        renameat(descriptor, name, descriptor, other) == 0 ? nil : errno
    }

    /// Removes a file; nothing happens where there is none.
    func remove(_ name: String) {
        unlinkat(descriptor, name, 0)
    }

    /// Makes the names in the directory outlast a power failure.
    func synchronize() {
        fsync(descriptor)
    }
}

/// An error the system reports.
struct SystemError: Error, Hashable {
    /// Its number, as `errno` has it.
    let number: Int32

    /// What the system calls it.
    var reason: String { String(cString: strerror(number)) }
}
