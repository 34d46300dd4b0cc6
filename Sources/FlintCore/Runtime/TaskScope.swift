/// Which runtime is current, and who is behind what happens, where that has been said.
///
/// Both are kept together because reading a task-local value costs as much as several dictionary look-ups.
struct TaskScope: Sendable {
    /// The runtime that was bound; `nil` for that of the process.
    var runtime: FlintRuntime?
    /// The cause that was declared, if one was.
    var cause: Cause?

    /// What holds for code that runs here.
    @TaskLocal static var current = TaskScope()

    /// The runtime that was bound for code that runs here; `nil` for that of the process.
    static var boundRuntime: FlintRuntime? { current.runtime }

    /// Runs a body that results in a status, with this scope as the current one.
    ///
    /// Apart from the general form because this happens for every action, and types known in advance are faster.
    func run(_ body: () -> CompletionStatus) -> CompletionStatus {
        Self.$current.withValue(self, operation: body)
    }

    /// Runs a body with this scope as the current one.
    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$current.withValue(self, operation: body)
    }
}
