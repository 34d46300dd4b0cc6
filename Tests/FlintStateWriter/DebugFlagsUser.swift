import FlintCore

struct DebugFlagsUser: StateUser {
    let values = 0...2
    private let path: String
    private let store: FileKeyValueStore
    private let provider: DebugFeatureFlagProvider

    init(path: String) {
        self.path = path
        store = FileKeyValueStore(path: path)
        provider = DebugFeatureFlagProvider(userDefaults: store)
        _ = provider.hasFeature("")
    }

    var problem: String? { store.problem }

    func value(for key: String) -> Int {
        provider.evaluation(of: FeatureKey(rawValue: key))?.value.map { $0 ? 2 : 1 } ?? 0
    }

    func put(_ value: Int, for key: String) throws {
        let flag = FeatureFlag(key: FeatureKey(rawValue: key))
        if value == 0 {
            _ = provider.clearFeature(feature: flag)
        } else {
            provider.setFeatureEnabled(feature: flag, enabled: value == 2)
        }
        // The provider has the value in memory even if it was not saved.
        guard DebugFlagsUser(path: path).value(for: key) == value else {
            throw StateRefusal(message: store.problem ?? "no error is reported")
        }
    }
}
