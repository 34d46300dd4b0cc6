import FeatureGating
import FlintLocks
import Testing

@testable import FlintCore

struct OwnProviderTests {
    @Test func `a provider that switches over keys decides a feature`() {
        let runtime = FlintRuntime()
        runtime.setUp(Reader.self) { $0.featureFlagProviders = [ReaderReleaseFlags()] }
        #expect(runtime.bind { NightMode.isAvailable } == true)
        #expect(runtime.bind { Margins.isAvailable } == false)
        let row = runtime.explanation(of: NightMode.self).requirements.first { $0.kind == .flag }
        #expect(row?.source == "ReaderReleaseFlags, STATIC")
        #expect(row?.title == "Flag night-mode")
        #expect(row?.value == "on")
    }

    @Test func `a provider can map an enumeration of the app`() {
        let runtime = FlintRuntime()
        runtime.setUp(Reader.self) { $0.featureFlagProviders = [EnumeratedFlags(), ReaderReleaseFlags()] }
        #expect(runtime.bind { Notes.isAvailable } == true, "One of the app's own flags is on.")
        #expect(runtime.resolution(of: FeatureKey(OwnKey.footnotes)).evaluation.value == false)
        #expect(
            runtime.resolution(of: "night-mode").provider == "ReaderReleaseFlags",
            "Other providers have the other flags.")
    }

    @Test func `a provider without announcements is read again when the app reports a change`() {
        let runtime = FlintRuntime()
        let switches = PlainSwitches()
        runtime.setUp(Reader.self) { $0.featureFlagProviders = [switches, ReaderReleaseFlags()] }
        switches.setFeatureEnabled(feature: FeatureFlag(key: .nightMode), enabled: false)
        #expect(
            runtime.facts[.featureFlag(.nightMode)]?.actual == .truth(.true), "The provider cannot announce the change."
        )
        runtime.bind { Flint.featureFlagsChanged([.nightMode]) }
        #expect(runtime.facts[.featureFlag(.nightMode)]?.actual == .truth(.false))
        #expect(!switches.clearFeature(feature: FeatureFlag(key: .nightMode)), "The default does not clear flags.")
    }

    @Test func `a flag can be created from a key or from an enumeration case`() {
        #expect(FeatureFlag(key: .nightMode).key == "night-mode")
        #expect(FeatureFlag(key: OwnKey.footnotes).key == "footnotes")
        #expect(FeatureFlag(key: FeatureKey(OwnKey.footnotes)) == FeatureFlag(key: OwnKey.footnotes))
    }
}

extension FeatureKey {
    fileprivate static let nightMode: FeatureKey = "night-mode"
    fileprivate static let wideMargins: FeatureKey = "wide-margins"
}

private final class ReaderReleaseFlags: FeatureFlagProvider {
    internal let priority = FeaturePriority.minPriority
    internal let type = FeatureFlagProviderType.release

    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool {
        switch featureKey {
        case .nightMode: return true
        case .wideMargins: return false
        default: return false
        }
    }

    func hasFeature(_ featureKey: FeatureKey) -> Bool {
        switch featureKey {
        case .nightMode: return true
        case .wideMargins: return true
        default: return false
        }
    }
}

/// Flags that an app lists in an enumeration.
private enum OwnKey: String, CaseIterable {
    case marginNotes
    case footnotes
}

/// A provider of built-in values for an enumeration, whose completeness the compiler checks.
private final class EnumeratedFlags: FeatureFlagProvider {
    let priority = FeaturePriority.mediumPriority
    let type = FeatureFlagProviderType.debug

    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool {
        switch OwnKey(rawValue: featureKey.rawValue) {
        case .marginNotes: true
        case .footnotes: false
        case nil: false
        }
    }

    func hasFeature(_ featureKey: FeatureKey) -> Bool { OwnKey(rawValue: featureKey.rawValue) != nil }
}

/// A mutable provider that does not announce changes.
private final class PlainSwitches: MutatingFeatureFlagProvider {
    let priority = FeaturePriority.mediumPriority
    let type = FeatureFlagProviderType.debug
    private let values = Protected<[String: Bool]>([:])

    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { values.withLock { $0[featureKey.rawValue] } ?? true }
    func hasFeature(_ featureKey: FeatureKey) -> Bool { values.withLock { $0[featureKey.rawValue] } != nil }
    func setFeatureEnabled(feature: FeatureFlag, enabled: Bool) { values.withLock { $0[feature.key] = enabled } }
}

private final class Reader: FeatureGroup {
    static var subfeatures: [FeatureDefinition.Type] { [NightMode.self, Margins.self, Notes.self] }
}

private final class NightMode: ConditionalFeature {
    static let description = "Waits for its flag"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag(.nightMode) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Margins: ConditionalFeature {
    static let description = "Waits for its flag"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.featureFlag(.wideMargins) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Notes: ConditionalFeature {
    static let description = "Waits for its flag"
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.featureFlag(FeatureKey(OwnKey.marginNotes))
    }
    static func prepare(actions: FeatureActionsBuilder) {}
}
