// SPDX-License-Identifier: MIT

import Dispatch
import FeatureGating
import FlintLocks

// Threads: A registration calls `readFirst` on its own thread. That thread puts the questions to each source on the
// source's own serial queue. It waits up to a second for the questions to begin, and then up to a second for the
// answers, but not for sources that are already known to be slow. Finally, it records the missing facts of slow sources
// as pending, and resolves the flags with the answers that their providers have given. On the queue, `begun` is
// signaled first. Facts other than flags are recorded as the source answers. The questions are then marked as answered,
// and `answered` is signaled last. If a flag was resolved without a late provider, it is resolved again on that queue.
//
// States: A source becomes slow when an answer takes a second or its first answers are overdue, and remains slow. While
// its first answers are overdue, it is also unanswered. A use reads a slow source on its queue if the caller does not
// wait, skips an unanswered source, and otherwise reads on the caller's thread. A change is read on the thread that
// announces it.
//
// Locks: `FirstQuestions.state` decides whether the answers or the deadline came first, `readings` protects
// `SourceReadings`, and a lock in `FeatureFlags` protects the states of late flag providers. They are taken in this
// order, and none is held while a source is called or awaited.

/// A source whose answers are awaited separately.
///
/// With the framework's own permission checker, each permission counts as a source, because a different part of the
/// system may answer each of them. An app's own checker counts as one source for all permissions.
enum SourceID: Hashable {
    case purchases
    case userSettings
    case permissions
    case permission(SystemPermissionConstraint)
    case flagProvider(Int)
    /// All flag providers together, for flags that are reread.
    case flags
    /// The app's own `isEnabled`, which is read on the caller's thread.
    case program
    case own(FactDescription)
}

/// The progress of reading the sources: the slow sources and the pending readings.
///
/// A source becomes slow when it takes ``slowThreshold`` seconds or longer to answer, and remains slow from then on.
/// Readings on other threads use one serial queue per source.
struct SourceReadings {
    /// The time in seconds after which a source counts as slow and registration stops waiting for all sources.
    static let slowThreshold = 1.0

    enum Pace {
        case fast
        case slow
        case unanswered
    }

    var slow: Set<SourceID> = []
    var unanswered: Set<SourceID> = []
    /// The duration and the end of the latest slow reading of each `isEnabled`, in seconds.
    var longSwitches: [SourcedFact: (seconds: Double, end: Double)] = [:]
    var advisories: [FactKind: String] = [:]
    var pending: Set<SourcedFact> = []
    var queues: [SourceID: DispatchQueue] = [:]
    var hasAskedProviders = false
    /// The latest status of each requested permission without a fact, or `nil` before the checker has answered.
    var otherPermissions: [SystemPermissionConstraint: SystemPermissionStatus?] = [:]
}

/// A closure that waits for a source's first answers.
///
/// Tests replace it, so that they do not depend on a real clock.
package typealias AnswerWait =
    @Sendable (_ source: String, _ answered: DispatchSemaphore, _ deadline: DispatchTime) -> DispatchTimeoutResult

/// The questions that a registration or a front end asks a source on the source's queue.
private struct FirstQuestions {
    let source: SourceID
    let begun = DispatchSemaphore(value: 0)
    let answered = DispatchSemaphore(value: 0)
    let state = Protected((isAnswered: false, isOverdue: false))
}

extension FactSources {
    /// Reads the facts of features that have just been registered.
    ///
    /// A source may take any amount of time to answer, so each source is asked on another thread, unless it is known to
    /// answer from memory. Once the questions have begun, all sources together are awaited for at most
    /// ``SourceReadings/slowThreshold`` seconds. Facts that are not read by then are pending until their source
    /// answers, except flags that another provider decides. A source whose first answers are overdue is not asked again
    /// on uses until it answers.
    func readFirst(_ facts: [SourcedFact]) {
        guard let runtime, !facts.isEmpty || !flags.providers.isEmpty else { return }
        // A source that uses Flint for its answer must not wait for itself.
        if OpenQuestion.isInProgress { return facts.forEach { read($0, .registration, in: runtime) } }
        let number = runtime.facts.nextReading()
        var questions: [FirstQuestions] = []
        var keys: [FeatureKey] = []
        var groups: [(source: SourceID, facts: [SourcedFact])] = []
        var positions: [SourceID: Int] = [:]
        for fact in facts {
            if case .featureFlag(let key) = fact {
                keys.append(key)
                continue
            }
            let source = source(of: fact)
            if let position = positions[source] {
                groups[position].facts.append(fact)
            } else {
                positions[source] = groups.count
                groups.append((source, [fact]))
            }
        }
        for (source, facts) in groups {
            questions.append(
                ask(source, in: runtime) { [weak self] runtime in
                    for fact in facts { self?.read(fact, .registration, in: runtime) }
                })
        }
        let answers = Protected<[Int: [FeatureKey: FlagEvaluation?]]>([:])
        if !keys.isEmpty || !readings.withLock({ $0.hasAskedProviders }) {
            readings.withLock { $0.hasAskedProviders = true }
            for index in flags.providers.indices where !answersImmediately(.flagProvider(index)) {
                questions.append(
                    askFirst(ofProvider: index, about: keys, in: runtime) { new in
                        answers.withLock { $0[index] = new }
                    })
            }
        }
        wait(for: questions, in: runtime)
        for group in groups where isSlow(group.source) {
            for fact in group.facts { recordPending(fact, number: number, in: runtime) }
        }
        runtime.bind {
            for key in keys {
                OpenQuestion.ask(about: .featureFlag(key), for: runtime.facts) {
                    let resolution = flags.resolution(of: key) { index in
                        if let answer = answers.withLock({ $0[index]?[key] }) { return answer }
                        if let answer = flags.latestAnswer(of: index, about: key) { return answer }
                        // The provider answers immediately, or has just answered.
                        return answers.withLock { $0[index]?[key] }
                            ?? FeatureFlags.evaluation(of: key, by: flags.providers[index])
                    }
                    var answer = FactAnswer(resolution, cause: nil)
                    if let cause = Cause.current { answer.cause = cause }
                    runtime.facts.record(
                        answer, for: .featureFlag(key),
                        reading: FactReading(number: number, occasion: .registration))
                }
            }
        }
    }

    /// Reads a fact of a feature that is being registered, if its source is known to answer from memory.
    ///
    /// If the result is `false`, ``readFirst(_:)`` has to read the fact.
    func readImmediately(_ fact: SourcedFact) -> Bool {
        if case .featureFlag = fact {
            guard flags.providers.allSatisfy({ isImmediate($0) }) else { return false }
        } else if !answersImmediately(source(of: fact)) {
            return false
        }
        read(fact, .registration)
        return true
    }

    private func ask(
        _ source: SourceID, in runtime: FlintRuntime, _ body: @escaping @Sendable (FlintRuntime) -> Void,
        whenOver end: @escaping @Sendable (FlintRuntime, _ isOverdue: Bool) -> Void = { _, _ in }
    ) -> FirstQuestions {
        let questions = FirstQuestions(source: source)
        let cause = Cause.current
        queue(of: source).async { [weak self] in
            questions.begun.signal()
            defer { questions.answered.signal() }
            guard let self, let runtime = self.runtime else { return }
            runtime.bind { if let cause { Cause.withCause(cause) { body(runtime) } } else { body(runtime) } }
            let isOverdue = questions.state.withLock { state in
                state.isAnswered = true
                // From now on, uses ask the source again.
                if state.isOverdue { self.readings.withLock { _ = $0.unanswered.remove(source) } }
                return state.isOverdue
            }
            runtime.bind { end(runtime, isOverdue) }
        }
        return questions
    }

    private func askFirst(
        ofProvider index: Int, about keys: [FeatureKey], in runtime: FlintRuntime,
        _ receive: @escaping @Sendable ([FeatureKey: FlagEvaluation?]) -> Void
    ) -> FirstQuestions {
        let provider = UncheckedProvider(value: flags.providers[index])
        let result = Protected<(answers: [FeatureKey: FlagEvaluation?], known: [FeatureKey])>(([:], []))
        return ask(.flagProvider(index), in: runtime) { runtime in
            var answers: [FeatureKey: FlagEvaluation?] = [:]
            for key in keys {
                OpenQuestion.ask(about: .featureFlag(key), for: runtime.facts) {
                    answers[key] = .some(FeatureFlags.evaluation(of: key, by: provider.value))
                }
            }
            let known = (provider.value as? any DetailedFeatureFlagProvider)?.knownFeatures ?? []
            result.withLock { $0 = (answers, known) }
            receive(answers)
        } whenOver: { [weak self] runtime, isOverdue in
            guard let self else { return }
            let (answers, known) = result.withLock { $0 }
            if flags.storeFirstAnswers(answers, known: known, of: index) {
                featureFlagsDidChange(
                    nil, cause: Cause(rawValue: FeatureFlags.name(of: provider.value)), waits: false)
            }
            guard isOverdue else { return }
            // Front ends list these flags, and must not wait for them.
            for key in known where answers[key] == nil {
                OpenQuestion.ask(about: .featureFlag(key), for: runtime.facts) {
                    flags.storeAnswers([key: FeatureFlags.evaluation(of: key, by: provider.value)], of: index)
                }
            }
        }
    }

    private func wait(for questions: [FirstQuestions], in runtime: FlintRuntime) {
        // Sources that are known to be slow are not awaited.
        let slow = readings.withLock { $0.slow }
        let questions = questions.filter { !slow.contains($0.source) }
        // On a busy machine a thread may start late, which must not count against its source. Questions also start
        // late if the source has not answered the questions of another registration.
        let start = DispatchTime.now() + SourceReadings.slowThreshold
        for question in questions { _ = question.begun.wait(timeout: start) }
        let deadline = DispatchTime.now() + SourceReadings.slowThreshold
        for question in questions
        where runtime.facts.waitForAnswer(question.source.name, question.answered, deadline) == .timedOut {
            let isOverdue = question.state.withLock { state in
                // The source may have answered since.
                guard !state.isAnswered else { return false }
                state.isOverdue = true
                // Set first, so that no use calls the source on the fast path.
                isAnySlow.store(true, ordering: .releasing)
                readings.withLock { readings in
                    readings.slow.insert(question.source)
                    readings.unanswered.insert(question.source)
                }
                if case .flagProvider(let index) = question.source { flags.recordLateness(of: index) }
                return true
            }
            guard isOverdue else { continue }
            report(
                "\(question.source.title) has not answered within \(SourceReadings.slowThreshold) s, so the app is set up "
                    + "without its answers.", question.source.kind, in: runtime)
        }
    }

    private func isSlow(_ source: SourceID) -> Bool { readings.withLock { $0.slow.contains(source) } }

    private func recordPending(_ fact: SourcedFact, number: UInt64, in runtime: FlintRuntime) {
        // Until past purchases are known, they do not unlock any feature.
        if case .pastPurchases = fact { return }
        // A value that an earlier registration has read stays in use until the source answers.
        if let known = runtime.facts[fact.key], known.source != .unreported { return }
        // An answer that has already arrived has a higher number and is not replaced.
        let answer = FactAnswer(.absent(.pending), source: source(of: fact).factSource, cause: .system)
        runtime.facts.record(
            answer, for: fact.key, reading: FactReading(number: number, occasion: .registration))
    }

    // MARK: Permissions without a fact

    func readOtherPermissions(_ permissions: [SystemPermissionConstraint]) {
        guard let runtime, !answersImmediately(.permissions) else { return }
        // Reading a fact can end an override, which calls code of the app, so the lock must not be held.
        let unlisted = permissions.filter { runtime.facts[.permission($0)] == nil }
        let new = readings.withLock { readings in
            unlisted.filter { permission in
                guard readings.otherPermissions[permission] == nil else { return false }
                readings.otherPermissions[permission] = .some(nil)
                return true
            }
        }
        guard !new.isEmpty, !OpenQuestion.isInProgress else { return }
        wait(
            for: Dictionary(grouping: new, by: source).map { source, permissions in
                ask(source, in: runtime) { [weak self] _ in
                    for permission in permissions {
                        guard let self else { return }
                        let status = checker.status(of: permission)
                        readings.withLock { $0.otherPermissions[permission] = .some(status) }
                    }
                }
            }, in: runtime)
    }

    func status(ofOtherPermission permission: SystemPermissionConstraint) -> SystemPermissionStatus {
        readOtherPermissions([permission])
        if !isSlow(source(of: permission)) { return checker.status(of: permission) }
        return readings.withLock { $0.otherPermissions[permission] ?? nil } ?? .notDetermined
    }

    // MARK: Slow sources

    var slowSources: [String] { readings.withLock { $0.advisories.values.sorted() } }

    func source(of fact: SourcedFact) -> SourceID {
        switch fact {
        case .runtimeSwitch: .program
        case .userSetting: .userSettings
        case .featureFlag: .flags
        case .purchase, .pastPurchases: .purchases
        case .permission(let permission): source(of: permission)
        case .own(let description): .own(description)
        }
    }

    private func source(of permission: SystemPermissionConstraint) -> SourceID {
        checker is DefaultPermissionChecker ? .permission(permission) : .permissions
    }

    func pace(of fact: SourcedFact) -> SourceReadings.Pace {
        guard isAnySlow.load(ordering: .acquiring) else { return .fast }
        let source = source(of: fact)
        return readings.withLock { readings in
            if readings.unanswered.contains(source) { return .unanswered }
            if readings.slow.contains(source) { return .slow }
            return source == .flags && flags.haveLateProviders ? .slow : .fast
        }
    }

    private func answersImmediately(_ source: SourceID) -> Bool {
        switch source {
        case .purchases: tracker == nil || isImmediate(tracker)
        case .userSettings: isImmediate(toggles)
        case .permissions, .permission: isImmediate(checker)
        case .flagProvider(let index): isImmediate(flags.providers[index])
        case .flags, .own: false
        case .program: true
        }
    }

    func queue(of source: SourceID) -> DispatchQueue {
        readings.withLock { readings in
            if let queue = readings.queues[source] { return queue }
            let queue = DispatchQueue(label: "Flint.\(source.name)")
            readings.queues[source] = queue
            return queue
        }
    }

    /// Rereads a feature's `isEnabled` for a front end.
    ///
    /// Front ends wait for the app's own code. A value that was slow to read remains current for as long as the reading
    /// took. A front end that reads it several times for one answer then waits only once.
    func rereadSwitch(_ fact: SourcedFact, in runtime: FlintRuntime) {
        if let last = readings.withLock({ $0.longSwitches[fact] }), runtime.facts.uptime() - last.end < last.seconds {
            return
        }
        readSwitch(fact, .use, in: runtime)
    }

    func readSwitch(_ fact: SourcedFact, _ occasion: FactReading.Occasion, in runtime: FlintRuntime) {
        let start = runtime.facts.uptime()
        read(fact, occasion, in: runtime)
        let end = runtime.facts.uptime()
        guard end - start >= SourceReadings.slowThreshold else { return }
        readings.withLock { $0.longSwitches[fact] = (end - start, end) }
    }

    func timed<Answer>(_ fact: SourcedFact, in runtime: FlintRuntime, ask: () -> Answer) -> Answer {
        let start = runtime.facts.uptime()
        let answer = ask()
        let seconds = runtime.facts.uptime() - start
        if seconds >= SourceReadings.slowThreshold {
            let source = source(of: fact)
            isAnySlow.store(true, ordering: .releasing)
            readings.withLock { _ = $0.slow.insert(source) }
            report("\(source.title) took \((seconds * 10).rounded() / 10) s to answer.", source.kind, in: runtime)
        }
        return answer
    }

    private func report(_ sentence: String, _ kind: FactKind, in runtime: FlintRuntime) {
        let sentence =
            "\(sentence) Features that depend on it wait, or are undetermined until it answers. Return known values "
            + "immediately, and announce changes."
        let isFirst = readings.withLock { readings in
            guard readings.advisories[kind] == nil else { return false }
            readings.advisories[kind] = sentence
            return true
        }
        if isFirst { runtime.advise(sentence) }
    }
}

/// A provider that is passed to another thread, which is safe because providers can be called on any thread.
private struct UncheckedProvider: @unchecked Sendable {
    let value: any FeatureFlagProvider
}

extension SourceID {
    var kind: FactKind {
        switch self {
        case .purchases: .purchase
        case .userSettings: .userSetting
        case .permissions, .permission: .permission
        case .flagProvider, .flags: .flag
        case .program: .runtimeSwitch
        case .own(let description): description.kind
        }
    }

    var factSource: FactSource {
        switch self {
        case .purchases: .store
        case .userSettings: .user
        case .permissions, .permission: .system
        case .flagProvider, .flags, .own: .app
        case .program: .program
        }
    }

    var name: String {
        switch self {
        case .purchases, .userSettings, .permissions, .flags, .program: kind.rawValue
        case .permission(let permission): "\(kind.rawValue) \(permission.name)"
        case .flagProvider(let index): "\(kind.rawValue) provider \(index)"
        case .own(let description): "\(kind.rawValue) \(description.key)"
        }
    }

    var title: String {
        switch self {
        case .purchases: "The purchase tracker"
        case .permissions, .permission: "The permission checker"
        case .userSettings: "The store of user settings"
        case .flagProvider, .flags: "A feature flag provider"
        case .program: "The app"
        case .own(let description): "The source of the fact \(description.key)"
        }
    }
}
