import FlintCore
import Foundation

/// Features that require facts of the app's own with every type of value, a user setting, and a runtime switch.
final class ObservatoryFeatures: FeatureGroup {
    static let (name, description) = ("Observatory", "Watches the sky.")
    static var subfeatures: [FeatureDefinition.Type] {
        [PicturesFeature.self, ChartsFeature.self, CloudMapFeature.self, RemoteControlFeature.self]
    }

    static let remoteControl = "ObservatoryFeatures/RemoteControlFeature"
}

protocol ObservatoryFeature: ConditionalFeature {}

extension ObservatoryFeature {
    static var declaration: Declaration { Declaration(location: CodeLocation(fileID: "Sky/Features.swift", line: 12)) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

extension AppFact where Value == Bool {
    static var isDomeOpen: AppFact {
        AppFact(
            "dome-open", title: "Dome is open", remedy: .operator("Open the dome"), fileID: "Sky/Dome.swift", line: 3)
    }
    static var hostile: AppFact { AppFact("hostile", title: "a\u{1B}[2J\u{7}b\nc") }
}

enum Weather: String, AppFactChoice {
    case clear, cloudy, storm

    var remedy: Remedy? { self == .storm ? .nobody("The storm must pass") : nil }
}

extension AppFact where Value == Weather {
    static var weather: AppFact {
        AppFact(
            "weather", title: "Weather", remedy: .user("Choose another site"), fileID: "Sky/Weather.swift", line: 4)
    }
}

enum Membership: String, AppFactLevel {
    case guest, member, patron
}

extension AppFact where Value == Membership {
    static var membership: AppFact { AppFact("membership", title: "Membership") }
}

extension AppFact where Value == Int {
    static var plates: AppFact { AppFact("plates", title: "Plates left", remedy: .developer("Raise the limit")) }
}

extension AppFact where Value == PlatformVersion {
    static var firmware: AppFact {
        AppFact(
            "firmware", kind: FactKind(rawValue: "telescope"), title: "Firmware", fileID: "Sky/Firmware.swift", line: 5)
    }
}

extension AppFact where Value == Date {
    static var firstLight: AppFact { AppFact("first-light", title: "First light") }
}

final class PicturesFeature: ObservatoryFeature {
    static let (name, description) = ("Pictures", "Takes pictures of the sky.")
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.isDomeOpen)
        requirements.fact(.weather, oneOf: [.clear, .cloudy])
        requirements.fact(.plates, atLeast: 1)
    }
}

final class ChartsFeature: ObservatoryFeature {
    static let (name, description) = ("Charts", "Draws the path of a star.")
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.fact(.membership, atLeast: .member)
        requirements.fact(.firmware, atLeast: PlatformVersion(major: 4))
        requirements.fact(.firstLight, atLeast: Date(timeIntervalSince1970: 0))
    }
}

final class CloudMapFeature: ObservatoryFeature {
    static let (name, description) = ("Cloud map", "Draws the clouds.")
    static var isEnabled: Bool? { true }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
}

final class RemoteControlFeature: ObservatoryFeature {
    static let (name, description) = ("Remote control", "Moves the telescope.")
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: false) }
}
