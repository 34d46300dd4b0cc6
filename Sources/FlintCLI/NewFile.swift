#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The system's `write`, which the static method of the same name would shadow.
private let systemWrite = write

/// Creates files and refuses to replace existing ones.
enum NewFile {
    /// Writes a file that only its owner can read.
    ///
    /// If writing fails, no file is left behind.
    ///
    /// - Parameters:
    ///   - text: The contents.
    ///   - path: The path of the new file.
    /// - Throws: ``CommandLineError/cannotWrite(_:)`` if the file exists or cannot be written.
    static func write(_ text: String, to path: String) throws(CommandLineError) {
        let draft = try Draft(path)
        try draft.add(text)
        try draft.keep()
    }

    /// A file that is written in parts and appears under its name when it is complete.
    ///
    /// Until ``keep()`` is called, the content is in a temporary file next to the final path. Releasing the draft
    /// removes the temporary file.
    final class Draft {
        private let path: String
        private let draft: String
        private var descriptor: Int32

        /// Creates the temporary file.
        ///
        /// - Parameter path: The path of the complete file.
        /// - Throws: ``CommandLineError/cannotWrite(_:)`` if the path exists or the temporary file cannot be created.
        init(_ path: String) throws(CommandLineError) {
            let draft = path + ".\(getpid()).new"
            var information = stat()
            guard lstat(path, &information) != 0 else { throw NewFile.refusal(path, EEXIST) }
            let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw NewFile.refusal(errno == EEXIST ? draft : path, errno) }
            // The properties are set only now, so that a failed initializer does not run the deinitializer, which would
            // remove a temporary file that this draft did not create.
            (self.path, self.draft, self.descriptor) = (path, draft, descriptor)
        }

        deinit {
            _ = end()
            unlink(draft)
        }

        /// Appends text to the temporary file.
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

        /// Completes the file and moves it to its path.
        ///
        /// - Throws: ``CommandLineError/cannotWrite(_:)``, for example if a file now exists at the path.
        func keep() throws(CommandLineError) {
            guard end() == 0 else { throw NewFile.refusal(path, errno) }
            // Unlike `rename`, `link` never replaces an existing file.
            guard link(draft, path) == 0 else { throw NewFile.refusal(path, errno) }
        }

        private func end() -> Int32 {
            guard descriptor >= 0 else { return 0 }
            defer { descriptor = -1 }
            return close(descriptor)
        }
    }

    private static func refusal(_ path: String, _ error: Int32) -> CommandLineError {
        let path = CommandOutput.excerpt(path)
        if error == EEXIST { return .cannotWrite("There is already a file \(path). Choose another name.") }
        return .cannotWrite(
            "\(path) cannot be written: \(String(cString: strerror(error))). Choose a path in an existing, "
                + "writable folder.")
    }
}
