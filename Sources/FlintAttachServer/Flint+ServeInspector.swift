// SPDX-License-Identifier: MIT

import FlintAttach
public import FlintCore
import FlintFoundation
import FlintInspector
import FlintLibc
import FlintLocks
import FlintWorld

extension Flint {
    /// Serves this app's inspector to `flint console` and to commands with `--attach`.
    ///
    /// ```swift
    /// Flint.setup(AppFeatures.self)
    /// try Flint.serveInspector()
    /// ```
    ///
    /// The server listens on a socket in a directory that only the user can access, and it accepts only processes of
    /// the same user. Attached clients can control the app, so release builds do not serve the inspector unless
    /// `allowsReleaseBuilds` is `true`.
    ///
    /// - Parameters:
    ///   - name: The app's name. The default is the name of the executable.
    ///   - personas: The path of a folder that contains persona files for attached clients.
    ///   - tcp: A port of the loopback interface on which to serve the inspector as well, or 0 for any free port.
    ///     Clients need a token, which is printed once to standard error. By default, no port is opened.
    ///   - environment: The environment in which the app runs. Front ends mark a production app and ask for
    ///     confirmation before they change it.
    ///   - isReadOnly: Whether clients can only read. The default is `true` for a production app, and `false` for
    ///     others.
    ///   - allowsReleaseBuilds: Whether release builds serve the inspector too.
    /// - Returns: The server, which runs until it is stopped or the app exits. `nil` in a release build, unless
    ///   `allowsReleaseBuilds` is `true`.
    /// - Throws: An error whose description states why the inspector cannot be served.
    @discardableResult
    public static func serveInspector(
        as name: String? = nil, personas: String? = nil, tcp: UInt16? = nil,
        environment: AppEnvironment = .development, isReadOnly: Bool? = nil, allowsReleaseBuilds: Bool = false
    ) throws -> InspectorServer? {
        let directory = SocketDirectory.forCurrentUser(environment: ProcessInfo.processInfo.environment)
        return try serve(
            as: name, personas: personas, tcp: tcp, environment: environment, isReadOnly: isReadOnly,
            isAllowed: isDebugBuild || allowsReleaseBuilds, in: directory)
    }

    /// Serves this app's inspector if the environment variable `FLINT_INSPECTOR` requests it.
    ///
    /// With `FLINT_INSPECTOR=1`, the app is found by `flint console`. With `FLINT_INSPECTOR=unix:/run/app/{PID}.sock`,
    /// the socket has this path, in which `{PID}` stands for the process ID; attach to it with `flint console PATH`. A
    /// path without `{PID}` serves one process at a time. Without the variable, or with the value 0, the inspector is
    /// not served.
    ///
    /// A failure does not affect the app. It is only printed to standard error.
    ///
    /// - Parameters:
    ///   - name: The app's name. The default is the name of the executable.
    ///   - personas: The path of a folder that contains persona files for attached clients.
    ///   - environment: The environment in which the app runs; see ``serveInspector(as:personas:tcp:environment:isReadOnly:allowsReleaseBuilds:)``.
    ///   - isReadOnly: Whether clients can only read. The default is `true` for a production app, and `false` for
    ///     others.
    ///   - allowsReleaseBuilds: Whether release builds serve the inspector too.
    /// - Returns: The server, or `nil` if the inspector is not served.
    @discardableResult
    public static func serveInspectorIfRequested(
        as name: String? = nil, personas: String? = nil, environment: AppEnvironment = .development,
        isReadOnly: Bool? = nil, allowsReleaseBuilds: Bool = false
    ) -> InspectorServer? {
        let variables = ProcessInfo.processInfo.environment
        return withoutThrowing {
            guard let request = try ServingRequest(variables[ServingRequest.variable] ?? "", process: getpid()) else {
                return nil
            }
            return try serve(
                as: name, personas: personas, environment: environment, isReadOnly: isReadOnly,
                isAllowed: isDebugBuild || allowsReleaseBuilds, in: .forCurrentUser(environment: variables),
                path: request.path)
        }
    }

    package static func withoutThrowing(_ serve: () throws -> InspectorServer?) -> InspectorServer? {
        do {
            return try serve()
        } catch {
            printError("The inspector is not served: \(error)")
            return nil
        }
    }

    private static func printError(_ text: String) {
        let line = Array("\(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    static func serve(
        as name: String?, personas: String? = nil, tcp: UInt16? = nil, environment: AppEnvironment = .development,
        isReadOnly: Bool? = nil, isAllowed: Bool, in directory: SocketDirectory, path: String? = nil
    ) throws -> InspectorServer? {
        guard isAllowed else {
            printError(
                "The inspector is not served, because this is a release build. To serve it, pass allowsReleaseBuilds.")
            return nil
        }
        var configuration = RuntimeInspector.Configuration(appName: name ?? programName, cause: "attached")
        configuration.personas = personas.map(PersonaFolder.init)
        let inspector = RuntimeInspector(runtime: FlintRuntime.current, configuration: configuration)
        let server = try InspectorServer(
            inspector, in: directory, path: path, environment: environment, isReadOnly: isReadOnly, tcpPort: tcp)
        if let invitation = server.invitation { printError(invitation) }
        servers.withLock { $0.append(server) }
        return server
    }

    static var isDebugBuild: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    /// The started servers, which are retained until they are stopped or the app exits.
    private static let servers = Protected<[InspectorServer]>([])

    static func release(_ server: InspectorServer) {
        servers.withLock { servers in servers.removeAll { $0 === server } }
    }

    private static var programName: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "app"
    }
}
