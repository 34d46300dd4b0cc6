// SPDX-License-Identifier: MIT

import FlintLocks

/// A reference to a runtime from an object that the runtime may retain.
///
/// The process's runtime is never released, so it is referenced strongly: an object that has ever been referenced
/// weakly is slower to use, and this runtime is used constantly. Other runtimes are referenced weakly, unless the
/// reference is created with ``init(keeping:)``.
struct RuntimeReference: @unchecked Sendable {
    private let kept: FlintRuntime?
    /// The runtime without reference counting, if it is guaranteed to outlive this reference.
    let unmanagedRuntime: Unmanaged<FlintRuntime>?
    /// Weak references are read and cleared atomically, so this property needs no lock.
    private weak let owner: FlintRuntime?

    /// Creates a strong reference.
    ///
    /// Use this initializer only in objects that the runtime does not retain.
    init(keeping runtime: FlintRuntime) {
        kept = runtime
        unmanagedRuntime = .passUnretained(runtime)
        owner = nil
    }

    init(to runtime: FlintRuntime) {
        kept = runtime.isOfProcess ? runtime : nil
        unmanagedRuntime = runtime.isOfProcess ? .passUnretained(runtime) : nil
        owner = runtime.isOfProcess ? nil : runtime
    }

    var runtime: FlintRuntime? { kept ?? owner }
}

/// A reference to a runtime from an object that is created before the runtime and retained by it.
///
/// The runtime sets the reference once, in its initializer. The value is `nil` before then, and after the runtime has
/// been released.
final class WeakRuntimeReference: Sendable {
    /// Set once, before the runtime is shared between threads.
    nonisolated(unsafe) private var reference: RuntimeReference?

    init() {}

    var value: FlintRuntime? { reference?.runtime }

    func set(_ runtime: FlintRuntime) {
        reference = RuntimeReference(to: runtime)
    }
}

/// The current runtime and the current cause, if they have been set.
///
/// A scope is stored in a task-local value, so child tasks inherit it. One scope holds both values, because reading a
/// task-local value costs as much as several dictionary lookups. The type is a class, because a plain reference is the
/// fastest value to read.
final class TaskScope: Sendable {
    let runtime: FlintRuntime?
    let cause: Cause?

    /// The number of live scopes that bind a runtime other than the process's.
    ///
    /// Usually, only tests create such scopes. A scope counts until it is released, because a task can outlive the
    /// binding in which it was started.
    private static let otherRuntimes = Atomic(0)

    init(runtime: FlintRuntime?, cause: Cause?) {
        let isOfProcess = runtime?.isOfProcess ?? true
        self.runtime = isOfProcess ? nil : runtime
        self.cause = cause
        if !isOfProcess { Self.otherRuntimes.add(1, ordering: .relaxed) }
    }

    deinit {
        if runtime != nil { Self.otherRuntimes.subtract(1, ordering: .relaxed) }
    }

    /// The runtime that is bound in the current task, or `nil` for the process's runtime.
    ///
    /// Reading a task-local value takes longer than the rest of a request, so it is read only while a scope with
    /// another runtime exists.
    static var boundRuntime: FlintRuntime? {
        otherRuntimes.load(ordering: .relaxed) > 0 ? current?.runtime : nil
    }

    @TaskLocal static var current: TaskScope?

    static func of(_ runtime: FlintRuntime, _ cause: Cause) -> TaskScope {
        guard runtime.isOfProcess else { return TaskScope(runtime: runtime, cause: cause) }
        if cause == .user { return processUser }
        if cause == .app { return processApp }
        return TaskScope(runtime: nil, cause: cause)
    }

    private static let processUser = TaskScope(runtime: nil, cause: .user)
    private static let processApp = TaskScope(runtime: nil, cause: .app)

    func run(_ body: () -> CompletionStatus) -> CompletionStatus {
        // This overload is called for every action, and is faster than the generic one.
        Self.$current.withValue(self, operation: body)
    }

    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$current.withValue(self, operation: body)
    }
}
