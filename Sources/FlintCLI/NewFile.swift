// SPDX-License-Identifier: MIT

import FlintCore
import FlintLibc

#if os(Linux)
    /// The flags of `open` for a file without a name in a folder.
    ///
    /// C defines `O_TMPFILE` as an expression, which Swift does not import.
    private let unnamedFile = 0o20_000_000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC
#endif

enum NewFile {
    /// Writes a file that only its owner can read.
    ///
    /// If writing fails, no file is left behind.
    static func write(_ text: String, to path: String) throws(CommandLineError) {
        let draft = try Draft(path)
        try draft.add(text)
        try draft.keep()
    }

    /// A file that is written in parts and appears under its name when it is complete.
    ///
    /// Until ``keep()`` is called, the content is in a file without a name. The system removes this file when the
    /// program ends. Where the file system does not support such files, the content is in a temporary file next to the
    /// final path. Releasing the draft removes that file.
    final class Draft {
        private let path: String
        /// The path of the temporary file, or `nil` if the file has no name.
        private let draft: String?
        private let descriptor: Int32

        init(_ path: String) throws(CommandLineError) {
            var information = stat()
            guard lstat(path, &information) != 0 else { throw NewFile.refusal(path, EEXIST) }
            #if os(Linux)
                let unnamed = open(PathComponents(path).directory, unnamedFile, 0o600)
                if unnamed >= 0 {
                    // Without /proc, the file could not be given its name later.
                    if access(NewFile.link(to: unnamed), F_OK) == 0 {
                        (self.path, draft, descriptor) = (path, nil, unnamed)
                        return
                    }
                    close(unnamed)
                }
            #endif
            let draft = path + ".\(getpid()).new"
            let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw NewFile.refusal(errno == EEXIST ? draft : path, errno) }
            // The properties are set only now, so that a failed initializer does not run the deinitializer, which would
            // remove a temporary file that this draft did not create.
            (self.path, self.draft, self.descriptor) = (path, draft, descriptor)
        }

        deinit {
            close(descriptor)
            if let draft { unlink(draft) }
        }

        func add(_ text: String) throws(CommandLineError) {
            if let error = FileWriting.write(text.utf8, to: descriptor) { throw NewFile.refusal(path, error) }
        }

        func keep() throws(CommandLineError) {
            let source = draft ?? NewFile.link(to: descriptor)
            // Unlike `rename`, `linkat` never replaces an existing file.
            guard fsync(descriptor) == 0, linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
            else { throw NewFile.refusal(path, errno) }
        }
    }

    /// Returns the path of the link to an open file.
    ///
    /// Linux can give the file a name through this link.
    private static func link(to descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

    static func refusal(_ path: String, _ error: Int32) -> CommandLineError {
        let path = CommandOutput.excerpt(path)
        if error == EEXIST { return .cannotWrite("There is already a file \(path). Choose another name.") }
        return .cannotWrite(
            "\(path) cannot be written: \(String(cString: strerror(error))). Choose a path in an existing, "
                + "writable folder.")
    }
}
