import FlintCLI
import FlintCore
import FlintSimulation

final class SouvenirFeatures: FeatureGroup {
    static let description = "What visitors leave behind and take home"
    static var subfeatures: [FeatureDefinition.Type] { [GuestbookFeature.self, PostcardFeature.self] }
}

final class GuestbookFeature: Feature {
    static let description = "Keeps what visitors write"

    static let sign = action(SignAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(sign)
    }
}

final class PostcardFeature: ConditionalFeature {
    static let description = "Sends postcards of the night sky"

    static let stamps = NonConsumableProduct(name: "Postcards", productID: "postcards")
    static let send = action(SendPostcardAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(stamps)
        requirements.userToggled(defaultValue: true)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(send)
    }
}

struct Message: FlintLoggable, RouteParametersDecodable {
    let text: String

    static let inputFields = [InputField("text", description: "what to write, such as Hello")]

    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let text = parameters?["text"], !text.isEmpty else { return nil }
        self.text = text
    }
}

final class SignAction: TerminatingAction {
    typealias InputType = Message

    static let description = "Adds a line to the guestbook"
}

final class SendPostcardAction: TerminatingAction {
    typealias InputType = Message

    static let description = "Sends a postcard with a text"
}

@main
final class Observatory: FlintApplication {
    nonisolated static let commandName = "observatory"
    nonisolated static let abstract = "Look at the features of an observatory's app."
    nonisolated static let appName = "Observatory"

    let device: SimulatedDevice?

    init(options: EmptyOptions, launch: LaunchOptions) {
        device = SimulatedDevice(
            file: launch.stateFile(named: "device"), platform: launch.platform ?? CurrentPlatform("iOS 18.0") ?? .real)
    }

    func setUp() {
        Flint.setup(SouvenirFeatures.self) { self.device?.configure($0) }
    }
}
