// SPDX-License-Identifier: MIT

import FlintLibc

/// A file that an argument may name in place of a state or a running app: a path, or a path and an event after "@".
struct RecordingReference {
    let path: String
    let event: UInt64?

    init(_ name: String) {
        // A path that contains "@" and exists is taken as a whole.
        if !Self.isFile(name), let mark = name.lastIndex(of: "@"), let event = UInt64(name[name.index(after: mark)...]),
            Self.isFile(String(name[..<mark]))
        {
            (path, self.event) = (String(name[..<mark]), event)
        } else {
            (path, event) = (name, nil)
        }
    }

    var exists: Bool { Self.isFile(path) }

    /// Whether the path must be a recording, because the file exists or has the extension of a recording.
    var isNamed: Bool { exists || path.hasSuffix(".json") || path.hasSuffix(".jsonl") }

    /// Returns whether a path leads to a file, and not to an app's socket or to a folder with the name of a persona.
    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && ![S_IFSOCK, S_IFDIR].contains(status.st_mode & S_IFMT)
    }
}
