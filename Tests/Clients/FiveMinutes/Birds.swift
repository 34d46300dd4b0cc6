import FlintCLI
import FlintCore
import FlintInspector
import FlintSimulation

final class BirdFeatures: FeatureGroup {
    static let description = "Everything a bird watcher needs"
    static var subfeatures: [FeatureDefinition.Type] { [NotebookFeature.self, SoundFeature.self] }
}

final class NotebookFeature: Feature {
    static let description = "Notes which birds you saw"

    static let note = action(NoteAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(note)
    }
}

final class SoundFeature: ConditionalFeature {
    static let description = "Plays the song of a bird"

    static let songs = NonConsumableProduct(name: "Song library", productID: "birds.songs")
    static let play = action(PlayAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(songs)
        requirements.userToggled(defaultValue: true)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(play)
    }
}

struct Bird: FlintLoggable, RouteParametersDecodable {
    let name: String

    static let inputFields = [InputField("name", description: "the bird, such as Robin")]

    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let name = parameters?["name"], !name.isEmpty else { return nil }
        self.name = name
    }
}

final class NoteAction: TerminatingAction {
    typealias InputType = Bird

    static let description = "Notes a bird"
}

final class PlayAction: TerminatingAction {
    typealias InputType = Bird

    static let description = "Plays a song"
}

@main
final class Birds: FlintApplication {
    nonisolated static let commandName = "birds"
    nonisolated static let abstract = "Look at the features of a bird watcher's app."
    nonisolated static let appName = "Birds"

    let device: SimulatedDevice?
    let router: (any PresentationRouter & Sendable)? = nil
    let backgroundWork: (any BackgroundWork)? = nil
    let activity: String? = nil

    init(options: EmptyOptions, launch: LaunchOptions) {
        device = SimulatedDevice(
            file: launch.stateFile(named: "device"), platform: launch.platform ?? CurrentPlatform("iOS 18.0") ?? .real)
    }

    func setUp() {
        Flint.setup(BirdFeatures.self) { self.device?.configure($0) }
    }

    func observeActivity(_ handler: @escaping @Sendable () -> Void) {}

    static func main() {
        FlintCommandLine<Birds>.main()
    }
}
