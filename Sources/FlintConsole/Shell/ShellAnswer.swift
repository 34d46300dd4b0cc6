// SPDX-License-Identifier: MIT

import FlintWorld

/// What the app has answered, as events for the console's state.
struct ShellAnswer: Sendable {
    var events: [ConsoleEvent]
    /// Whether the app's complete state is known, so that reading changes suffices, or `nil` if the answer does not tell.
    var isListed: Bool?

    init(_ events: [ConsoleEvent]) {
        self.events = events
    }

    /// Asks for what is new.
    ///
    /// - Parameters:
    ///   - request: What the console knows.
    ///   - inspector: The app's inspector.
    ///   - whatIf: The what-if session, whose world follows from the app's, or `nil` outside of one.
    ///   - missing: The questions without an answer. They get one even if it is empty.
    init(to request: Sync, of inspector: any Inspector, after whatIf: WhatIf?, missing: Set<ConsoleQuestion>) {
        let news = inspector.sync(request)
        events = []
        if let changes = news.changes, whatIf == nil || changes.leavesWorldUnchanged {
            if !changes.isEmpty { events.append(.changed(changes)) }
        } else {
            events = ConsoleQuestion.state.answer(by: inspector, after: whatIf)
            isListed = events.allSatisfy { if case .missing = $0 { false } else { true } }
        }
        func reason(_ part: MissingPart.Part) -> String? { news.missing.first { $0.part == part }?.reason }
        if !request.want.isEmpty, reason(.catalog) == nil { events.append(.answered(request.want, news)) }
        if let reason = reason(.events) {
            events.append(.missing(.events, reason: reason))
        } else if !news.events.isEmpty || !events.isEmpty || missing.contains(.events) {
            // Changes of watched items are reported with the events of the same batch, of which there may be none.
            events.append(.events(news.events))
        }
        if let reason = reason(.log) {
            events.append(.missing(.logLines, reason: reason))
        } else if !news.lines.isEmpty || missing.contains(.logLines) {
            events.append(.logLines(news.lines))
        }
    }
}

/// The questions to an app in another process, which are asked one after the other.
///
/// Each question is asked on a separate thread, so that the console handles keys while the app does not answer. The
/// thread adds the answer to the console's inbox.
@MainActor
final class ShellQuestions {
    /// A closure that returns a question for the state at the time when it is asked.
    typealias Question = @MainActor () -> @Sendable () -> ShellAnswer

    private var pending: [Question] = []
    private var isAsking = false
    /// The number of the app that is asked.
    ///
    /// Answers of other apps are dropped.
    private var generation = 0

    var haveEnded: Bool { !isAsking && pending.isEmpty }

    func add(_ question: @escaping Question) {
        pending.append(question)
    }

    /// Drops the questions to an app that is no longer shown.
    func drop() {
        pending = []
        generation += 1
    }

    /// Returns an answer, unless the app is no longer shown.
    func receive(_ answer: ShellAnswer?, of generation: Int) -> ShellAnswer? {
        isAsking = false
        return generation == self.generation ? answer : nil
    }

    /// Asks the next question.
    ///
    /// Call this method after the events of the previous answer have been handled, because the question depends on them.
    func askNext(_ inbox: ShellInbox?) {
        guard !isAsking, !pending.isEmpty, let inbox else { return }
        isAsking = true
        let (ask, generation) = (pending.removeFirst()(), generation)
        let isStarted = ServiceThread.start { [weak inbox] in inbox?.add(ask(), of: generation) }
        if !isStarted {
            inbox.add(ShellAnswer([.announce("The system cannot start another thread")]), of: generation)
        }
    }
}

extension ModelChanges {
    /// Whether the changes concern at most the open stacks, or the connection to the app.
    fileprivate var leavesWorldUnchanged: Bool {
        var rest = self
        rest.stacksChanged = false
        if status?.disconnection != nil { rest.status = nil }
        return rest.isEmpty
    }
}
