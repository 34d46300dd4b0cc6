import Testing

@testable import FlintCore

/// Settings that last as long as the process.
struct InMemoryKeyValueStoreTests {
    @Test func settingsAreKeptAndDropped() {
        let store = InMemoryKeyValueStore(["a": true])
        #expect(store.bool(forKey: "a") == true)
        store.set(false, forKey: "b")
        #expect(store.bool(forKey: "b") == false)
        store.set(nil, forKey: "a")
        #expect(store.bool(forKey: "a") == nil)
    }

    @Test func observersAreToldOfDifferencesUntilTheyEnd() {
        let store = InMemoryKeyValueStore()
        let told = Protected<[Set<String>]>([])
        let token = store.observeChanges { keys in told.withLock { $0.append(keys) } }
        store.set(true, forKey: "a")
        store.set(true, forKey: "a")
        store.set(nil, forKey: "a")
        token?.cancel()
        store.set(true, forKey: "a")
        #expect(told.withLock { $0 } == [["a"], ["a"]])
    }
}
