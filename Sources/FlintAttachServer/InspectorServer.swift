import FlintAttach
import FlintCore
import FlintInspector
import InspectorKit

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Serves the inspector of this app on a socket, to consoles and commands of the same user.
///
/// Each connection is read and answered on a thread of its own, so that the app's main thread is needed for commands
/// only. A client that stops reading, sends garbage or opens more connections than are served loses its connection; the
/// app never waits for it.
public final class InspectorServer: Sendable {
    /// How many connections are served at once; others are closed at once.
    package static let connectionLimit = 64

    private struct State {
        var connections: [Int: ServedConnection] = [:]
        var lastConnection = 0
        var isStopped = false
    }

    /// The path of the socket.
    public let path: String
    /// The port on which it serves clients that know its token; `nil` without one.
    package let port: (address: AttachAddress, token: AttachToken)?

    private let inspector: RuntimeInspector
    private let app: ServedApp
    private let listener: Socket
    private let portListener: Socket?
    private let gate: TokenGate?
    private let stopPipe: WakePipe
    private let state = Protected(State())

    /// Opens the socket and starts to serve.
    ///
    /// - Parameters:
    ///   - inspector: The inspector.
    ///   - directory: Where clients look for the socket.
    ///   - isReadOnly: Whether commands are refused.
    ///   - tcpPort: The port of the loopback interface on which clients are served too; 0 for any that is free.
    /// - Throws: ``SocketDirectory/Problem`` or ``SocketError``.
    package init(
        _ inspector: RuntimeInspector, in directory: SocketDirectory, isReadOnly: Bool = false, tcpPort: UInt16? = nil
    ) throws {
        self.inspector = inspector
        app = ServedApp(
            app: inspector.configuration.appName, process: getpid(),
            instance: String(UInt64.random(in: .min ... .max), radix: 16), isReadOnly: isReadOnly,
            allowsOverrides: inspector.allowsOverrides)
        stopPipe = try WakePipe()
        portListener = try tcpPort.map { port throws(SocketError) in try Socket.listening(at: .tcp(port: port)) }
        let token = AttachToken()
        port = portListener.map { (.tcp(port: $0.port), token) }
        gate = portListener.map { _ in TokenGate(token) }
        (listener, path) = try directory.listen(as: app.app, process: app.process)
        SocketCleanup.add(path)
        let (listeners, stopPipe) = ([listener] + (portListener.map { [$0] } ?? []), stopPipe)
        let isStarted = ServiceThread.start { [weak self] in
            Self.accept(from: listeners, until: stopPipe) { self?.serve($0, isOnPort: $1) }
        }
        guard isStarted else {
            SocketCleanup.remove(path)
            throw SocketDirectory.Problem(description: "The inspector is not served: the system has no thread left.")
        }
    }

    deinit {
        stop()
    }

    /// Stops to serve, ends every connection and removes the socket.
    public func stop() {
        let connections = state.withLock { state -> [ServedConnection]? in
            guard !state.isStopped else { return nil }
            state.isStopped = true
            return Array(state.connections.values)
        }
        guard let connections else { return }
        stopPipe.wake()
        portListener?.shutDown()
        SocketCleanup.remove(path)
        for connection in connections { connection.end() }
    }

    /// Makes the socket the one that ``removeInterruptedSocket()`` removes.
    package func removeSocketOnInterrupt() {
        SocketCleanup.removeOnInterrupt(path)
    }

    /// Removes the socket; to be called by a handler of signals before the process ends.
    ///
    /// A socket that is left by a process that was killed is removed by the next client that looks for apps.
    package static func removeInterruptedSocket() {
        SocketCleanup.removeInterrupted()
    }

    /// How to attach through the port, with the token, which is to be shown once; `nil` without a port.
    package var invitation: String? {
        port.map { "\(AttachToken.variable)=\($0.token.text) flint attach \($0.address)" }
    }

    /// Asks every attached console to show a screen.
    ///
    /// - Parameter screen: The number of the screen; `nil` to go back to where the user was.
    package func show(screen: Int?) {
        let connections = state.withLock { Array($0.connections.values) }
        for connection in connections { connection.show(ShownScreen(screen: screen)) }
    }

    /// How many connections there are.
    package var connectionCount: Int { state.withLock { $0.connections.count } }

    /// Takes connections until it is stopped.
    private static func accept(
        from listeners: [Socket], until stop: WakePipe, serve: (_ socket: Socket, _ isOnPort: Bool) -> Void
    ) {
        let descriptors = ([stop.descriptor] + listeners.map(\.descriptor)).map { ($0, Readiness.readable) }
        while true {
            let ready = Readiness.wait(for: descriptors, milliseconds: -1)
            if ready[0] { return }
            do throws(SocketError) {
                for (index, listener) in listeners.enumerated() where ready[index + 1] {
                    while let socket = try listener.accept() { serve(socket, index > 0) }
                }
            } catch {
                // The app has no file left to give; until it has, those who connect wait.
                let pause = Readiness.wait(for: [(stop.descriptor, Readiness.readable)], milliseconds: 100)
                if pause[0] { return }
            }
        }
    }

    /// Serves a connection, unless it is another user's or one too many.
    ///
    /// - Parameters:
    ///   - socket: The connection.
    ///   - isOnPort: Whether a token takes the place of the user.
    private func serve(_ socket: Socket, isOnPort: Bool) {
        let gate = isOnPort ? gate : nil
        if let gate {
            guard gate.enter() else { return refuse(socket, .full) }
        } else {
            guard socket.peerUser == geteuid() else { return refuse(socket, .otherUser) }
        }
        guard start(socket, gate) else {
            gate?.leave()
            return refuse(socket, .full)
        }
    }

    private func refuse(_ socket: Socket, _ error: WireError) {
        guard let message = try? WireProtocol.encode(ErrorMessage(id: nil, error: error)) else { return }
        // There is room for it in the buffer of a new connection.
        FrameChannel(socket, limit: 0).write(message)
        socket.shutDown()
    }

    /// Starts to answer a connection.
    ///
    /// - Returns: Whether there was room for it.
    private func start(_ socket: Socket, _ gate: TokenGate?) -> Bool {
        guard let connection = try? ServedConnection(socket, inspector: inspector, app: app, gate: gate) else {
            return false
        }
        let id = state.withLock { state -> Int? in
            guard !state.isStopped, state.connections.count < Self.connectionLimit else { return nil }
            state.lastConnection += 1
            state.connections[state.lastConnection] = connection
            return state.lastConnection
        }
        guard let id else { return false }
        let isStarted = ServiceThread.start { [weak self] in
            connection.run()
            self?.forget(id)
        }
        if !isStarted { forget(id) }
        return isStarted
    }

    private func forget(_ id: Int) {
        _ = state.withLock { $0.connections.removeValue(forKey: id) }
    }
}

/// Removes sockets when the process exits.
enum SocketCleanup {
    private static let paths = Protected<(all: Set<String>, isRegistered: Bool, process: pid_t)>(([], false, 0))

    /// Has a socket removed at the exit of this process.
    static func add(_ path: String) {
        paths.withLock { paths in
            paths.all.insert(path)
            paths.process = getpid()
            guard !paths.isRegistered else { return }
            paths.isRegistered = true
            atexit { SocketCleanup.removeAll() }
        }
    }

    /// Removes a socket now.
    static func remove(_ path: String) {
        paths.withLock { paths in
            if paths.all.remove(path) != nil, paths.process == getpid() { unlink(path) }
        }
    }

    /// The path that the handler of signals removes, which may allocate nothing.
    private nonisolated(unsafe) static var interruptedPath: UnsafeMutablePointer<CChar>?

    /// Makes a socket the one that ``removeInterrupted()`` removes.
    static func removeOnInterrupt(_ path: String) {
        interruptedPath = strdup(path)
    }

    /// Removes the socket, from a handler of signals.
    static func removeInterrupted() {
        if let interruptedPath { unlink(interruptedPath) }
    }

    private static func removeAll() {
        paths.withLock { paths in
            // A child process that was forked off must leave the sockets of its parent alone.
            guard paths.process == getpid() else { return }
            for path in paths.all { unlink(path) }
            paths.all = []
        }
    }
}
