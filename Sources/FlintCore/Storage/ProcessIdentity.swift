// SPDX-License-Identifier: MIT

import FlintLibc

/// The identity of a process among the processes that share files.
///
/// Tests replace the current process with a simulated one.
package struct ProcessIdentity: Sendable {
    package let id: Int32
    /// The number that the process writes with its changes, or `nil` if it exits after a change.
    package var signature: Int32?
    package let isRunning: @Sendable (Int32) -> Bool

    package static let current = ProcessIdentity(id: getpid()) { id in
        // Signal 0 only checks for the process. `EPERM` means that it runs as another user.
        id > 0 && (kill(id, 0) == 0 || errno == EPERM)
    }

    package init(id: Int32, isRunning: @escaping @Sendable (Int32) -> Bool) {
        self.id = id
        self.isRunning = isRunning
    }

    /// Returns a program's name and process, such as "console 20534", or `nil` if the process is this one or has ended.
    package func otherProgram(_ name: String, in process: Int32) -> Cause? {
        process != id && isRunning(process) ? .program(name, process: process) : nil
    }
}
