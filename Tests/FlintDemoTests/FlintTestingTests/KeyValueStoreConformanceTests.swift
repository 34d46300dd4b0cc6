import FlintCore
import FlintLocks
import FlintTesting
import FlintUserDefaults
import Foundation
import Testing

/// Tests of the conformance checks for stores and user settings.
///
/// Correct implementations pass, each fault is detected, and the package's own implementations pass.
@Suite(.timeLimit(.minutes(20)))
struct KeyValueStoreConformanceTests {
    static let rules: [FaultyStore.Fault: ConformanceRule] = [
        .keepsNilAsFalse: .removesValues, .ignoresCapitals: .keysAreExact, .cutsKeysAtTheDot: .keysAreExact,
        .savesNothing: .keepsValues, .keepsTwentyValues: .losesNoWrites, .announcesNothing: .announcesChanges,
        .keepsEndedObservations: .removesObservers,
    ]

    private func check(_ fault: FaultyStore.Fault) -> KeyValueStoreConformance<FaultyStore> {
        KeyValueStoreConformance {
            FaultyStore(fault)
        } reopen: { store in
            FaultyStore(fault, saved: store.saved)
        }
    }

    @Test func `a correct store passes`() async throws {
        try await check(.none).verify()
    }

    @Test(arguments: FaultyStore.Fault.allCases.filter { $0 != .none })
    func `every fault breaks its rule`(fault: FaultyStore.Fault) async throws {
        let (rule, failures) = (try #require(Self.rules[fault]), await check(fault).failures())
        #expect(failures.contains { $0.rule == rule.rawValue }, "\(failures)")
    }

    @Test func `the store in memory conforms`() async throws {
        try await KeyValueStoreConformance { InMemoryKeyValueStore() }.verify()
    }

    @Test func `the store in a file conforms`() async throws {
        try await withFolder { folder in
            try await KeyValueStoreConformance {
                FileKeyValueStore(path: "\(folder.next())/settings.json")
            } reopen: { store in
                FileKeyValueStore(path: store.path)
            }.verify()
        }
    }

    @Test func `the store in the user's defaults conforms`() async throws {
        var suites: [String] = []
        defer { for suite in suites { UserDefaults(suiteName: suite)?.removePersistentDomain(forName: suite) } }
        func open() throws -> UserDefaultsStore {
            UserDefaultsStore(try #require(UserDefaults(suiteName: suites.last)))
        }
        try await KeyValueStoreConformance {
            suites.append("flint-testing-\(UUID().uuidString)")
            return try open()
        } reopen: { _ in
            try open()
        }.verify()
    }

    // MARK: Toggles

    @Test func `toggles over every store conform`() async throws {
        try await toggles { InMemoryKeyValueStore() }.verify()
        try await withFolder { folder in
            try await toggles { FileKeyValueStore(path: "\(folder.next())/toggles.json") }.verify()
        }
        var suites: [String] = []
        defer { for suite in suites { UserDefaults(suiteName: suite)?.removePersistentDomain(forName: suite) } }
        try await toggles {
            suites.append("flint-testing-\(UUID().uuidString)")
            return UserDefaultsStore(try #require(UserDefaults(suiteName: suites.last)))
        }.verify()
    }

    @Test func `toggles over a store that confuses keys do not conform`() async {
        let failures = await toggles { FaultyStore(.cutsKeysAtTheDot) }.failures()
        #expect(failures.contains { $0.rule == ConformanceRule.changesNothingElse.rawValue })
        let forgetful = await toggles { FaultyStore(.keepsNilAsFalse) }.failures()
        #expect(forgetful.contains { $0.rule == ConformanceRule.unknownStaysUnknown.rawValue })
    }

    private func toggles<Store: KeyValueStore>(
        _ store: @escaping () throws -> Store
    ) -> UserFeatureTogglesConformance<StoredFeatureToggles> {
        UserFeatureTogglesConformance {
            StoredFeatureToggles(store: try store())
        } change: { toggles, feature, choice in
            toggles.setEnabled(feature, enabled: choice)
        }
    }

    // MARK: Every check

    @Test func `every rule is broken by at least one fault`() {
        let shown = Set(PurchaseTrackerConformanceTests.rules.values)
            .union(PermissionConformanceTests.checkerRules.values).union(PermissionConformanceTests.adapterRules.values)
            .union(FeatureFlagProviderConformanceTests.rules.values).union(Self.rules.values).union(
                FactSourceConformanceTests.domainRules)
        let elsewhere: Set<ConformanceRule> = [.fixtureWorks, .canAnnounce]
        #expect(Set(ConformanceRule.allCases).subtracting(shown) == elsewhere)
    }
}

/// A store that is correct except for one fault.
final class FaultyStore: KeyValueStore {
    enum Fault: CaseIterable, Sendable {
        case none
        case keepsNilAsFalse
        case ignoresCapitals
        case cutsKeysAtTheDot
        case savesNothing
        case keepsTwentyValues
        case announcesNothing
        case keepsEndedObservations
    }

    let announcesChanges = true
    private let fault: Fault
    private let values: Protected<[String: Bool]>
    private let handlers: FlagHandlers

    init(_ fault: Fault, saved: [String: Bool] = [:]) {
        self.fault = fault
        values = Protected(saved)
        handlers = FlagHandlers(keepsThem: fault == .keepsEndedObservations)
    }

    /// The values that the next launch reads.
    var saved: [String: Bool] { fault == .savesNothing ? [:] : values.withLock { $0 } }

    private func stored(_ key: String) -> String {
        switch fault {
        case .ignoresCapitals: key.lowercased()
        case .cutsKeysAtTheDot: String(key.prefix { $0 != "." })
        default: key
        }
    }

    func bool(forKey key: String) -> Bool? { values.withLock { $0[stored(key)] } }

    func set(_ value: Bool?, forKey key: String) {
        let new = value ?? (fault == .keepsNilAsFalse ? false : nil)
        let hasChanged = values.withLock { values in
            let old = values[stored(key)]
            if fault == .keepsTwentyValues, values.count >= 19, old == nil { return false }
            values[stored(key)] = new
            return old != new
        }
        if hasChanged, fault != .announcesNothing { handlers.call([FeatureKey(rawValue: key)]) }
    }

    func observeChanges(_ handler: @escaping @Sendable (Set<String>) -> Void) -> ObservationToken? {
        handlers.add { keys in handler(Set((keys ?? []).map(\.rawValue))) }
    }
}
