// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation
import FlintLibc
import FlintLocks

/// One run of the program: its environment, its standard descriptors, and the state that its parts share.
///
/// A process has a single run, except in tests, which run commands in their own process. Commands read the environment
/// and write their output only through the current run. State files are accessed through the current runtime, so a test
/// binds a runtime for each run.
package final class CommandRun: Sendable {
    @TaskLocal package static var current = CommandRun(
        environment: ProcessInfo.processInfo.environment, input: STDIN_FILENO, output: STDOUT_FILENO,
        errors: STDERR_FILENO)

    private struct State {
        var style = OutputStyle()
        var answer = Answer.none
        var reportedErrors: Set<StateFileError> = []
        var endings: [@Sendable () -> Void] = []
    }

    /// The environment variables.
    let environment: [String: String]
    /// The descriptor for input.
    let input: Int32
    /// The descriptor for answers.
    let output: Int32
    /// The descriptor for notes and errors.
    let errors: Int32
    private let state = Protected(State())

    /// The part of the answer in JSON that has been written.
    enum Answer {
        case none
        /// An object whose last member is an array, without the ends of both.
        case begun
        case complete
    }

    package init(environment: [String: String] = [:], input: Int32 = -1, output: Int32, errors: Int32) {
        (self.environment, self.input, self.output, self.errors) = (environment, input, output, errors)
    }

    /// The format of the output, which is set once the options have been parsed.
    var style: OutputStyle {
        get { state.withLock { $0.style } }
        set { state.withLock { $0.style = newValue } }
    }

    /// The part of the answer that has been written, which determines how an error is added.
    var answer: Answer {
        get { state.withLock { $0.answer } }
        set { state.withLock { $0.answer = newValue } }
    }

    /// Whether a person sees the output and types the input.
    var isInteractive: Bool { isatty(input) == 1 && isatty(output) == 1 }

    /// Records that an error is being reported.
    ///
    /// - Returns: Whether the error has not been reported before.
    func recordReport(of error: StateFileError) -> Bool {
        state.withLock { $0.reportedErrors.insert(error).inserted }
    }

    /// Returns whether an error has been reported.
    func hasReported(_ error: StateFileError) -> Bool { state.withLock { $0.reportedErrors.contains(error) } }

    /// Registers a closure to call before the run ends, unless a signal ends it.
    func beforeEnd(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.endings.append(body) }
    }

    /// Saves pending state and calls the registered closures.
    ///
    /// - Parameter status: The exit status of the command.
    /// - Returns: The exit status of the run. If the command's status is 0 but a change could not be saved, the status
    ///   reports that error instead.
    package func end(_ status: Int32) -> Int32 {
        let unsaved = SavedState.finishAndReport()
        let endings = state.withLock { state in
            defer { state.endings = [] }
            return state.endings
        }
        for ending in endings { ending() }
        return status == 0 ? unsaved ?? 0 : status
    }
}
