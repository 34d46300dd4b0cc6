import FlintCLI
import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintLocks
import FlintSimulation
import FlintTestSupport
import FlintWorld
import Foundation

/// An inspector of the test app on a simulated device.
///
/// Each bench has a separate runtime, so that tests can run in parallel. A bench with a file represents a process: two
/// benches with the same file represent two processes that share saved overrides.
struct Bench {
    let device: SimulatedDevice
    let runtime: FlintRuntime
    let work = Work()
    let inspector: RuntimeInspector
    let persistence: OverridePersistence?
    /// The notices that the persistence returned at its start.
    let notices: [String]

    /// Sets up the app.
    ///
    /// - Parameters:
    ///   - permissions: The initial statuses of permissions.
    ///   - offers: The offers of the store.
    ///   - credits: The initial number of credits.
    ///   - isSimulated: Whether the inspector may change the device.
    ///   - time: The clock that expires overrides. The default is the real clock.
    ///   - file: The file to which overrides are saved, or `nil`.
    ///   - saving: The clock that schedules pending saves. The default is the real clock.
    ///   - allowsOverrides: Whether the app allows overrides.
    ///   - personas: The folder of the saved personas, or `nil`.
    ///   - process: The process among those that share the file.
    ///   - history: The history of commands, which processes can share in a file.
    ///   - configure: A closure that replaces dependencies of the device by the app's own.
    init(
        permissions: [SystemPermissionConstraint: SystemPermissionStatus] = [:], offers: [StoreOffer] = [],
        credits: Int = 8, isSimulated: Bool = true, time: ManualTime? = nil, file: OverrideFile? = nil,
        saving: ManualTime? = nil, allowsOverrides: Bool = true, personas: PersonaFolder? = nil,
        process: ProcessIdentity = .current, history: CommandHistory = CommandHistory(),
        configure: @escaping (Flint.DependenciesConfig) -> Void = { _ in }
    ) {
        let runtime = time.map { time in FlintRuntime(now: { time.now }, timer: time) } ?? FlintRuntime()
        self.runtime = runtime
        let device = SimulatedDevice(
            platform: CurrentPlatform("iOS 17.2") ?? .real,
            permissions: SimulatedPermissionCenter(
                statuses: permissions, usageDescriptions: [.camera: "To film your clip."]),
            store: SimulatedStore(
                balances: ["credits": credits], offers: offers,
                clock: SimulatedClock(now: Date(timeIntervalSince1970: 1_767_268_800), rate: 0)))
        self.device = device
        runtime.setUp(TestApp.self) {
            device.configure($0)
            $0.allowsOverrides = allowsOverrides
            configure($0)
        }
        persistence = file.map { file in
            let system = isSimulated ? device : nil
            guard let saving else {
                return OverridePersistence(StateCache(file), runtime: runtime, system: system, process: process)
            }
            return OverridePersistence(
                StateCache(file, timer: saving) { saving.now }, runtime: runtime, system: system, process: process)
        }
        let endings = persistence?.start() ?? []
        notices = (persistence?.problems ?? []) + endings
        var configuration = RuntimeInspector.Configuration(
            appName: "Shop", cause: "console", system: isSimulated ? device : nil,
            backgroundWork: isSimulated ? work : nil, activity: { "Selling" }, persistence: persistence)
        configuration.personas = personas
        configuration.history = history
        inspector = RuntimeInspector(runtime: runtime, configuration: configuration)
    }

    /// Sends a command that completes synchronously.
    @discardableResult
    func send(_ command: Command) -> CommandResult {
        let results = Protected<[CommandResult]>([])
        inspector.send(command) { result in results.withLock { $0.append(result) } }
        return results.withLock { all in
            all.count == 1 ? all[0] : CommandResult(status: .failed, message: "answered \(all.count) times")
        }
    }

    func answer(to command: Command) async -> CommandResult {
        await withCheckedContinuation { continuation in
            inspector.send(command) { continuation.resume(returning: $0) }
        }
    }

    var snapshot: Snapshot { inspector.snapshot() }

    func feature(_ id: String) -> FeatureSnapshot? { snapshot.features.first { $0.id == id } }

    var events: [EventRecord] { inspector.events(after: 0) }
}

/// Background work without effect.
final class Work: BackgroundWork {
    private let running = Protected(true)
    var isRunning: Bool { running.withLock { $0 } }
    func setRunning(_ isRunning: Bool) { running.withLock { $0 = isRunning } }
}

extension ProcessIdentity {
    /// A process that sees only the given processes.
    static func simulated(_ id: Int32, running: Set<Int32> = []) -> ProcessIdentity {
        var process = ProcessIdentity(id: id) { running.contains($0) }
        process.signature = id
        return process
    }
}
