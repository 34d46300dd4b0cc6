/// A runtime that is not kept alive.
final class WeakRuntimeReference: Sendable {
    /// Weak references are read and cleared atomically, so this needs no lock; it is set while the runtime is made.
    nonisolated(unsafe) private(set) weak var value: FlintRuntime?

    /// Creates a reference to nothing yet.
    init() {}

    /// Refers to a runtime; called once, while the runtime is made and before anybody else can have it.
    func set(_ runtime: FlintRuntime) {
        value = runtime
    }
}
