/// A question about an app that takes several calls of an inspector to answer.
///
/// Before an inspector answers, it reads facts whose sources do not announce changes. The calls within a question share
/// one reading: the first call about all features reads the facts, and later calls reuse them. A call outside a
/// question always reads. The question is a task-local value. A command within a question invalidates the reading,
/// because it may change the sources' values.
///
/// ```swift
/// let (model, texts) = InspectorQuestion.ask {
///     (inspector.list(), inspector.featureTexts())
/// }
/// ```
package final class InspectorQuestion: Sendable {
    @TaskLocal private static var current: InspectorQuestion?

    /// The inspectors whose facts have been read, or `nil` if no facts are to be read.
    private let inspectors: Guarded<Set<ObjectIdentifier>?>
    private let waits: Bool

    private init(_ inspectors: Set<ObjectIdentifier>?, waitsForSlowSources waits: Bool = true) {
        self.inspectors = Guarded(inspectors)
        self.waits = waits
    }

    /// Runs a closure as a new question, even within another question.
    package static func ask<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
        try $current.withValue(InspectorQuestion([]), operation: body)
    }

    @MainActor
    package static func ask<Answer>(_ body: @MainActor () async throws -> Answer) async rethrows -> Answer {
        try await $current.withValue(InspectorQuestion([]), operation: body)
    }

    /// Runs a closure as part of the current question, or as a new question if no question is current.
    package static func join<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
        current == nil ? try ask(body) : try body()
    }

    /// Runs a closure whose calls answer from known facts without reading any.
    ///
    /// Use it in readers that run after every change of a fact. Otherwise, a source whose values alternate would keep
    /// such a reader busy forever.
    package static func withoutReading<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
        try $current.withValue(InspectorQuestion(nil), operation: body)
    }

    /// Runs a closure whose calls do not wait for sources that are known to be slow.
    ///
    /// Their answers arrive later as changes.
    package static func withoutWaiting<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
        let inspectors = current.map { $0.inspectors.withLock(\.self) } ?? []
        return try $current.withValue(InspectorQuestion(inspectors, waitsForSlowSources: false), operation: body)
    }

    package static var waitsForSlowSources: Bool { current?.waits ?? true }

    /// Returns whether an inspector must read facts before it answers.
    package static func requiresReading(of inspector: AnyObject) -> Bool {
        guard let current else { return true }
        return current.inspectors.withLock { $0?.contains(ObjectIdentifier(inspector)) == false }
    }

    /// Records that an inspector has read all facts that sources do not announce.
    package static func noteReading(of inspector: AnyObject) {
        current?.inspectors.withLock { _ = $0?.insert(ObjectIdentifier(inspector)) }
    }

    /// Records that a command is about to change an inspector's facts, so that they are read again.
    package static func noteCommand(to inspector: AnyObject) {
        current?.inspectors.withLock { _ = $0?.remove(ObjectIdentifier(inspector)) }
    }
}
