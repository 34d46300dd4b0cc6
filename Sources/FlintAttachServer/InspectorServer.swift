// SPDX-License-Identifier: MIT

import FlintAttach
import FlintCore
import FlintInspector
import FlintLibc
import FlintLocks
import FlintWorld

/// A server that gives other processes access to this app's inspector.
///
/// Start a server with `Flint.serveInspector()`. Each connection has its own thread, so the app's main thread is needed
/// only for commands. The server closes a connection whose client stops reading or sends invalid data, and refuses
/// connections beyond its limit. The app never waits for a client.
public final class InspectorServer: Sendable {
    package static let connectionLimit = 64

    private struct State {
        var connections: [Int: ServedConnection] = [:]
        var lastConnection = 0
        var isStopped = false
    }

    /// The path of the Unix domain socket to which local clients connect.
    public let path: String
    package let port: (address: AttachAddress, token: AttachToken)?

    private let inspector: RuntimeInspector
    private let app: ServedApp
    private let listener: Socket
    private let portListener: Socket?
    private let gate: TokenGate?
    private let stopPipe: WakePipe
    private let state = Protected(State())

    /// Opens the sockets and starts serving.
    ///
    /// Pass a path to open a socket outside the directory in which clients look for sockets. If `isReadOnly` is `nil`,
    /// only commands to a production app are refused. Port 0 selects any free port.
    package init(
        _ inspector: RuntimeInspector, in directory: SocketDirectory, path: String? = nil,
        environment: AppEnvironment = .development,
        isReadOnly: Bool? = nil, tcpPort: UInt16? = nil
    ) throws {
        self.inspector = inspector
        app = ServedApp(
            app: inspector.configuration.appName, process: getpid(),
            instance: String(UInt64.random(in: .min ... .max), radix: 16),
            isReadOnly: isReadOnly ?? (environment == .production), allowsOverrides: inspector.allowsOverrides,
            environment: environment)
        stopPipe = try WakePipe()
        portListener = try tcpPort.map { port throws(SocketError) in try Socket.listening(at: .tcp(port: port)) }
        let token = AttachToken()
        port = portListener.map { (.tcp(port: $0.port), token) }
        gate = portListener.map { _ in TokenGate(token) }
        (listener, self.path) =
            try path.map(SocketDirectory.listen) ?? directory.listen(as: app.app, process: app.process)
        SocketCleanup.add(self.path)
        let (listeners, stopPipe) = ([listener] + (portListener.map { [$0] } ?? []), stopPipe)
        // The thread does not retain the server, so that the deinitializer can stop it.
        let isStarted = ServiceThread.start { [weak self] in
            Self.accept(from: listeners, until: stopPipe) { self?.serve($0, isOnPort: $1) }
        }
        guard isStarted else {
            SocketCleanup.remove(self.path)
            throw SocketDirectory.Problem(
                "The inspector is not served: the system cannot start another thread.",
                remedy: "End other processes, and try again.")
        }
    }

    deinit {
        stop()
    }

    /// Stops serving, ends every connection, and removes the socket file.
    ///
    /// Calling this method again has no effect.
    public func stop() {
        let connections = state.withLock { state -> [ServedConnection]? in
            guard !state.isStopped else { return nil }
            state.isStopped = true
            return Array(state.connections.values)
        }
        guard let connections else { return }
        stopPipe.wake()
        // After the shutdown, another process may use the path.
        SocketCleanup.remove(path)
        listener.shutDown()
        portListener?.shutDown()
        for connection in connections { connection.end() }
        Flint.release(self)
    }

    /// Selects this server's socket file for removal by ``removeInterruptedSocket()``.
    package func removeSocketOnInterrupt() {
        SocketCleanup.removeOnInterrupt(path)
    }

    /// Removes the selected socket file.
    ///
    /// Call this function from a signal handler before the process ends. If a process is killed, the next client that
    /// looks for apps removes its socket file.
    package static func removeInterruptedSocket() {
        SocketCleanup.removeInterrupted()
    }

    /// The shell command that attaches through the port, or `nil` if the server has no port.
    ///
    /// The command contains the token, so show it only once.
    package var invitation: String? {
        port.map { "\(AttachToken.variable)=\($0.token.text) flint console \($0.address)" }
    }

    /// Tells every attached console to show a screen, or to go back if the number is `nil`.
    package func show(screen: Int?) {
        let connections = state.withLock { Array($0.connections.values) }
        for connection in connections { connection.show(ShownScreen(screen: screen)) }
    }

    package var connectionCount: Int { state.withLock { $0.connections.count } }

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
                // The app has no free file descriptor or memory; new connections wait until some is available.
                let pause = Readiness.wait(for: [(stop.descriptor, Readiness.readable)], milliseconds: 100)
                if pause[0] { return }
            }
        }
    }

    /// Serves a connection, or refuses it if it comes from another user or exceeds a limit.
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
        // The message fits into the send buffer of a new connection, so this does not block.
        FrameChannel(socket, limit: 0).write(message)
        socket.shutDown()
    }

    /// Starts a thread that serves a connection.
    ///
    /// The result is `false` if the limit is reached or the thread cannot be started.
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

/// A registry of socket files that are removed when the process exits.
enum SocketCleanup {
    private static let paths = Protected<(all: Set<String>, isRegistered: Bool, process: pid_t)>(([], false, 0))

    static func add(_ path: String) {
        paths.withLock { paths in
            paths.all.insert(path)
            paths.process = getpid()
            guard !paths.isRegistered else { return }
            paths.isRegistered = true
            atexit { SocketCleanup.removeAll() }
        }
    }

    static func remove(_ path: String) {
        paths.withLock { paths in
            if paths.all.remove(path) != nil, paths.process == getpid() { unlink(path) }
        }
    }

    /// The path for the signal handler, which must not allocate memory.
    private nonisolated(unsafe) static var interruptedPath: UnsafeMutablePointer<CChar>?

    static func removeOnInterrupt(_ path: String) {
        interruptedPath = strdup(path)
    }

    /// Removes the selected socket file.
    ///
    /// Safe to call from a signal handler.
    static func removeInterrupted() {
        if let interruptedPath { unlink(interruptedPath) }
    }

    private static func removeAll() {
        paths.withLock { paths in
            // A forked child process must not remove the sockets of its parent.
            guard paths.process == getpid() else { return }
            for path in paths.all { unlink(path) }
            paths.all = []
        }
    }
}
