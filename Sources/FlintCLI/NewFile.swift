#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The system's function, under a name of its own beside the one below.
private let systemWrite = write

/// A file that must not be there yet.
enum NewFile {
    /// Writes a file that its owner alone may read, as a whole or not at all.
    ///
    /// - Parameters:
    ///   - text: What is in it.
    ///   - path: Where it is.
    /// - Throws: ``CommandLineError/cannotWrite(_:)``.
    static func write(_ text: String, to path: String) throws(CommandLineError) {
        let draft = path + ".\(getpid()).new"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw refusal(path, errno) }
        defer { unlink(draft) }
        var failure: Int32 = 0
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty, failure == 0 {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { failure = errno }
        }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        // A link, unlike a renaming, never replaces what is there.
        if failure == 0, link(draft, path) != 0 { failure = errno }
        if failure != 0 { throw refusal(path, failure) }
    }

    private static func refusal(_ path: String, _ error: Int32) -> CommandLineError {
        let path = CommandOutput.quotable(path)
        if error == EEXIST { return .cannotWrite("There is a file \(path) already: choose another name.") }
        return .cannotWrite(
            "\(path) cannot be written: \(String(cString: strerror(error))). Name a folder that is there and that you may "
                + "write in.")
    }
}
