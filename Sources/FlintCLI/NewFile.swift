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
        let draft = try Draft(path)
        try draft.add(text)
        try draft.keep()
    }

    /// A file that is written part by part and has its name once it is complete; without that, nothing is left of it.
    final class Draft {
        private let path: String
        private let draft: String
        private var descriptor: Int32

        /// Begins a file.
        ///
        /// - Parameter path: Where it is to be.
        /// - Throws: ``CommandLineError/cannotWrite(_:)`` if there is such a file already or it cannot be made.
        init(_ path: String) throws(CommandLineError) {
            self.path = path
            draft = path + ".\(getpid()).new"
            var information = stat()
            guard lstat(path, &information) != 0 else { throw NewFile.refusal(path, EEXIST) }
            descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw NewFile.refusal(path, errno) }
        }

        deinit {
            _ = end()
            unlink(draft)
        }

        /// Adds a part.
        ///
        /// - Parameter text: The part.
        /// - Throws: ``CommandLineError/cannotWrite(_:)``.
        func add(_ text: String) throws(CommandLineError) {
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno != EINTR {
                    throw NewFile.refusal(path, errno)
                }
            }
        }

        /// Gives the file its name.
        ///
        /// - Throws: ``CommandLineError/cannotWrite(_:)``.
        func keep() throws(CommandLineError) {
            guard end() == 0 else { throw NewFile.refusal(path, errno) }
            // A link, unlike a renaming, never replaces what is there.
            guard link(draft, path) == 0 else { throw NewFile.refusal(path, errno) }
        }

        private func end() -> Int32 {
            guard descriptor >= 0 else { return 0 }
            defer { descriptor = -1 }
            return close(descriptor)
        }
    }

    private static func refusal(_ path: String, _ error: Int32) -> CommandLineError {
        let path = CommandOutput.quotable(path)
        if error == EEXIST { return .cannotWrite("There is a file \(path) already: choose another name.") }
        return .cannotWrite(
            "\(path) cannot be written: \(String(cString: strerror(error))). Name a folder that is there and that you may "
                + "write in.")
    }
}
