import FlintCore
import FlintUserDefaults
import Foundation
import Testing

extension DefaultsTests {
    /// Tests of user defaults as a key-value store.
    final class UserDefaultsStoreTests {
        private let suite = "flint-tests-\(UUID().uuidString)"
        private let defaults: UserDefaults

        init() throws {
            defaults = try #require(UserDefaults(suiteName: suite))
        }

        deinit {
            defaults.removePersistentDomain(forName: suite)
            defaults.synchronize()
        }

        @Test func `a value is stored and removed`() {
            let store = UserDefaultsStore(defaults)
            #expect(store.bool(forKey: "a") == nil)
            store.set(true, forKey: "a")
            store.set(false, forKey: "b")
            #expect(store.bool(forKey: "a") == true)
            #expect(store.bool(forKey: "b") == false)
            store.set(nil, forKey: "a")
            #expect(store.bool(forKey: "a") == nil)
        }

        @Test func `a value is immediately visible to another store`() throws {
            UserDefaultsStore(defaults).set(true, forKey: "a")
            let other = UserDefaultsStore(try #require(UserDefaults(suiteName: suite)))
            #expect(other.bool(forKey: "a") == true)
        }

        @Test func `a value that is not Boolean is converted as Foundation does`() {
            let store = UserDefaultsStore(defaults)
            defaults.set("YES", forKey: "a")
            defaults.set(0, forKey: "b")
            #expect(store.bool(forKey: "a") == true)
            #expect(store.bool(forKey: "b") == false)
        }

        @Test func `changes cannot be observed`() {
            #expect(UserDefaultsStore(defaults).observeChanges { _ in } == nil)
        }
    }
}
