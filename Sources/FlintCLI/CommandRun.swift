// SPDX-License-Identifier: MIT

import FlintCore
import Synchronization

/// The output of one run of the program, and its access to state files.
///
/// A process has a single run, except in tests, which run commands in their own process.
package final class CommandRun: Sendable {
    @TaskLocal package static var current = CommandRun(output: 1, errors: 2)

    /// The descriptor for answers.
    let output: Int32
    /// The descriptor for notes and errors.
    let errors: Int32
    /// The access to the state files that the run changes.
    ///
    /// Its errors end the run with an error.
    let access: StateFileAccess
    private let written = Mutex(Answer.none)

    /// The part of the answer in JSON that has been written.
    enum Answer {
        case none
        /// An object whose last member is an array, without the ends of both.
        case begun
        case complete
    }

    package init(output: Int32, errors: Int32, access: StateFileAccess = .process) {
        (self.output, self.errors, self.access) = (output, errors, access)
    }

    /// The part of the answer that has been written, which determines how an error is added.
    var answer: Answer {
        get { written.withLock { $0 } }
        set { written.withLock { $0 = newValue } }
    }
}
