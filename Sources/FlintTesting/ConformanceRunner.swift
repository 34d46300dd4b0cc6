// SPDX-License-Identifier: MIT

import FlintCore
import FlintLocks

/// The common part of all checks, for a subject that answers queries about keys, can be changed, and announces changes.
///
/// Each check describes its subject with closures. The closures that the engine may call on any thread are called on
/// other threads here too, so they must not depend on an actor.
final class ConformanceRunner<Subject, Key: Hashable & Sendable, Value: Hashable & Sendable>: @unchecked Sendable {
    struct ObserverFunctions {
        let make: (@escaping @Sendable (_ keys: Set<Key>?, _ isOwned: Bool?) -> Void) -> AnyObject
        let add: (Subject, AnyObject) -> Void
        let remove: (Subject, AnyObject) -> Void
        /// Whether an observer that is added twice counts once.
        ///
        /// Handlers have no identity, so each of them counts.
        var addsOnce = true
        /// Whether observers can be removed, and are not notified after they are deallocated.
        var removes = true
    }

    let timing: ConformanceTiming
    let failures: ConformanceFailureList
    /// The keys to query; several, to check that they are independent.
    let keys: [Key]
    /// The values to set for each key; at least two if announcements are checked.
    let values: [Value]
    let make: () async throws -> Subject
    let ask: (Subject, Key) -> Value
    let change: (Subject, Key, Value) async throws -> Void
    let announces: (Subject, Key) -> Bool
    let observing: ObserverFunctions?
    let describeKey: (Key) -> String
    let describeValue: (Value) -> String
    /// The keys to query before any change, each with the only correct answer.
    var unknown: [(key: Key, answer: Value)] = []
    var unknownValue: Value?
    /// A closure that returns the keys whose answers can change when a key is changed.
    var affected: (Key) -> [Key] = { [$0] }
    /// A closure that returns whether an answer must be announced as purchased; `nil` except for trackers.
    var isOwned: ((Value) -> Bool)?

    init(
        timing: ConformanceTiming, keys: [Key], values: [Value], make: @escaping () async throws -> Subject,
        ask: @escaping (Subject, Key) -> Value, change: @escaping (Subject, Key, Value) async throws -> Void,
        announces: @escaping (Subject, Key) -> Bool, observing: ObserverFunctions?,
        describeKey: @escaping (Key) -> String, describeValue: @escaping (Value) -> String
    ) {
        self.timing = timing
        self.keys = keys
        self.values = values
        self.make = make
        self.ask = ask
        self.change = change
        self.announces = announces
        self.observing = observing
        self.describeKey = describeKey
        self.describeValue = describeValue
        failures = ConformanceFailureList(of: "\(Subject.self)")
    }

    /// Checks the rules that all subjects share, and returns whether the subject answers in time for further checks.
    func run() async -> Bool {
        guard let subject = await subject(), await answersInTime(subject) else { return false }
        askTwice(subject)
        for (key, answer) in unknown where ask(subject, key) != answer {
            add(
                .unknownStaysUnknown, key,
                "The value is unknown, but it returns \(describeValue(ask(subject, key))) instead of "
                    + "\(describeValue(answer)).")
        }
        for key in keys { await changeToEachValue(key) }
        for key in keys { await askOnOtherThreads(key) }
        await checkAnnouncements()
        return true
    }

    // MARK: Steps

    func subject() async -> Subject? {
        do {
            return try await make()
        } catch {
            failures.add(.fixtureWorks, nil, "The closure that creates a subject threw \(error).")
            return nil
        }
    }

    /// Sets a key to a value, or records a failure and returns `false` if the closure throws an error.
    func set(_ subject: Subject, _ key: Key, _ value: Value) async -> Bool {
        do {
            try await change(subject, key, value)
            return true
        } catch {
            add(.fixtureWorks, key, "The closure that changes it to \(describeValue(value)) threw \(error).")
            return false
        }
    }

    /// Changes a key and returns the new answer, or `nil` if the answer cannot be changed.
    func setOther(_ subject: Subject, _ key: Key) async -> Value? {
        let before = ask(subject, key)
        // Some subjects answer the same for several values, so each one is tried.
        for value in values where value != before {
            guard await set(subject, key, value) else { return nil }
            let answer = ask(subject, key)
            if answer != before { return answer }
        }
        return nil
    }

    func add(_ rule: ConformanceRule, _ key: Key?, _ problem: String) {
        failures.add(rule, key.map(describeKey), problem)
    }

    // MARK: Answers

    private func answersInTime(_ subject: Subject) async -> Bool {
        let (subject, keys) = (UncheckedSendable(subject), keys + unknown.map(\.key))
        for key in keys {
            let answer = await BackgroundThreads.run(atMost: timing.deadline) { [self] in ask(subject.value, key) }
            if answer != nil { continue }
            // The check ends here, because every further query could block too.
            add(.answersWithoutBlocking, key, "It did not answer within \(timing.deadline) on another thread.")
            return false
        }
        return true
    }

    private func askTwice(_ subject: Subject) {
        for key in keys + unknown.map(\.key) {
            let (first, second) = (ask(subject, key), ask(subject, key))
            guard first != second else { continue }
            add(
                .answersAlike, key,
                "It returns \(describeValue(first)) the first time and \(describeValue(second)) the second time.")
        }
    }

    private func changeToEachValue(_ key: Key) async {
        guard let subject = await subject() else { return }
        let declared = announces(subject, key)
        let others = keys.filter { !affected(key).contains($0) }
        for value in values {
            let before = others.map { ask(subject, $0) }
            guard await set(subject, key, value) else { return }
            let answer = ask(subject, key)
            if answer != value {
                add(
                    value == unknownValue ? .unknownStaysUnknown : .answersWhatWasSet, key,
                    "It was changed to \(describeValue(value)), but returns \(describeValue(answer)).")
            }
            for (other, earlier) in zip(others, before) where ask(subject, other) != earlier {
                add(
                    .changesNothingElse, other,
                    "Its answer changed from \(describeValue(earlier)) to \(describeValue(ask(subject, other))) when "
                        + "\(describeKey(key)) was changed.")
            }
        }
        askTwice(subject)
        if announces(subject, key) != declared {
            add(.declaresOnce, key, "announcesChanges was \(declared), but is \(!declared) after a change.")
        }
    }

    private func askOnOtherThreads(_ key: Key) async {
        guard let subject = await subject(), let first = await setOther(subject, key) else { return }
        let carried = UncheckedSendable(subject)
        let isOver = Protected(false)
        // Before and after the change, only one answer is correct. During the change, both are.
        await expect([first], of: key, carried)
        let readers = (0..<Self.threads).map { _ in
            BackgroundThreads.start { [self] in
                var answers: Set<Value> = []
                for _ in 0..<Self.readings where !isOver.withLock({ $0 }) { answers.insert(ask(carried.value, key)) }
                return answers
            }
        }
        let second = await setOther(subject, key)
        isOver.withLock { $0 = true }
        for (done, answers) in readers {
            guard await done.wait(atMost: timing.deadline) else {
                add(.answersFromAnyThread, key, "It did not answer a thread that queried it during a change.")
                return
            }
            judge(answers.value ?? [], allowed: [first, second ?? first], key)
        }
        if let second { await expect([second], of: key, carried) }
    }

    private func expect(_ allowed: Set<Value>, of key: Key, _ subject: UncheckedSendable<Subject>) async {
        let answers = await BackgroundThreads.run(times: Self.threads, atMost: timing.deadline) { [self] in
            ask(subject.value, key)
        }
        judge(Set(answers ?? []), allowed: allowed, key)
    }

    private func judge(_ answers: Set<Value>, allowed: Set<Value>, _ key: Key) {
        guard let other = answers.subtracting(allowed).first else { return }
        add(
            .answersFromAnyThread, key,
            "On another thread, it returns \(describeValue(other)) instead of "
                + "\(allowed.map(describeValue).sorted().joined(separator: " or ")).")
    }

    private static var threads: Int { 4 }
    private static var readings: Int { 10_000 }
}
