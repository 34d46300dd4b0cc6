// SPDX-License-Identifier: MIT

import FlintCore
import FlintLocks

extension ConformanceRunner {
    func checkAnnouncements() async {
        guard let observing, let subject = await subject() else { return }
        checkWeakness(subject, observing)
        var observed: Key?
        for key in keys where announces(subject, key) {
            guard await checkLocks(key, observing), await checkChanges(key, observing) else { return }
            observed = observed ?? key
        }
        if let observed { await checkList(observed, observing) }
    }

    func recorder(
        _ observing: ObserverFunctions, asks: ((Key) -> Value)? = nil, key: Key? = nil
    ) -> (object: AnyObject, calls: Recorder<Key, Value>) {
        let calls = Recorder<Key, Value>()
        let asks = UncheckedSendable(asks)
        let object = observing.make { keys, isOwned in
            calls.record(.init(keys: keys, isOwned: isOwned, answer: key.flatMap { asks.value?($0) }))
        }
        return (object, calls)
    }

    // MARK: Each change

    /// Checks that other threads can query the subject while observers are called.
    ///
    /// Later checks depend on this.
    private func checkLocks(_ key: Key, _ observing: ObserverFunctions) async -> Bool {
        guard let subject = await subject() else { return false }
        let carried = UncheckedSendable(subject)
        let calls = Recorder<Key, Bool>()
        let object = observing.make { [self] keys, isOwned in
            let isAnswered = BackgroundThreads.ends(within: timing.deadline) { [self] in _ = ask(carried.value, key) }
            calls.record(.init(keys: keys, isOwned: isOwned, answer: isAnswered))
        }
        observing.add(subject, object)
        defer { observing.remove(subject, object) }
        guard await setOther(subject, key) != nil else { return true }
        _ = await calls.wait(for: 1, about: key, timing)
        guard calls.calls(about: key).contains(where: { $0.answer == false }) else { return true }
        add(
            .announcesWithoutLocks, key,
            "While an observer was called, the subject did not answer another thread within \(timing.deadline).")
        return false
    }

    /// Makes several changes, and returns whether every change was announced.
    private func checkChanges(_ key: Key, _ observing: ObserverFunctions) async -> Bool {
        guard let subject = await subject() else { return false }
        let carried = UncheckedSendable(subject)
        let (object, calls) = recorder(observing, asks: { [self] in ask(carried.value, $0) }, key: key)
        observing.add(subject, object)
        defer { observing.remove(subject, object) }
        var count = 0
        // The first value is set again at the end, so that every value is also left once.
        for value in values + values.prefix(1) {
            let before = ask(subject, key)
            let heard = calls.count(about: key)
            guard await set(subject, key, value) else { return false }
            // A change that leaves the answer the same can be announced too, for example because the reason differs.
            count += 1
            let after = ask(subject, key)
            guard after != before else {
                judgeOwnership(calls.calls(about: key).dropFirst(heard), key, after)
                continue
            }
            guard await calls.wait(for: heard + 1, about: key, timing) else {
                add(
                    .announcesChanges, key,
                    "The change from \(describeValue(before)) to \(describeValue(after)) was not announced.")
                return false
            }
            await judge(calls, since: heard, key, after)
        }
        let heard = calls.count(about: key)
        if heard > count {
            add(.announcesOnce, key, "\(count) changes were announced \(heard) times.")
        }
        return true
    }

    private func judge(_ calls: Recorder<Key, Value>, since heard: Int, _ key: Key, _ answer: Value) async {
        func right() -> Recorder<Key, Value>.Call? {
            calls.calls(about: key).dropFirst(heard).first { $0.answer == answer }
        }
        // The first announcement may be a late one that belongs to an earlier change.
        if right() == nil { _ = await calls.wait(for: heard + 2, about: key, timing) }
        guard let call = right() else {
            return add(
                .announcesAfterTheChange, key,
                "The change to \(describeValue(answer)) was announced before the answer changed.")
        }
        judgeOwnership([call], key, answer)
    }

    private func judgeOwnership(
        _ calls: some Sequence<Recorder<Key, Value>.Call>, _ key: Key, _ answer: Value
    ) {
        guard let isOwned, let passed = calls.lazy.compactMap(\.isOwned).first(where: { $0 != isOwned(answer) })
        else { return }
        add(
            .announcesTheAnswer, key,
            "A change was announced with isPurchased: \(passed), but the answer is \(describeValue(answer)).")
    }

    // MARK: Observers

    private func checkWeakness(_ subject: Subject, _ observing: ObserverFunctions) {
        if addReleased(subject, observing).observer.object != nil {
            failures.add(.holdsObserversWeakly, nil, "It retains an observer that has no other references.")
        }
    }

    /// Adds an observer that is deallocated when this function returns.
    private func addReleased(
        _ subject: Subject, _ observing: ObserverFunctions
    ) -> (observer: WeakObserver, calls: Recorder<Key, Value>) {
        let (object, calls) = recorder(observing)
        observing.add(subject, object)
        // The only strong reference ends with this function.
        return (WeakObserver(object), calls)
    }

    /// Checks that each added observer is notified once per change until it is removed.
    private func checkList(_ key: Key, _ observing: ObserverFunctions) async {
        guard let subject = await subject() else { return }
        let (first, firstCalls) = recorder(observing)
        let (removed, removedCalls) = recorder(observing)
        let (twice, twiceCalls) = recorder(observing)
        let (last, lastCalls) = recorder(observing)
        for observer in [first, removed, twice] { observing.add(subject, observer) }
        if observing.addsOnce { observing.add(subject, twice) }
        observing.add(subject, last)
        observing.remove(subject, removed)
        let releasedCalls = addReleased(subject, observing).calls
        guard await setOther(subject, key) != nil else { return }
        let heard = [
            await firstCalls.wait(for: 1, about: key, timing), await twiceCalls.wait(for: 1, about: key, timing),
            await lastCalls.wait(for: 1, about: key, timing),
        ]
        if heard.contains(false) {
            add(.notifiesEveryObserver, key, "Of three observers, \(heard.count { $0 }) were notified of a change.")
            return
        }
        if observing.removes, removedCalls.count(about: key) > 0 {
            add(.removesObservers, key, "An observer that had been removed was notified of a change.")
        }
        if observing.removes, releasedCalls.count(about: key) > 0 {
            add(.holdsObserversWeakly, key, "An observer was notified of a change after it had been released.")
        }
        if twiceCalls.count(about: key) > firstCalls.count(about: key) {
            add(.addsAnObserverOnce, key, "An observer that was added twice was notified of one change twice.")
        }
        guard observing.removes else { return }
        observing.remove(subject, first)
        let before = (first: firstCalls.count(about: key), last: lastCalls.count(about: key))
        guard await setOther(subject, key) != nil else { return }
        _ = await lastCalls.wait(for: before.last + 1, about: key, timing)
        if firstCalls.count(about: key) > before.first {
            add(.removesObservers, key, "An observer was notified of a change after it had been removed.")
        }
        for observer in [twice, last] { observing.remove(subject, observer) }
    }
}

private struct WeakObserver {
    weak var object: AnyObject?

    init(_ object: AnyObject) {
        self.object = object
    }
}

final class HandlerObserver<Key: Hashable & Sendable>: @unchecked Sendable {
    let handler: @Sendable (_ keys: Set<Key>?) -> Void
    /// The token that ends the observation, used only on the check's task.
    var token: ObservationToken?

    init(_ handler: @escaping @Sendable (_ keys: Set<Key>?, _ isOwned: Bool?) -> Void) {
        self.handler = { handler($0, nil) }
    }
}
