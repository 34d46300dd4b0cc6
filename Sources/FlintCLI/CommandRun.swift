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

    let environment: [String: String]
    let input: Int32
    let output: Int32
    let errors: Int32
    private let state = Protected(State())

    /// The portion of the JSON answer that has been written.
    enum Answer {
        case none
        /// The start of an object whose last member is an array. Neither is closed yet.
        case begun
        case complete
    }

    package init(environment: [String: String] = [:], input: Int32 = -1, output: Int32, errors: Int32) {
        (self.environment, self.input, self.output, self.errors) = (environment, input, output, errors)
    }

    var style: OutputStyle {
        get { state.withLock { $0.style } }
        set { state.withLock { $0.style = newValue } }
    }

    var answer: Answer {
        get { state.withLock { $0.answer } }
        set { state.withLock { $0.answer = newValue } }
    }

    var isInteractive: Bool { isatty(input) == 1 && isatty(output) == 1 }

    func recordReport(of error: StateFileError) -> Bool {
        state.withLock { $0.reportedErrors.insert(error).inserted }
    }

    func hasReported(_ error: StateFileError) -> Bool { state.withLock { $0.reportedErrors.contains(error) } }

    /// Registers a closure to call before the run ends, unless a signal ends it.
    func beforeEnd(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.endings.append(body) }
    }

    package func end(_ status: Int32) -> Int32 {
        let unsaved = SavedState.finishAndReport()
        let endings = state.withLock { state in
            defer { state.endings = [] }
            return state.endings
        }
        for ending in endings { ending() }
        // The error of the command itself takes precedence over an unsaved change.
        return status == 0 ? unsaved ?? 0 : status
    }
}

enum LaunchEnvironment {
    static var pausesBackgroundWork: Bool { CommandRun.current.environment["FLINT_PAUSED"] == "1" }
}
