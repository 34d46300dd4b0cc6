import FlintCLI
import FlintCore
import Sky

@main
final class SkyConsole: FlintApplication {
    nonisolated static let commandName = "sky"

    init(options: EmptyOptions, launch: LaunchOptions) {}

    func setUp() {
        Flint.adopt(
            SkyFlag.self,
            from: .overrides(read: { SkyOverrides.shared[$0] }, write: { SkyOverrides.shared[$0] = $1 }),
            .remote { SkyServer.shared[$0] }, .builtIn(\.isOnByDefault))
        Flint.setup()
    }
}
