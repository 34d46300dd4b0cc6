import Synchronization

/// A reference to a runtime from something the runtime itself may keep.
///
/// The runtime of the process is never released, so a plain reference does: an object that has ever been referred to
/// weakly is slower to use from then on, and this one is used all the time.
struct RuntimeReference: @unchecked Sendable {
    private let kept: FlintRuntime?
    /// The runtime, if it stays as long as this does, so that references to it need not be counted.
    let lasting: Unmanaged<FlintRuntime>?
    /// Weak references are read and cleared atomically, so this needs no lock.
    private weak let owner: FlintRuntime?

    /// Refers to a runtime and keeps it alive, which only something may that the runtime does not keep.
    init(keeping runtime: FlintRuntime) {
        kept = runtime
        lasting = .passUnretained(runtime)
        owner = nil
    }

    /// Refers to a runtime without keeping it alive.
    init(to runtime: FlintRuntime) {
        kept = runtime.isOfProcess ? runtime : nil
        lasting = runtime.isOfProcess ? .passUnretained(runtime) : nil
        owner = runtime.isOfProcess ? nil : runtime
    }

    /// The runtime, if it is still there.
    var runtime: FlintRuntime? { kept ?? owner }
}

/// A reference to a runtime from something that is made before it, and that the runtime keeps.
final class WeakRuntimeReference: Sendable {
    /// Set once, while the runtime is made and before it is shared.
    nonisolated(unsafe) private var reference: RuntimeReference?

    /// Creates a reference to nothing yet.
    init() {}

    /// The runtime, if it is still there.
    var value: FlintRuntime? { reference?.runtime }

    /// Refers to a runtime; called once.
    func set(_ runtime: FlintRuntime) {
        reference = RuntimeReference(to: runtime)
    }
}

/// The current runtime, and the cause of what happens, where they have been set.
///
/// Both are kept together because reading a task-local value costs as much as several dictionary lookups, and in an
/// object because a plain reference, mostly to nothing, is what is read fastest.
final class TaskScope: Sendable {
    /// The runtime that was bound; `nil` for that of the process.
    let runtime: FlintRuntime?
    /// The cause that was declared, if one was.
    let cause: Cause?

    /// The number of scopes that bind another runtime than the process's, which apps do not do: only their tests.
    ///
    /// They are counted as long as they live, because a task may outlive the binding that it was started in.
    private static let otherRuntimes = Atomic(0)

    /// Creates a scope.
    init(runtime: FlintRuntime?, cause: Cause?) {
        let isOfProcess = runtime?.isOfProcess ?? true
        self.runtime = isOfProcess ? nil : runtime
        self.cause = cause
        if !isOfProcess { Self.otherRuntimes.add(1, ordering: .relaxed) }
    }

    deinit {
        if runtime != nil { Self.otherRuntimes.subtract(1, ordering: .relaxed) }
    }

    /// The runtime that is bound here; `nil` for that of the process.
    ///
    /// Reading a task-local value takes longer than everything else a request does, so it is not read while there can
    /// be nothing in it.
    static var boundRuntime: FlintRuntime? {
        otherRuntimes.load(ordering: .relaxed) > 0 ? current?.runtime : nil
    }

    /// What holds for code that runs here; `nil` where nothing has been set.
    @TaskLocal static var current: TaskScope?

    /// The scope of an action in a runtime: those of the process's, in which apps run, are made once.
    static func of(_ runtime: FlintRuntime, _ cause: Cause) -> TaskScope {
        guard runtime.isOfProcess else { return TaskScope(runtime: runtime, cause: cause) }
        if cause == .user { return processUser }
        if cause == .app { return processApp }
        return TaskScope(runtime: nil, cause: cause)
    }

    private static let processUser = TaskScope(runtime: nil, cause: .user)
    private static let processApp = TaskScope(runtime: nil, cause: .app)

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
