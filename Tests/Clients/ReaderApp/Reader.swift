import FlintCLI  // added
import FlintCore  // added

/// The content of the app's toolbar.
struct Toolbar {
    var buttons: [String] { PaidFeature.allCases.filter { $0.isUnlocked(for: .current) }.map(\.rawValue) }
}

extension Tier: AppFactLevel { static let fact = AppFact<Tier>("tier", title: "Tier") }  // added

@main  // added
final class Reader: FlintApplication {  // added
    nonisolated static let commandName = "reader"  // added
    init(options: EmptyOptions, launch: LaunchOptions) {}  // added
    func setUp() {  // added
        Flint.adopt(PaidFeature.self) { $0.isUnlocked(for: .current) }  // added
        Flint.setup { config in  // added
            config.setSource(of: Tier.fact) { Account.current.tier }  // added
            config.setSource(of: BuildChannel.fact) { Account.current.isBetaTester ? .testFlight : .appStore }  // added
        }  // added
    }  // added
}  // added
