import FlintCLI  // added
import FlintCore  // added

/// The content of the app's first screen.
struct StartScreen {
    var rows: [String] { FeatureFlag.allCases.filter(\.isOn).map(\.rawValue) }
}

@main  // added
final class Player: FlintApplication {  // added
    nonisolated static let commandName = "player"  // added
    init(options: EmptyOptions, launch: LaunchOptions) {}  // added
    func setUp() {  // added
        Flint.adopt(  // added
            FeatureFlag.self,  // added
            from: .overrides(read: { FlagOverrides.shared[$0] }, write: { FlagOverrides.shared[$0] = $1 }),  // added
            .remote { RemoteFlags.shared[$0] }, .builtIn(\.isOnByDefault))  // added
        Flint.setup()  // added
    }  // added
}  // added
