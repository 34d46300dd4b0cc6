/// A reference to a runtime from something that is made before it, and that the runtime keeps.
final class WeakRuntimeReference: Sendable {
    /// Set once, while the runtime is made and before anybody else can have it.
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
