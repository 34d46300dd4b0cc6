/// A question about an app that takes several calls of an inspector to answer.
///
/// An inspector answers from facts, and first reads those again whose sources do not announce changes. The calls of one
/// question share a reading: the first one that is about every feature reads, and the others answer from what it found.
/// A call outside a question always reads. A question belongs to a task; a command that is sent within it ends the
/// reading, since the command may change what sources answer.
package final class InspectorQuestion: Sendable {
    @TaskLocal private static var current: InspectorQuestion?

    /// The inspectors whose facts have been read; `nil` if facts are not to be read at all.
    private let inspectors: Guarded<Set<ObjectIdentifier>?>
    private let waits: Bool

    private init(_ inspectors: Set<ObjectIdentifier>?, waitsForSlowSources waits: Bool = true) {
        self.inspectors = Guarded(inspectors)
        self.waits = waits
    }

    /// Asks a question of its own, also within another one.
    package static func ask<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
        try $current.withValue(InspectorQuestion([]), operation: body)
    }

    /// Asks a question of its own, also within another one.
    @MainActor
    package static func ask<Answer>(_ body: @MainActor () async throws -> Answer) async rethrows -> Answer {
        try await $current.withValue(InspectorQuestion([]), operation: body)
    }

    /// Asks a question as part of the present one, if there is one.
    package static func join<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
        current == nil ? try ask(body) : try body()
    }

    /// Makes calls that answer from facts as they are known.
    ///
    /// It is for readers that are called after every change of a fact: a source whose answers alternate would otherwise
    /// keep them busy forever.
    package static func withoutReading<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
        try $current.withValue(InspectorQuestion(nil), operation: body)
    }

    /// Makes calls that do not wait for sources that are known to be slow; their answers are changes later.
    package static func withoutWaiting<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
        let inspectors = current.map { $0.inspectors.withLock(\.self) } ?? []
        return try $current.withValue(InspectorQuestion(inspectors, waitsForSlowSources: false), operation: body)
    }

    /// Whether to wait for sources that are known to be slow.
    package static var waitsForSlowSources: Bool { current?.waits ?? true }

    /// Whether the facts of an inspector are to be read before it answers.
    package static func requiresReading(of inspector: AnyObject) -> Bool {
        guard let current else { return true }
        return current.inspectors.withLock { $0?.contains(ObjectIdentifier(inspector)) == false }
    }

    /// Notes that every fact of an inspector has been read that sources do not announce.
    package static func noteReading(of inspector: AnyObject) {
        current?.inspectors.withLock { _ = $0?.insert(ObjectIdentifier(inspector)) }
    }

    /// Notes that something is about to change facts of an inspector.
    package static func noteCommand(to inspector: AnyObject) {
        current?.inspectors.withLock { _ = $0?.remove(ObjectIdentifier(inspector)) }
    }
}
