import Dispatch
import FlintAttach
import FlintAttachServer
import FlintCore
import FlintInspector
import FlintLocks
import FlintWorld

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Clients that are attached to the app over sockets while its threads work.
final class AttachedClients: Sendable {
    private static let count = 3
    private static let rounds = 8
    private static let asked = Atomic(0)
    private static let answered = Atomic(0)
    private static let announced = Atomic(0)

    static var summary: String {
        "\(asked.load(ordering: .acquiring)) commands from attached clients, "
            + "\(announced.load(ordering: .acquiring)) announcements"
    }

    /// The problem after every client has ended, or `nil`.
    static var problem: String? {
        let (asked, answered) = (asked.load(ordering: .acquiring), answered.load(ordering: .acquiring))
        if asked != answered { return "\(asked - answered) commands of attached clients have no answer" }
        return announced.load(ordering: .acquiring) == 0 ? "no change was announced to attached clients" : nil
    }

    private let server: InspectorServer
    private let directory: SocketDirectory

    /// Serves a runtime.
    ///
    /// - Parameter runtime: The runtime.
    /// - Throws: An error if the socket cannot be opened.
    init(of runtime: FlintRuntime) throws {
        directory = SocketDirectory(path: "/tmp/flint-stress-\(getpid())")
        let inspector = RuntimeInspector(runtime: runtime, configuration: .init(appName: "City", cause: "stress"))
        server = try InspectorServer(inspector, in: directory, tcpPort: 0)
    }

    /// Attaches clients that send queries and commands, half of them through the port.
    ///
    /// - Parameter group: The group that each client leaves at its end.
    func start(in group: DispatchGroup) {
        for number in 0..<Self.count {
            group.enter()
            let isStarted = ServiceThread.start { [self] in
                for round in 0..<Self.rounds { visit(round, number, group) }
                group.leave()
            }
            if !isStarted { group.leave() }
        }
    }

    func stop() {
        server.stop()
        rmdir(directory.path)
    }

    /// Attaches, makes a few queries of each kind, sends commands, and detaches.
    private func visit(_ round: Int, _ number: Int, _ group: DispatchGroup) {
        let target =
            if let port = server.port, (round + number).isMultiple(of: 2) {
                AttachTarget("\(port.address)", in: directory, token: port.token.text)
            } else {
                AttachTarget("city", in: directory)
            }
        guard let remote = try? RemoteInspector(target, client: "client \(number)") else { return }
        defer { remote.close() }
        let observation = remote.observe { Self.announced.add(1, ordering: .relaxed) }
        guard var model = try? remote.readModel() else { return }
        var (event, line) = (UInt64(0), UInt64(0))
        for step in 0..<10 {
            let isOn = (round + step).isMultiple(of: 2)
            send(.override(.purchase, "pass", to: isOn ? "purchased" : nil), to: remote, group)
            let visible = Sync.Reading(features: ["City/Quarter"])
            let news = remote.sync(Sync(since: model.revision, event: event, line: line, reading: visible))
            if let changes = news.changes {
                model.apply(changes)
            } else {
                model = (try? remote.readModel()) ?? model
            }
            (event, line) = (news.events.last?.id ?? event, news.lines.last?.id ?? line)
            let museum = "City/Quarter/Museum"
            _ = (try? remote.world(of: [museum]).detail(of: museum), try? remote.stacks())
        }
        _ = (try? remote.history(), try? remote.plan([.removeAllOverrides]))
        server.show(screen: round)
        observation.cancel()
    }

    private func send(_ command: Command, to inspector: any Inspector, _ group: DispatchGroup) {
        Self.asked.add(1, ordering: .relaxed)
        group.enter()
        inspector.send(command) { _ in
            Self.answered.add(1, ordering: .relaxed)
            group.leave()
        }
    }
}
