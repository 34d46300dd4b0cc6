import FlintCLI
import FlintConsole
import FlintInspector
import FlintLocks
import FlintSimulation
import FlintTestSupport
import FlintUI
import FlintWorld
import Foundation

@testable import FlintCore

/// The sample app on a simulated device, served to a console by the inspector of its runtime.
///
/// Every app has a separate runtime, so that tests can run in parallel.
final class SampleApp: RecordingInspector, @unchecked Sendable {
    let runtime: FlintRuntime
    let device: SimulatedDevice
    /// The clock that drives the store's clock.
    let storeTime: ManualTime
    let work = Work()
    private let inspector: RuntimeInspector

    /// Sets up the app.
    ///
    /// - Parameters:
    ///   - name: The app's name.
    ///   - flags: The flag providers. Features require flags only if there are any.
    ///   - group: The root of the features.
    ///   - personas: The saved personas.
    ///   - news: Events, log lines, and stacks that do not come from the app.
    init(
        _ name: String = "Podcasts", flags: [any FeatureFlagProvider] = [],
        group: FeatureGroup.Type = PodcastFeatures.self, personas: PersonaList = PersonaList(), news: News = News()
    ) {
        let (time, storeTime) = (ManualTime(now: SampleApp.start), ManualTime(now: SampleApp.start))
        let runtime = FlintRuntime(now: { time.now }, timer: time)
        let permissions = SimulatedPermissionCenter(
            statuses: [.camera: .denied, .photos: .restricted],
            usageDescriptions: [
                .location(usage: .whenInUse): "Finds episodes about where you are.",
                .camera: "Takes the picture that goes with a clip.",
                .photos: "Finds the picture that goes with a clip.",
                .microphone: "Records what you say about an episode.",
            ])
        let store = SimulatedStore(
            balances: ["credits": 3],
            offers: [
                StoreOffer(
                    PodcastFeatures.premium, price: "$4.99", subscriptionGroup: "Premium",
                    subscriptionPeriod: SubscriptionPeriod("P1M")),
                StoreOffer(PodcastFeatures.turboPack, price: "$9.99"),
                StoreOffer(PodcastFeatures.credits, price: "$0.99"),
            ],
            clock: SimulatedClock(now: SampleApp.start, rate: 0, realTime: { storeTime.now }, timer: storeTime))
        let device = SimulatedDevice(
            platform: CurrentPlatform("iOS 17.2") ?? .real, permissions: permissions, store: store)
        PodcastFeatures.$requireFlags.withValue(!flags.isEmpty) {
            runtime.setUp(group) {
                device.configure($0)
                $0.featureFlagProviders = flags
                $0.allowsOverrides = true
            }
        }
        var configuration = RuntimeInspector.Configuration(
            appName: name, cause: "console", router: ConsoleRouter(app: nil) { NoScreens() }, system: device,
            backgroundWork: work,
            activity: { "The Daily Byte, 12:04 of 31:20" })
        configuration.personas = SavedPersonas(personas)
        (self.runtime, self.device, self.storeTime) = (runtime, device, storeTime)
        inspector = RuntimeInspector(runtime: runtime, configuration: configuration)
        super.init(inspector)
        add { $0 = news }
    }

    // MARK: Changes outside the console

    func own(_ productID: String, _ isOwned: Bool = true) { device.store.setOwned(isOwned, productID: productID) }

    func permit(_ permission: SystemPermissionConstraint, _ status: PermissionStatus = .authorized) {
        device.permissions.setStatus(status, of: permission)
    }

    func override(_ key: FactKey, _ value: FactValue?, reason: String? = nil, expiry: OverrideExpiry? = nil) {
        runtime.facts.setOverride(value, for: key, reason: reason, expiry: expiry, cause: .saved)
    }

    func advise(_ text: String) { runtime.journal.append(.advisory(text), cause: "app") }

    /// Performs a command that is not recorded.
    @discardableResult
    func perform(_ command: Command) -> CommandResult? { Self.result(of: command, sentTo: inspector) }

    /// Performs a command and waits for the resulting work on the main queue.
    static func result(of command: Command, sentTo inspector: any Inspector) -> CommandResult? {
        let result = Protected<CommandResult?>(nil)
        onMainQueue { inspector.send(command) { answer in result.withLock { $0 = answer } } }
        onMainQueue {}
        return result.withLock { $0 }
    }

    private static func onMainQueue(_ body: @Sendable () -> Void) {
        if QueueIdentity.isCurrent(.main) { body() } else { DispatchQueue.main.sync(execute: body) }
    }
}

/// Background work without effect, which is paused at first.
final class Work: BackgroundWork {
    private let running = Protected(false)
    var isRunning: Bool { running.withLock { $0 } }
    func setRunning(_ isRunning: Bool) { running.withLock { $0 = isRunning } }
}

/// Personas in memory.
private final class SavedPersonas: PersonaStore {
    private let content: Protected<PersonaList>

    init(_ list: PersonaList) { content = Protected(list) }

    func readPersonas() -> PersonaList { content.withLock { $0 } }

    func savedPersona(named name: String) -> Persona? {
        let list = readPersonas()
        return list.bundled?.contains(name) == true ? nil : list.personas.first { $0.name == name }
    }

    func save(_ persona: Persona) -> String {
        content.withLock { list in
            list.personas.removeAll { $0.name == persona.name }
            list.personas.append(persona)
            list.personas.sort { $0.name < $1.name }
        }
        return "\(persona.name).json"
    }

    func delete(_ name: String) { content.withLock { $0.personas.removeAll { $0.name == name } } }
}

private final class NoScreens: ScreenPresenter {
    func show(_ screen: ConsoleScreen) {}
    func hide() {}
}
