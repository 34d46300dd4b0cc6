import FlintAttach
public import FlintCore
import FlintInspector
import InspectorKit
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
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
    ///   - isReadOnly: Whether consoles and commands may look and not change anything.
    ///   - allowsReleaseBuilds: Whether it is served by a build for release too.
    /// - Returns: The server, which serves until it is stopped or the app exits; `nil` in a build that does not serve.
    /// - Throws: An error whose description states why the socket cannot be opened and what to do.
    @discardableResult
    public static func serveInspector(
        as name: String? = nil, isReadOnly: Bool = false, allowsReleaseBuilds: Bool = false
    ) throws -> InspectorServer? {
        guard isDebugBuild || allowsReleaseBuilds else { return nil }
        let inspector = RuntimeInspector(
            runtime: FlintRuntime.current,
            configuration: RuntimeInspector.Configuration(appName: name ?? programName, cause: "attached"))
        let directory = SocketDirectory.ofUser(environment: ProcessInfo.processInfo.environment)
        let server = try InspectorServer(inspector, in: directory, isReadOnly: isReadOnly)
        servers.withLock { $0.append(server) }
        return server
    }

    private static var isDebugBuild: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    /// The servers of the app, which live as long as it does.
    private static let servers = Mutex<[InspectorServer]>([])

    private static var programName: String {
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "app"
    }
}
