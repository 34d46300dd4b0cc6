// SPDX-License-Identifier: MIT

import FlintCore

/// Variable playback speed.
///
/// The feature requires the Premium subscription and a user setting that is off by default.
final class SpeedFeature: ConditionalFeature {
    static let name = "Dynamic Speed"
    static let description = "Play faster or slower without changing the pitch"

    static let set = action(SetSpeedAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(PodcastProducts.premium)
        requirements.userToggled(defaultValue: false)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(set)
    }
}

final class SetSpeedAction: PodcastAction {
    static let name = "set"
    static let description = "Set the playback speed"

    static func run(_ input: PlaybackSpeed, on presenter: any PlayerPresenter) throws(PodcastError) -> String? {
        presenter.setSpeed(input.factor)
    }
}

/// A playback speed, as a factor of the original speed.
///
/// A speed outside ``range`` cannot be decoded, so the action never receives an invalid value.
struct PlaybackSpeed: Hashable, Sendable {
    static let range = 0.5...3.0

    let factor: Double
}

extension PlaybackSpeed: RouteParametersDecodable {
    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let factor = parameters?["speed"].flatMap(Double.init), Self.range.contains(factor) else { return nil }
        self.factor = factor
    }

    static var inputFields: [InputField] { [InputField("speed", description: "a number from 0.5 to 3")] }
}

extension PlaybackSpeed: FlintLoggable {
    var loggingDescription: String { "\(factor)×" }
}

/// Sound processing that makes voices clearer.
///
/// The feature requires the Premium subscription and a user setting that is off by default.
final class SoundEnhancementFeature: ConditionalFeature {
    static let name = "Sound enhancement"
    static let description = "Make voices stand out from noise"

    static let set = action(SetEnhancementAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(PodcastProducts.premium)
        requirements.userToggled(defaultValue: false)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(set)
    }
}

final class SetEnhancementAction: PodcastAction {
    static let name = "set"
    static let description = "Set the sound enhancement"

    static func run(_ input: EnhancementLevel, on presenter: any PlayerPresenter) throws(PodcastError) -> String? {
        presenter.setEnhancement(input.enhancement)
    }
}

struct EnhancementLevel: Hashable, Sendable {
    let enhancement: Player.Enhancement
}

extension EnhancementLevel: RouteParametersDecodable {
    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let enhancement = parameters?["level"].flatMap(Player.Enhancement.init) else { return nil }
        self.enhancement = enhancement
    }

    static var inputFields: [InputField] { [InputField("level", description: "off, voice or full")] }
}

extension EnhancementLevel: FlintLoggable {
    var loggingDescription: String { enhancement.rawValue }
}
