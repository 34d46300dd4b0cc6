// SPDX-License-Identifier: MIT

import FlintCore

/// A timer that pauses playback.
///
/// The code is complete, but the release turns the feature's flag off until the timer has been tested.
final class SleepTimerFeature: ConditionalFeature {
    static let name = "Sleep timer"
    static let description = "Pause playback when you fall asleep"

    static let start = action(StartSleepTimerAction.self)
    static let cancel = action(CancelSleepTimerAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.featureFlag(PodcastFlags.sleepTimer)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(start)
        actions.declare(cancel)
    }
}

final class StartSleepTimerAction: PodcastAction {
    static let name = "start"
    static let description = "Pause playback after a while"

    static func run(_ input: SleepLength, on presenter: any PlayerPresenter) throws(PodcastError) -> String? {
        presenter.startSleepTimer(input)
    }
}

final class CancelSleepTimerAction: PodcastAction {
    static let name = "cancel"
    static let description = "Stop the timer and continue playing"

    static func run(_ input: NoInput, on presenter: any PlayerPresenter) throws(PodcastError) -> String? {
        try presenter.cancelSleepTimer()
    }
}

/// The time until playback pauses, from 1 to 180 minutes.
///
/// A length outside the range cannot be decoded, so the action never receives an invalid value.
struct SleepLength: Hashable, Sendable {
    static let range = 1...180

    let minutes: Int
}

extension SleepLength: RouteParametersDecodable {
    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        let text = parameters?["minutes"] ?? ""
        guard let minutes = text.isEmpty ? 30 : Int(text), Self.range.contains(minutes) else { return nil }
        self.minutes = minutes
    }

    static var inputFields: [InputField] {
        [InputField("minutes", description: "from 1 to 180; 30 if empty", isRequired: false)]
    }
}

extension SleepLength: FlintLoggable {
    var loggingDescription: String { "\(minutes) min" }
}
