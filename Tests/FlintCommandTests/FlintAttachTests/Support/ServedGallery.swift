import FlintAttach
import FlintAttachServer
import FlintCLI
import FlintCore
import FlintInspector
import FlintLocks
import FlintSimulation
import FlintWorld
import Foundation

/// The gallery, served on a socket in a separate folder.
///
/// Tests attach clients to the gallery, open raw connections, and restart the server. The folder is removed when the
/// object is deallocated.
final class ServedGallery {
    let runtime = FlintRuntime()
    let inspector: RuntimeInspector
    let directory: SocketDirectory
    private(set) var server: InspectorServer
    private let folder: String

    init(
        environment: AppEnvironment = .development, isReadOnly: Bool? = nil, tcpPort: UInt16? = nil
    ) throws {
        let device = SimulatedDevice(
            platform: CurrentPlatform("iOS 17.2") ?? .real,
            permissions: SimulatedPermissionCenter(statuses: [.camera: .authorized]),
            store: SimulatedStore(
                offers: [StoreOffer(productID: "pass", name: "Pass", type: .nonConsumable)],
                clock: SimulatedClock(now: Date(timeIntervalSince1970: 1_767_225_600), rate: 0)))
        var info = AppInfo()
        info.urlSchemes = ["gallery"]
        runtime.appInfoOverride = info
        runtime.setUp(Gallery.self) {
            device.configure($0)
            $0.allowsOverrides = true
        }
        var configuration = RuntimeInspector.Configuration(
            appName: "The Gallery", cause: "console", system: device, activity: { "Open" })
        configuration.personas = GalleryPersonas()
        inspector = RuntimeInspector(runtime: runtime, configuration: configuration)
        // A socket's path must be short, but the path of the temporary folder may be long.
        folder = "/tmp/flint-\(UInt32.random(in: .min ... .max))"
        directory = SocketDirectory(path: folder)
        server = try InspectorServer(
            inspector, in: directory, environment: environment, isReadOnly: isReadOnly, tcpPort: tcpPort)
    }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    var target: AttachTarget { AttachTarget("the gallery", in: directory) }

    func attach(
        as client: String = "console", isReadOnly: Bool = false, changesProduction: Bool = true
    ) throws -> RemoteInspector {
        try RemoteInspector(target, client: client, isReadOnly: isReadOnly, changesProduction: changesProduction)
    }

    /// Opens a connection at the level of frames.
    func channel() throws -> FrameChannel {
        FrameChannel(try Socket.connected(to: .path(server.path)), limit: FrameBuffer.answerLimit)
    }

    /// Stops serving and serves again like a restarted app.
    func restart() throws {
        server.stop()
        try serveAgain()
    }

    func serveAgain(
        environment: AppEnvironment = .development, isReadOnly: Bool? = nil, tcpPort: UInt16? = nil
    ) throws {
        server = try InspectorServer(
            inspector, in: directory, environment: environment, isReadOnly: isReadOnly, tcpPort: tcpPort)
    }
}

/// The gallery's only persona, to which none can be added.
private struct GalleryPersonas: PersonaStore {
    func readPersonas() -> PersonaList {
        var member = Persona(name: "Member")
        member.purchases = ["pass": .purchased]
        return PersonaList(personas: [member])
    }

    func savedPersona(named name: String) -> Persona? { nil }

    func save(_ persona: Persona) throws -> String { "nowhere" }

    func delete(_ name: String) {}
}

/// A counter of an inspector's announcements that tests can await.
final class Announcements: Sendable {
    private struct State {
        var count = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Protected(State())
    private let observation = Protected<ObservationToken?>(nil)

    init(of inspector: any Inspector) {
        let made = inspector.observe { [weak self] in self?.announce() }
        observation.withLock { $0 = made }
    }

    var count: Int { state.withLock { $0.count } }

    private func announce() {
        let waiters = state.withLock { state in
            state.count += 1
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns when a condition is met.
    ///
    /// The condition is checked at once and after every announcement. It is not met while it throws an error.
    func until(_ condition: () throws -> Bool) async {
        while true {
            let seen = count
            if (try? condition()) == true { return }
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.count > seen { return true }
                    state.waiters.append(continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        }
    }
}

extension Inspector {
    func answer(to command: Command) async -> CommandResult {
        await withCheckedContinuation { continuation in
            send(command) { continuation.resume(returning: $0) }
        }
    }
}
