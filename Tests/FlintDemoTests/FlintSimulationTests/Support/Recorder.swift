import FlintLocks

/// Collects values from any thread.
final class Recorder<Value: Sendable>: Sendable {
    private let values = Protected<[Value]>([])

    var all: [Value] { values.withLock { $0 } }

    func append(_ value: Value) {
        values.withLock { $0.append(value) }
    }
}
