import FlintConsole
import FlintCore
import FlintLocks
import FlintWorld

/// The features of the sample app, with a requirement of every kind that the console shows.
final class PodcastFeatures: FeatureGroup {
    /// Whether features require flags in the app that is being set up.
    @TaskLocal static var requireFlags = false

    static let playback = "PodcastFeatures/PlaybackFeature"
    static let speed = playback + "/DynamicSpeedFeature"
    static let sound = playback + "/SoundEnhancementFeature"
    static let downloading = "PodcastFeatures/DownloadingFeature"
    static let turbo = downloading + "/TurboDownloadsFeature"
    static let smart = "PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature"
    static let clips = "PodcastFeatures/SharingFeature/ClipSharingFeature"

    static let file = "Podcasts/Features.swift"
    static let premium = AutoRenewingSubscriptionProduct(
        name: "Premium subscription", productID: "premium", fileID: file, line: 3)
    static let turboPack = NonConsumableProduct(name: "Turbo pack", productID: "turbo", fileID: file, line: 4)
    static let credits = ConsumableProduct(name: "Download credits", productID: "credits", fileID: file, line: 5)

    static let (name, description) = ("Podcasts", "Everything the app can do.")
    static var subfeatures: [FeatureDefinition.Type] {
        [PlaybackFeature.self, DownloadingFeature.self, FavouritesFeature.self, SharingFeature.self]
    }
}

/// A feature with one action.
///
/// Its declaration names a line of another file, because screens show it.
protocol SampleFeature: ConditionalFeature {
    associatedtype OnlyAction: SampleAction
}

extension SampleFeature {
    static var declaration: Declaration { Declaration(location: CodeLocation(fileID: PodcastFeatures.file, line: 12)) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(action(OnlyAction.self)) }
}

final class PlaybackFeature: FeatureGroup, Feature {
    static let (name, description) = ("Podcast playback", "Plays episodes.")
    static var subfeatures: [FeatureDefinition.Type] { [DynamicSpeedFeature.self, SoundEnhancementFeature.self] }
    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(action(PlayAction.self))
        actions.declare(action(PauseAction.self))
    }
}

final class DynamicSpeedFeature: SampleFeature {
    typealias OnlyAction = SetSpeedAction
    static let (name, description) = ("Dynamic speed", "Plays silence faster than speech.")
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(PodcastFeatures.premium)
        requirements.userToggled(defaultValue: false)
    }
}

final class SoundEnhancementFeature: SampleFeature {
    typealias OnlyAction = EnhanceAction
    static let (name, description) = ("Sound enhancement", "Brings voices forward.")
    static func constraints(requirements: FeatureConstraintsBuilder) {
        guard !PodcastFeatures.requireFlags else {
            return requirements.featureFlag("sound-v2", fileID: PodcastFeatures.file, line: 7)
        }
        requirements.purchase(PodcastFeatures.premium)
        requirements.userToggled(defaultValue: false)
    }
}

final class DownloadingFeature: FeatureGroup, Feature {
    static let (name, description) = ("Podcast downloading", "Keeps episodes for the road.")
    static var subfeatures: [FeatureDefinition.Type] { [TurboDownloadsFeature.self, BulkDownloadsFeature.self] }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(action(DownloadAction.self)) }
}

final class TurboDownloadsFeature: SampleFeature {
    typealias OnlyAction = TurboAction
    static let (name, description) = ("Turbo downloads", "Downloads several episodes at once.")
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(anyOf: PodcastFeatures.premium, PodcastFeatures.turboPack)
    }
}

final class BulkDownloadsFeature: SampleFeature {
    typealias OnlyAction = DownloadAction
    static let (name, description, isVisible) = ("Bulk downloads", "Downloads a whole podcast.", false)
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(PodcastFeatures.credits, quantity: 1)
    }
}

final class FavouritesFeature: FeatureGroup {
    static let (name, description) = ("Podcast favourites", "Remembers what was liked.")
    static var subfeatures: [FeatureDefinition.Type] { [SmartPlaylistsFeature.self] }
}

final class SmartPlaylistsFeature: SampleFeature {
    typealias OnlyAction = ShowAction
    static let name = "Smart playlists"
    static let description = "Playlists that fill themselves with episodes about where the listener is."
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOS = 11
        requirements.purchase(PodcastFeatures.premium)
        requirements.permission(.location(usage: .whenInUse))
        guard PodcastFeatures.requireFlags else { return }
        requirements.featureFlag("smart-playlists", fileID: PodcastFeatures.file, line: 8)
    }
    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(action(ShowAction.self))
        actions.declare(action(CreateAction.self))
        actions.declare(action(MergeAction.self))
    }
}

final class SharingFeature: FeatureGroup {
    static let (name, description) = ("Sharing", "Shows others what is good.")
    static var subfeatures: [FeatureDefinition.Type] { [ClipSharingFeature.self, PhotoSharingFeature.self] }
}

final class ClipSharingFeature: SampleFeature {
    typealias OnlyAction = ShareClipAction
    static let (name, description) = ("Clip sharing", "Shares a clip with a picture.")
    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.permissions(.photos, .camera, .microphone)
    }
}

final class PhotoSharingFeature: SampleFeature {
    typealias OnlyAction = SharePhotoAction
    static let (name, description) = ("Photo sharing", "Shares a photo of the listener.")
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.permissions(.camera, .microphone) }
}

/// An action without a description that succeeds immediately.
protocol SampleAction: UIAction {}

extension SampleAction {
    static var description: String { "" }
    static func perform(
        context: ActionContext<InputType>, presenter: PresenterType, completion: Completion
    ) -> Completion.Status { completion.completedSync(.success) }
}

final class PlayAction: SampleAction { typealias PresenterType = any ScreenPresenter }
final class PauseAction: SampleAction {}
final class SetSpeedAction: SampleAction { static let name = "Set speed" }
final class EnhanceAction: SampleAction {}
final class DownloadAction: SampleAction {}
final class TurboAction: SampleAction { static let name = "Go faster" }
final class ShowAction: SampleAction { typealias PresenterType = any ScreenPresenter }
final class CreateAction: SampleAction { typealias InputType = PlaylistRequest }
final class MergeAction: SampleAction { typealias InputType = Playlists }
final class ShareClipAction: SampleAction { static let name = "Share clip" }
final class SharePhotoAction: SampleAction { static let name = "Share photo" }

struct PlaylistRequest: FlintLoggable, RouteParametersDecodable {
    static let inputFields = [
        InputField("name", description: "what it is called"),
        InputField("token", description: "the account it is for", isRequired: false, isSensitive: true),
    ]
    let loggingDescription: String

    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let name = parameters?["name"] else { return nil }
        loggingDescription = name
    }
}

/// An input that cannot be created from text.
struct Playlists {}

/// A flag provider with given evaluations.
class SampleFlags: DetailedFeatureFlagProvider, @unchecked Sendable {
    let (name, type, priority): (String, FeatureFlagProviderType, Int)
    let announcesChanges = true
    fileprivate let evaluations: Protected<[FeatureKey: FlagEvaluation]>
    fileprivate let signal = ChangeSignal()

    init(
        _ name: String, _ type: FeatureFlagProviderType, priority: Int,
        _ evaluations: [FeatureKey: FlagEvaluation] = [:]
    ) {
        (self.name, self.type, self.priority) = (name, type, priority)
        self.evaluations = Protected(evaluations)
    }

    var knownFeatures: [FeatureKey] { evaluations.withLock { $0.keys.sorted { $0.rawValue < $1.rawValue } } }
    func evaluation(of key: FeatureKey) -> FlagEvaluation? { evaluations.withLock { $0[key] } }
    func hasFeature(_ key: FeatureKey) -> Bool { evaluation(of: key) != nil }
    func isFeatureEnabled(_ key: FeatureKey) -> Bool { evaluation(of: key)?.value ?? false }
    func observeChanges(_ handler: @escaping @Sendable ([FeatureKey]?) -> Void) -> ObservationToken {
        signal.add { handler(nil) }
    }
}

/// A flag provider that developers can change.
final class MutableSampleFlags: SampleFlags, MutatingFeatureFlagProvider, @unchecked Sendable {
    private func set(_ value: Bool?, _ flag: FeatureFlag) -> Bool {
        evaluations.withLock { $0[FeatureKey(rawValue: flag.key)] = value.map { FlagEvaluation(value: $0) } }
        signal.send()
        return true
    }

    func setFeatureEnabled(feature: FeatureFlag, enabled: Bool) { _ = set(enabled, feature) }
    func clearFeature(feature: FeatureFlag) -> Bool { set(nil, feature) }
}
