// SPDX-License-Identifier: MIT

import FlintWorld

extension [ConsoleEvent] {
    /// Requests an app's news, and creates the events that report it.
    ///
    /// The world of a what-if session is derived from the app's world. The `missing` questions get an answer even if
    /// the answer is empty.
    init(answering request: Sync, by inspector: any Inspector, after whatIf: WhatIf?, missing: Set<ConsoleQuestion>) {
        let news = inspector.sync(request)
        self = []
        // A change of the app's world also changes the world of a what-if session, so that world is read again.
        if let changes = news.changes, whatIf == nil || changes.leavesWorldUnchanged {
            if !changes.isEmpty { append(.changed(changes)) }
        } else {
            self = ConsoleQuestion.state.answer(by: inspector, after: whatIf)
        }
        func reason(_ part: MissingPart.Part) -> String? { news.missing.first { $0.part == part }?.reason }
        if !request.want.isEmpty, reason(.catalog) == nil { append(.answered(request.want, news)) }
        if let reason = reason(.events) {
            append(.missing(.events, reason: reason))
        } else if !news.events.isEmpty || !isEmpty || missing.contains(.events) {
            // Changes of watched items are reported with the events of the same batch, even if it has no events.
            append(.events(news.events))
        }
        if let reason = reason(.log) {
            append(.missing(.logLines, reason: reason))
        } else if !news.lines.isEmpty || missing.contains(.logLines) {
            append(.logLines(news.lines))
        }
    }

    /// Whether reading the app's complete state succeeded, or `nil` if no event reports it.
    var listsApp: Bool? {
        lazy.compactMap { event -> Bool? in
            switch event {
            case .listed, .tried: true
            case .missing(.state, _): false
            default: nil
            }
        }.first
    }
}

/// The questions to an app in another process, asked one after the other.
///
/// Each question is asked on a separate thread, so that the console handles keys while the app does not answer. The
/// thread adds the answer to the console's inbox.
@MainActor
final class ShellQuestions {
    /// A closure that creates a question from the state at the time of asking.
    typealias Question = @MainActor () -> @Sendable () -> [ConsoleEvent]

    /// Whether the console has received a complete model, so that reading changes suffices.
    var isListed = false
    /// Whether the first news of the shown app has been requested.
    var hasNews = false
    private var pending: [Question] = []
    /// The pending request for news, with the events to handle after its answer.
    private var following: (reads: Bool, events: [ConsoleEvent])?
    private var isAsking = false
    /// A number that identifies the app that is asked.
    ///
    /// Answers of other apps are dropped.
    private var generation = 0

    var haveEnded: Bool { !isAsking && pending.isEmpty }

    func add(_ question: @escaping Question) {
        pending.append(question)
    }

    /// Adds a request for news, or merges it with the pending one.
    ///
    /// If `reads` is `true`, the app reads the displayed facts first. The events are handled after the answer.
    func addNews(
        reads: Bool, then events: [ConsoleEvent],
        _ question: @escaping @MainActor (_ reads: Bool) -> @Sendable () -> [ConsoleEvent]
    ) {
        if let next = following {
            following = (next.reads || reads, next.events + events)
            return
        }
        following = (reads, events)
        add { [unowned self] in
            let (reads, events) = following ?? (false, [])
            following = nil
            let ask = question(reads)
            return { ask() + events }
        }
    }

    func restart() {
        (pending, following, isListed, hasNews) = ([], nil, false, false)
        generation += 1
    }

    func endQuestion(with answer: [ConsoleEvent], of generation: Int) -> [ConsoleEvent]? {
        isAsking = false
        return generation == self.generation ? answer : nil
    }

    /// Asks the next question.
    ///
    /// Call this method after the events of the previous answer have been handled, because the question depends on
    /// them.
    func askNext(_ inbox: ShellInbox?) {
        guard !isAsking, !pending.isEmpty, let inbox else { return }
        isAsking = true
        let (ask, generation) = (pending.removeFirst()(), generation)
        let isStarted = ServiceThread.start { [weak inbox] in inbox?.add(ask(), of: generation) }
        if !isStarted {
            inbox.add([.announce("The system cannot start another thread")], of: generation)
        }
    }
}

extension ModelChanges {
    /// Whether the changes affect at most the open stacks and the connection to the app.
    fileprivate var leavesWorldUnchanged: Bool {
        var rest = self
        rest.stacksChanged = false
        if status?.disconnection != nil { rest.status = nil }
        return rest.isEmpty
    }
}
