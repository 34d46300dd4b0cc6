import FlintCore
import Foundation

/// The overrides of a debug screen.
final class SkyOverrides: @unchecked Sendable {
    static let shared = SkyOverrides()

    private let lock = NSLock()
    private var values: [SkyFlag: Bool] = [:]

    subscript(flag: SkyFlag) -> Bool? {
        get { lock.withLock { values[flag] } }
        set { lock.withLock { values[flag] = newValue } }
    }
}

struct SkyServer: Sendable {
    static let shared = SkyServer()

    subscript(flag: SkyFlag) -> Bool? { nil }
}

enum SkyFlag: String, CaseIterable {
    case nightMode = "night-mode"
    case satellites

    var isOn: Bool { SkyOverrides.shared[self] ?? SkyServer.shared[self] ?? isOnByDefault }

    var isOnByDefault: Bool { self == .nightMode }
}

func adoptFlags() {
    Flint.adopt(
        SkyFlag.self,
        from: .overrides(read: { SkyOverrides.shared[$0] }, write: { SkyOverrides.shared[$0] = $1 }),
        .remote { SkyServer.shared[$0] }, .builtIn(\.isOnByDefault))
    Flint.setup()
}

enum Camera {
    static let isBeta = false
}

enum CameraFlag: String, CaseIterable {
    case longExposure = "long-exposure"
    case rawImages = "raw-images"

    var isEnabled: Bool { Flint.override(of: self) ?? valueByRule ?? isOnByDefault }

    /// Raw images are for the beta channel only.
    var valueByRule: Bool? { self == .rawImages && !Camera.isBeta ? false : nil }

    var isOnByDefault: Bool { true }
}

func adoptCameraFlags() {
    Flint.adopt(CameraFlag.self, from: .rules(\.valueByRule), .builtIn(\.isOnByDefault))
    Flint.setup()
}

enum KeepingYourFlagsSnippets {
    static func rules(print: Output) {
        for flag in FlintRuntime.current.flags { print("\(flag.key): \(flag.source)") }
    }

    static func overrides(print: Output) {
        SkyOverrides.shared[.satellites] = true
        Flint.featureFlagsChanged()
        print(Flint.override(of: SkyFlag.satellites) ?? "not overridden")

        FlintRuntime.current.facts.overrideFeatureFlag("night-mode", with: false)
        print(SkyFlag.nightMode.isOn)
        FlintRuntime.current.facts.overrideFeatureFlag("night-mode", with: nil)
        print(SkyFlag.nightMode.isOn)
    }
}

enum DomeFlag: String, CaseIterable {
    case automatic

    var isOn: Bool { Flint.override(of: self) ?? false }
}

func adoptDomeFlags() {
    Flint.adopt(DomeFlag.self) { _ in false }
    Flint.setup()
}

final class SatellitesFeature: ConditionalFeature {
    static let description = "Shows satellites"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.featureFlag(FeatureKey(SkyFlag.satellites))
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}
