import FlintCore

/// Falling asleep while listening: finished, and waiting behind a flag until it has been tried at night.
final class SleepTimerFeature: ConditionalFeature {
    static let name = "Sleep timer"
    static let description = "Stop by itself when you have fallen asleep"

    static let start = action(StartSleepTimerAction.self)
    static let cancel = action(CancelSleepTimerAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.featureFlag(.sleepTimer)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(start)
        actions.declare(cancel)
    }
}

/// Starts the timer, afresh if it runs already.
final class StartSleepTimerAction: PodcastAction {
    static let name = "start"
    static let description = "Hold what is playing after a while"

    static func run(_ input: SleepLength, on presenter: any PlayerPresenter) throws(PodcastError) -> String? {
        presenter.startSleepTimer(input)
    }
}

/// Stops the timer, so that playback continues.
final class CancelSleepTimerAction: PodcastAction {
    static let name = "cancel"
    static let description = "Stop the timer and continue playing"

    static func run(_ input: NoInput, on presenter: any PlayerPresenter) throws(PodcastError) -> String? {
        try presenter.cancelSleepTimer()
    }
}

/// How long a listener takes to fall asleep.
struct SleepLength: Hashable, Sendable {
    /// What lengths are allowed, in minutes.
    static let range = 1...180

    let minutes: Int
}

extension SleepLength: RouteParametersDecodable {
    /// Takes `minutes`; 30 if there are none.
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
