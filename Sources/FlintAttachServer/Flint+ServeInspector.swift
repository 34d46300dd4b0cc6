import FlintAttach
public import FlintCore
import FlintInspector
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension Flint {
    /// Serves the inspector of this app, so that `flint attach` and every command with `--attach` can be used on it.
    ///
    /// ```swift
    /// Flint.setup(AppFeatures.self)
    /// try Flint.serveInspector()
    /// ```
    ///
    /// It listens on a socket in a directory that only the user can reach, and only processes of the same user are
    /// served. In a build for release it does nothing, because those who attach may command the app, unless the app allows
    /// it by name.
    ///
    /// - Parameters:
    ///   - name: The app's name; by default that of its program.
    ///   - personas: A folder with files of personas, which those who attach compare; `nil` for none.
    ///   - tcp: A port of the loopback interface on which it is served too, to those who send a token that is printed on
    ///     standard error once; 0 for any port that is free, and `nil`, the default, for none.
    ///   - isReadOnly: Whether consoles and commands may look and not change anything.
    ///   - allowsReleaseBuilds: Whether it is served by a build for release too.
    /// - Returns: The server, which serves until it is stopped or the app exits; `nil` in a build that does not serve.
    /// - Throws: An error whose description states why the socket cannot be opened and what to do.
    @discardableResult
    public static func serveInspector(
        as name: String? = nil, personas: String? = nil, tcp: UInt16? = nil, isReadOnly: Bool = false,
        allowsReleaseBuilds: Bool = false
    ) throws -> InspectorServer? {
        let directory = SocketDirectory.ofUser(environment: ProcessInfo.processInfo.environment)
        return try serve(
            as: name, personas: personas, tcp: tcp, isReadOnly: isReadOnly,
            isAllowed: isDebugBuild || allowsReleaseBuilds, in: directory)
    }

    /// Serves the inspector in a directory, unless the build is not allowed to.
    static func serve(
        as name: String?, personas: String? = nil, tcp: UInt16? = nil, isReadOnly: Bool = false, isAllowed: Bool,
        in directory: SocketDirectory
    ) throws -> InspectorServer? {
        guard isAllowed else { return nil }
        var configuration = RuntimeInspector.Configuration(appName: name ?? programName, cause: "attached")
        configuration.personas = personas.map(PersonaFolder.init)
        let inspector = RuntimeInspector(runtime: FlintRuntime.current, configuration: configuration)
        let server = try InspectorServer(inspector, in: directory, isReadOnly: isReadOnly, tcpPort: tcp)
        if let invitation = server.invitation {
            let line = Array("\(invitation)\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
        }
        servers.withLock { $0.append(server) }
        return server
    }

    /// Whether this is a build for debugging.
    static var isDebugBuild: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    /// The servers of the app, which live as long as it does.
    private static let servers = Protected<[InspectorServer]>([])

    private static var programName: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "app"
    }
}
