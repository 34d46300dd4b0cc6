import FlintLocks
import Testing

@testable import FlintCore

struct InMemoryKeyValueStoreTests {
    @Test func `settings are stored and removed`() {
        let store = InMemoryKeyValueStore(["a": true])
        #expect(store.bool(forKey: "a") == true)
        store.set(false, forKey: "b")
        #expect(store.bool(forKey: "b") == false)
        store.set(nil, forKey: "a")
        #expect(store.bool(forKey: "a") == nil)
    }

    @Test func `observers receive the changed keys until cancellation`() {
        let store = InMemoryKeyValueStore()
        let received = Protected<[Set<String>]>([])
        let token = store.observeChanges { keys in received.withLock { $0.append(keys) } }
        store.set(true, forKey: "a")
        store.set(true, forKey: "a")
        store.set(nil, forKey: "a")
        token?.cancel()
        store.set(true, forKey: "a")
        #expect(received.withLock { $0 } == [["a"], ["a"]])
    }
}
