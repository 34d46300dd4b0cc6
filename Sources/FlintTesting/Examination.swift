import FlintCore
import Synchronization

/// What all checks have in common: a subject that answers about keys, is changed, and announces that.
///
/// A closure that the engine would call on any thread is called on others here too, so none may depend on an actor.
final class Examination<Subject, Key: Hashable & Sendable, Value: Hashable & Sendable>: @unchecked Sendable {
    /// How the subject is observed.
    struct Observing {
        /// Makes an observer that calls a handler.
        let make: (@escaping @Sendable (_ keys: Set<Key>?, _ isOwned: Bool?) -> Void) -> AnyObject
        /// Adds an observer to the subject.
        let add: (Subject, AnyObject) -> Void
        /// Removes an observer from the subject.
        let remove: (Subject, AnyObject) -> Void
        /// Whether an observer that is added twice counts once; not so for handlers, each of which is its own.
        var addsOnce = true
        /// Whether observers can be removed, and end when they are released.
        var removes = true
    }

    let timing: ConformanceTiming
    let found: FailureList
    /// What is asked about; more than one of them, to check that each has an answer of its own.
    let keys: [Key]
    /// What each key can be changed to, at least two of them if changes shall be announced.
    let values: [Value]
    /// Makes a new subject.
    let make: () async throws -> Subject
    /// Asks the subject.
    let ask: (Subject, Key) -> Value
    /// Changes the subject.
    let change: (Subject, Key, Value) async throws -> Void
    /// Whether the subject declares that it announces changes of a key.
    let announces: (Subject, Key) -> Bool
    let observing: Observing?
    /// The key as text.
    let describeKey: (Key) -> String
    /// The answer as text.
    let describeValue: (Value) -> String
    /// What is asked about without having been set, and the only answer to it.
    var unknown: [(key: Key, answer: Value)] = []
    /// The answer that stands for not known.
    var unknownValue: Value?
    /// The keys whose answers may change with one.
    var affected: (Key) -> [Key] = { [$0] }
    /// Whether a tracker has to pass on that a product is owned, for an answer.
    var isOwned: ((Value) -> Bool)?

    init(
        timing: ConformanceTiming, keys: [Key], values: [Value], make: @escaping () async throws -> Subject,
        ask: @escaping (Subject, Key) -> Value, change: @escaping (Subject, Key, Value) async throws -> Void,
        announces: @escaping (Subject, Key) -> Bool, observing: Observing?,
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
        found = FailureList(of: "\(Subject.self)")
    }

    /// Checks every rule that all subjects have in common.
    ///
    /// - Returns: Whether the subject answers at all, so that it can be checked further.
    func run() async -> Bool {
        guard let subject = await subject(), await answersInTime(subject) else { return false }
        askTwice(subject)
        for (key, answer) in unknown where ask(subject, key) != answer {
            add(
                .unknownStaysUnknown, key,
                "Nothing is known of this, and it answers \(describeValue(ask(subject, key))), not "
                    + "\(describeValue(answer)).")
        }
        for key in keys { await changeToEachValue(key) }
        for key in keys { await askOnOtherThreads(key) }
        await checkAnnouncements()
        return true
    }

    // MARK: Steps

    /// Makes a subject, or notes why there is none.
    func subject() async -> Subject? {
        do {
            return try await make()
        } catch {
            found.add(.fixtureWorks, nil, "The closure that makes a subject threw \(error).")
            return nil
        }
    }

    /// Changes a subject, or notes why that is impossible.
    ///
    /// - Returns: Whether it is done.
    func set(_ subject: Subject, _ key: Key, _ value: Value) async -> Bool {
        do {
            try await change(subject, key, value)
            return true
        } catch {
            add(.fixtureWorks, key, "The closure that changes it to \(describeValue(value)) threw \(error).")
            return false
        }
    }

    /// Changes a key to whatever it is not.
    ///
    /// - Returns: The new answer; `nil` if no change of the key changes it.
    func setOther(_ subject: Subject, _ key: Key) async -> Value? {
        let before = ask(subject, key)
        for value in values where value != before {
            guard await set(subject, key, value) else { return nil }
            let answer = ask(subject, key)
            if answer != before { return answer }
        }
        return nil
    }

    /// Notes a failure.
    func add(_ rule: ConformanceRule, _ key: Key?, _ problem: String) {
        found.add(rule, key.map(describeKey), problem)
    }

    // MARK: Answers

    private func answersInTime(_ subject: Subject) async -> Bool {
        let (subject, keys) = (Carried(value: subject), keys + unknown.map(\.key))
        for key in keys {
            let answer = await OtherThreads.run(atMost: timing.deadline) { [self] in ask(subject.value, key) }
            if answer != nil { continue }
            add(.answersWithoutBlocking, key, "It gave no answer in \(timing.deadline), asked on another thread.")
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
                "It answers \(describeValue(first)), and \(describeValue(second)) when it is asked again.")
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
                    "It was changed to \(describeValue(value)) and answers \(describeValue(answer)).")
            }
            for (other, earlier) in zip(others, before) where ask(subject, other) != earlier {
                add(
                    .changesNothingElse, other,
                    "Its answer was \(describeValue(earlier)) and is \(describeValue(ask(subject, other))) because "
                        + "\(describeKey(key)) was changed.")
            }
        }
        askTwice(subject)
        if announces(subject, key) != declared {
            add(.declaresOnce, key, "Whether it announces changes was \(declared) and is \(!declared) after a change.")
        }
    }

    private func askOnOtherThreads(_ key: Key) async {
        guard let subject = await subject(), let first = await setOther(subject, key) else { return }
        let carried = Carried(value: subject)
        let isOver = Mutex(false)
        await expect([first], of: key, carried)
        let readers = (0..<Self.threads).map { _ in
            OtherThreads.start { [self] in
                var answers: Set<Value> = []
                for _ in 0..<Self.readings where !isOver.withLock({ $0 }) { answers.insert(ask(carried.value, key)) }
                return answers
            }
        }
        let second = await setOther(subject, key)
        isOver.withLock { $0 = true }
        for (done, answers) in readers {
            guard await done.wait(atMost: timing.deadline) else {
                add(.answersFromAnyThread, key, "A thread that asked while it was changed got no answer.")
                return
            }
            judge(answers.value ?? [], allowed: [first, second ?? first], key)
        }
        if let second { await expect([second], of: key, carried) }
    }

    private func expect(_ allowed: Set<Value>, of key: Key, _ subject: Carried<Subject>) async {
        let answers = await OtherThreads.run(times: Self.threads, atMost: timing.deadline) { [self] in
            ask(subject.value, key)
        }
        judge(Set(answers ?? []), allowed: allowed, key)
    }

    private func judge(_ answers: Set<Value>, allowed: Set<Value>, _ key: Key) {
        guard let other = answers.subtracting(allowed).first else { return }
        add(
            .answersFromAnyThread, key,
            "On another thread it answers \(describeValue(other)), and on this one "
                + "\(allowed.map(describeValue).sorted().joined(separator: " or ")).")
    }

    /// How many threads ask at once.
    private static var threads: Int { 4 }
    /// How often each of them asks at most.
    private static var readings: Int { 10_000 }
}
