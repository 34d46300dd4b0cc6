import FlintAttach
import FlintCore
import FlintInspector
import InspectorKit
import Synchronization

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

    private let inspector: RuntimeInspector
    private let app: ServedApp
    private let listener: Socket
    private let stopPipe: WakePipe
    private let state = Mutex(State())

    /// Opens the socket and starts to serve.
    ///
    /// - Parameters:
    ///   - inspector: The inspector.
    ///   - directory: Where clients look for the socket.
    ///   - isReadOnly: Whether commands are refused.
    /// - Throws: ``SocketDirectory/Problem`` or ``SocketError``.
    package init(_ inspector: RuntimeInspector, in directory: SocketDirectory, isReadOnly: Bool = false) throws {
        self.inspector = inspector
        app = ServedApp(
            app: inspector.configuration.appName, process: getpid(),
            instance: String(UInt64.random(in: .min ... .max), radix: 16), isReadOnly: isReadOnly,
            allowsOverrides: inspector.allowsOverrides)
        stopPipe = try WakePipe()
        (listener, path) = try directory.listen(as: app.app, process: app.process)
        SocketCleanup.add(path)
        let (listener, stopPipe) = (listener, stopPipe)
        let isStarted = ServiceThread.start { [weak self] in
            Self.accept(from: listener, until: stopPipe) { self?.serve($0) }
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
        SocketCleanup.remove(path)
        for connection in connections { connection.end() }
    }

    /// Has the socket removed when the process is interrupted or asked to end, which it then does.
    ///
    /// For a program that handles these signals in no other way. What is left by one that is killed is removed by the next
    /// client that looks for apps.
    package func removeSocketOnInterrupt() {
        SocketCleanup.removeOnInterrupt(path)
    }

    /// How many connections there are.
    package var connectionCount: Int { state.withLock { $0.connections.count } }

    /// Takes connections until it is stopped.
    private static func accept(from listener: Socket, until stop: WakePipe, serve: (Socket) -> Void) {
        while true {
            let ready = Readiness.wait(
                for: [(stop.descriptor, Readiness.readable), (listener.descriptor, Readiness.readable)],
                milliseconds: -1)
            if ready[0] { return }
            do throws(SocketError) {
                while let socket = try listener.accept() { serve(socket) }
            } catch {
                // The app has no file left to give; until it has, those who connect wait.
                let pause = Readiness.wait(for: [(stop.descriptor, Readiness.readable)], milliseconds: 100)
                if pause[0] { return }
            }
        }
    }

    /// Serves a connection, unless it is another user's or one too many.
    private func serve(_ socket: Socket) {
        guard socket.peerUser == geteuid(),
            let connection = try? ServedConnection(socket, inspector: inspector, app: app)
        else { return }
        let id = state.withLock { state -> Int? in
            guard !state.isStopped, state.connections.count < Self.connectionLimit else { return nil }
            state.lastConnection += 1
            state.connections[state.lastConnection] = connection
            return state.lastConnection
        }
        guard let id else { return }
        let isStarted = ServiceThread.start { [weak self] in
            connection.run()
            self?.forget(id)
        }
        if !isStarted { forget(id) }
    }

    private func forget(_ id: Int) {
        _ = state.withLock { $0.connections.removeValue(forKey: id) }
    }
}

/// Removes sockets when the process exits.
enum SocketCleanup {
    private static let paths = Mutex<(all: Set<String>, isRegistered: Bool, process: pid_t)>(([], false, 0))

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

    /// Has a socket removed by a signal that ends the process.
    static func removeOnInterrupt(_ path: String) {
        interruptedPath = strdup(path)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number) { number in
                if let path = SocketCleanup.interruptedPath { unlink(path) }
                signal(number, SIG_DFL)
                raise(number)
            }
        }
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
