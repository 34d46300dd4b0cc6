// SPDX-License-Identifier: MIT

/// A question about an app that takes several inspector calls to answer.
///
/// Before an inspector returns a result, it reads facts whose sources do not announce changes. Calls within a question
/// share this work: the first call that concerns all features reads the facts, and later calls reuse them. A call
/// outside a question always reads them. No call waits for sources that are known to be slow, whose values arrive later,
/// as changes. The current question is a task-local value. A command within a question makes the next call read the
/// facts again, because the command may change them.
///
/// ```swift
/// let (model, texts) = InspectorQuestion.ask {
///     (inspector.list(), inspector.featureTexts())
/// }
/// ```
package final class InspectorQuestion: Sendable {
    @TaskLocal private static var current: InspectorQuestion?

    /// The inspectors whose facts have been read, or `nil` to read no facts.
    private let inspectors: Guarded<Set<ObjectIdentifier>?>

    private init(_ inspectors: Set<ObjectIdentifier>?) {
        self.inspectors = Guarded(inspectors)
    }

    /// Runs a closure as a new question, even within another question.
    package static func ask<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
        try $current.withValue(InspectorQuestion([]), operation: body)
    }

    @MainActor
    package static func ask<Answer>(_ body: @MainActor () async throws -> Answer) async rethrows -> Answer {
        try await $current.withValue(InspectorQuestion([]), operation: body)
    }

    /// Runs a closure as part of the current question, or as a new question if none is current.
    package static func join<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
        current == nil ? try ask(body) : try body()
    }

    /// Runs a closure whose calls use known facts and read none.
    ///
    /// Use this method for code that runs after every change of a fact. Otherwise, a source whose values alternate
    /// would keep that code running forever.
    package static func withoutReading<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
        try $current.withValue(InspectorQuestion(nil), operation: body)
    }

    /// Returns whether an inspector must read facts before it returns a result.
    package static func requiresReading(of inspector: AnyObject) -> Bool {
        guard let current else { return true }
        return current.inspectors.withLock { $0?.contains(ObjectIdentifier(inspector)) == false }
    }

    /// Records that an inspector has read all facts whose sources do not announce changes.
    package static func noteReading(of inspector: AnyObject) {
        current?.inspectors.withLock { _ = $0?.insert(ObjectIdentifier(inspector)) }
    }

    /// Records that a command is about to change an inspector's facts, so that the next call reads them again.
    package static func noteCommand(to inspector: AnyObject) {
        current?.inspectors.withLock { _ = $0?.remove(ObjectIdentifier(inspector)) }
    }
}
