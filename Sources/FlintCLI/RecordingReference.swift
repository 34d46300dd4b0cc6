// SPDX-License-Identifier: MIT

import FlintLibc

/// A reference to a file, such as `journal.jsonl`, or to the moment after an event, such as `journal.jsonl@120`.
///
/// It can be given in place of a state or a running app.
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

    /// Returns whether a path leads to a file rather than to an app's socket or to a folder named like a persona.
    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && ![S_IFSOCK, S_IFDIR].contains(status.st_mode & S_IFMT)
    }
}
