// SPDX-License-Identifier: MIT

import FlintLibc

/// A reading of a fact from its source.
///
/// Sources are asked with no lock held, so answers may arrive in a different order than the questions. Readings are
/// numbered, and an answer does not replace the answer of a reading with a higher number.
struct FactReading {
    enum Occasion {
        case registration
        case announcement
        case use
    }

    let number: UInt64
    let occasion: Occasion

    static func advance(_ number: UInt64, newest: inout UInt64) -> Bool {
        guard newest < number else { return false }
        newest = number
        return true
    }
}

struct FactAnswer {
    let value: FactValue
    let source: FactSource
    /// The initiator of the change, unless the caller has declared another cause.
    var cause: Cause

    init(_ value: FactValue, source: FactSource, cause: Cause) {
        self.value = value
        self.source = source
        self.cause = cause
    }
}

/// A question that the current thread is asking a source of facts.
///
/// A source may use Flint while it answers, and Flint may then ask the source again. Until a source has answered the
/// outermost question, it is therefore asked about each fact only once. A caller that depends on the fact during that
/// time receives the previous value. If the source announces a change of the fact during that time, the fact is not
/// reread, because the pending answer includes the change.
///
/// Questions are tracked per thread, not per task. A task that a source starts would inherit a task-local value, and
/// all its later announcements would be ignored.
struct OpenQuestion {
    private let facts: ObjectIdentifier
    private let kind: FactKind
    private var first: SourcedFact
    private var others: [FactKey] = []
    /// The facts of the nested questions, outermost first.
    private var nested: [FactKey] = []
    private let outer: UnsafeMutablePointer<OpenQuestion>?

    private init(_ fact: SourcedFact, for facts: FactStore, outer: UnsafeMutablePointer<OpenQuestion>?) {
        self.facts = ObjectIdentifier(facts)
        kind = fact.kind
        first = fact
        self.outer = outer
    }

    static var isInProgress: Bool { innermost.map { pthread_getspecific($0) != nil } ?? false }

    /// Asks a source about a fact, at most once during the current thread's outermost question.
    ///
    /// If several facts depend on one another in a cycle, `onCycle` is called instead of `body`. It receives the facts
    /// in the cycle, each before the fact on which it depends.
    static func ask(
        about fact: SourcedFact, for facts: FactStore, onCycle: ([FactKey]) -> Void = { _ in }, _ body: () -> Void
    ) {
        guard let innermost else { return body() }
        let outermost = pthread_getspecific(innermost)?.assumingMemoryBound(to: OpenQuestion.self)
        var next = outermost
        while let question = next {
            if question.pointee.facts == ObjectIdentifier(facts), question.pointee.kind == fact.kind {
                guard question.pointee.recordQuestion(fact.key) else {
                    let cycle = question.pointee.cycle(of: fact.key)
                    return cycle.count > 1 ? onCycle(cycle) : ()
                }
                question.pointee.nested.append(fact.key)
                defer { question.pointee.nested.removeLast() }
                return body()
            }
            next = question.pointee.outer
        }
        var question = OpenQuestion(fact, for: facts, outer: outermost)
        withUnsafeMutablePointer(to: &question) { pointer in
            pthread_setspecific(innermost, pointer)
            defer { pthread_setspecific(innermost, outermost) }
            body()
        }
    }

    static func ask(
        aboutPastPurchasesOf features: [FeatureMetadata], for facts: FactStore, _ body: (Int) -> Void
    ) {
        // A nested call must check each feature, because the source may already be answering a question about it.
        guard let innermost, features.count > 1, pthread_getspecific(innermost) == nil else {
            for index in features.indices {
                ask(about: .pastPurchases(features[index]), for: facts) { body(index) }
            }
            return
        }
        var question = OpenQuestion(.pastPurchases(features[0]), for: facts, outer: nil)
        withUnsafeMutablePointer(to: &question) { pointer in
            pthread_setspecific(innermost, pointer)
            defer { pthread_setspecific(innermost, nil) }
            for index in features.indices {
                pointer.pointee.first = .pastPurchases(features[index])
                pointer.pointee.others.removeAll()
                body(index)
            }
        }
    }

    private mutating func recordQuestion(_ key: FactKey) -> Bool {
        guard first.key != key, !others.contains(key) else { return false }
        others.append(key)
        return true
    }

    private func cycle(of key: FactKey) -> [FactKey] {
        Array(([first.key] + nested).drop { $0 != key })
    }

    private static let innermost: pthread_key_t? = {
        var key = pthread_key_t()
        // The value points to the stack, so it needs no destructor. If the process has exhausted the system's keys,
        // sources are asked again even while they answer. A source that uses Flint for its answer must then protect
        // itself against recursion.
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()
}
