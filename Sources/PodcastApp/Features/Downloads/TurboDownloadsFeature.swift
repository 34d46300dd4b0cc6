public import FlintCore
import Synchronization

/// Downloading four times as fast: an experiment for the people who make the app.
///
/// Its switch is off until a program turns it on, which takes effect with the next piece that arrives.
public final class TurboDownloadsFeature: ConditionalFeature {
    /// The name for people.
    public static let name = "Turbo downloads"
    /// What it does.
    public static let description = "Download four times as fast; for internal use only"
    /// Shown.
    public static let isVisible = true

    private static let isOn = Mutex(false)

    /// Whether the experiment runs; announce a change with `Flint.runtimeSwitchChanged`.
    public static var isEnabled: Bool? {
        get { isOn.withLock { $0 } }
        set { isOn.withLock { $0 = newValue ?? false } }
    }

    static let everything = action(DownloadEverythingAction.self)

    /// Requires the switch, and room for what arrives.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
        requirements.featureFlag(.roomForDownloads)
    }

    /// Declares the actions.
    public static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(everything)
    }
}

/// Puts every missing episode in the queue.
final class DownloadEverythingAction: PodcastAction {
    static let name = "everything"
    static let description = "Download every episode that comes next"

    static func run(_ input: NoInput, on presenter: any DownloadsPresenter) throws(PodcastError) -> String? {
        try presenter.downloadEverything()
    }
}
