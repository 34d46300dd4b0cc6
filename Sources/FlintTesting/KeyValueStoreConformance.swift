// SPDX-License-Identifier: MIT

public import FlintCore
import FlintLocks

/// A conformance check for a key-value store that keeps user settings and flags.
///
/// ```swift
/// try await KeyValueStoreConformance { AppStore(path: newPath()) } reopen: { AppStore(path: $0.path) }.verify()
/// ```
///
/// The store must return every value unchanged and keep all keys apart, even unusual ones. Concurrent writes must not
/// overwrite each other, and a persistent store must return its values after it is reopened. If the store declares that
/// it announces changes, it must notify every observer until the observation ends.
public struct KeyValueStoreConformance<Store: KeyValueStore>: ConformanceCheck {
    private let examination: ConformanceRunner<Store, String, Bool?>
    private let reopen: ((Store) async throws -> Store)?

    /// Creates the check.
    ///
    /// - Parameters:
    ///   - timing: Whether changes are announced during the change or later, and the time limit.
    ///   - make: A closure that creates an empty store. It is called several times.
    ///   - reopen: A closure that creates another store from a store's saved values, as the app's next launch does, or
    ///     `nil` if the store does not persist values.
    ///   - change: A closure that changes a value. By default, it sets the value in the store. Pass a closure to test
    ///     external changes, such as changes by another program.
    public init(
        timing: ConformanceTiming = .synchronous(), make: @escaping () async throws -> Store,
        reopen: ((_ store: Store) async throws -> Store)? = nil,
        change: @escaping (_ store: Store, _ key: String, _ value: Bool?) async throws -> Void = {
            $0.set($2, forKey: $1)
        }
    ) {
        self.reopen = reopen
        examination = ConformanceRunner(
            timing: timing, keys: Self.keys, values: [true, false, nil], make: make, ask: { $0.bool(forKey: $1) },
            change: change, announces: { store, _ in store.announcesChanges },
            observing: .init(
                make: { HandlerObserver<String>($0) },
                add: { store, observer in
                    guard let observer = observer as? HandlerObserver<String> else { return }
                    observer.token = store.observeChanges { [handler = observer.handler] in handler($0) }
                },
                remove: { _, observer in (observer as? HandlerObserver<String>)?.token?.cancel() }, addsOnce: false),
            describeKey: { "\"\($0)\"" }, describeValue: { $0.map { "\($0)" } ?? "nil" })
        examination.unknown = Self.keys.map { ($0, nil) }
        examination.unknownValue = .some(nil)
    }

    /// Runs the check and returns its failures.
    public func failures() async -> [ConformanceFailure] {
        if await examination.run() {
            await checkRemoval()
            await checkKeys()
            await checkReopening()
            await checkWriters()
        }
        return examination.failures.all
    }

    /// Keys that stores might confuse or reject.
    ///
    /// They use several alphabets, separators, and quotes, and some differ in only one character.
    private static var keys: [String] {
        ["sync", "Sync", "sync.all", "features.user.toggle.App/Sync", "a b\t\"c\"", "ключ 🔑", " sync"]
    }

    private func checkRemoval() async {
        guard let store = await examination.subject() else { return }
        let key = "sync"
        for value in [true, false] {
            store.set(value, forKey: key)
            store.set(nil, forKey: key)
            guard let left = store.bool(forKey: key) else { continue }
            examination.add(.removesValues, key, "It was set to \(value) and then to nil, but returns \(left).")
        }
    }

    private func checkKeys() async {
        guard let store = await examination.subject() else { return }
        // The keys become true one after another, so a store that confuses two keys changes one of them too early.
        for key in Self.keys { store.set(false, forKey: key) }
        for (changed, key) in Self.keys.enumerated() {
            store.set(true, forKey: key)
            for (index, other) in Self.keys.enumerated() where store.bool(forKey: other) != (index <= changed) {
                examination.add(.keysAreExact, other, "Its value changed when \"\(key)\" was set.")
            }
        }
    }

    private func checkReopening() async {
        guard let reopen, let store = await examination.subject() else { return }
        // Both values occur, so that a store that returns the same value for every key after reopening is noticed.
        for key in Self.keys.dropFirst(2) { store.set(key.count.isMultiple(of: 2), forKey: key) }
        store.set(true, forKey: "sync")
        store.set(nil, forKey: "sync")
        do {
            let next = try await reopen(store)
            for key in Self.keys.dropFirst(2) where next.bool(forKey: key) != key.count.isMultiple(of: 2) {
                examination.add(.keepsValues, key, "The value is missing after the store is reopened.")
            }
            if next.bool(forKey: "sync") != nil {
                examination.add(.keepsValues, "sync", "The removed value is present after the store is reopened.")
            }
        } catch {
            examination.add(.fixtureWorks, nil, "The closure that reopens the store threw \(error).")
        }
    }

    private func checkWriters() async {
        guard let store = await examination.subject() else { return }
        let carried = UncheckedSendable(store)
        let number = Protected(0)
        let (threads, each) = (4, 5)
        let written = await BackgroundThreads.run(times: threads, atMost: examination.timing.deadline) {
            let thread = number.withLock { number in
                defer { number += 1 }
                return number
            }
            for index in 0..<each { carried.value.set(true, forKey: "writer.\(thread).\(index)") }
            return thread
        }
        guard written != nil else {
            return examination.add(.losesNoWrites, nil, "Four threads that wrote concurrently did not finish.")
        }
        let lost = (0..<threads).flatMap { thread in (0..<each).map { "writer.\(thread).\($0)" } }
            .filter { store.bool(forKey: $0) != true }
        if !lost.isEmpty {
            examination.add(
                .losesNoWrites, nil, "Of \(threads * each) values that four threads set, \(lost.count) are missing.")
        }
    }
}
