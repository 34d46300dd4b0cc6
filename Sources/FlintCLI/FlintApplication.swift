// SPDX-License-Identifier: MIT

public import ArgumentParser
public import FlintCore
import FlintFoundation
public import FlintInspector
public import FlintSimulation

/// An app that the console and the commands work with.
///
/// Conform a class to this protocol to give your app a command line. ``FlintCommandLine`` creates one instance per
/// launch and calls ``setUp()`` once to register the app's features:
///
/// ```swift
/// final class Bookshelf: FlintApplication {
///     nonisolated static let commandName = "bookshelf"
///
///     init(options: EmptyOptions, launch: LaunchOptions) {}
///
///     func setUp() {
///         Flint.setup(BookshelfFeatures.self)
///     }
/// }
///
/// @main
/// struct Main {
///     @MainActor static func main() {
///         FlintCommandLine<Bookshelf>.main()
///     }
/// }
/// ```
///
/// The static properties describe the program for its help and manual page. The instance properties let the console
/// perform actions by name, simulate a device, pause background work and display the app's activity. All instance
/// members are called on the main actor.
@MainActor
public protocol FlintApplication: AnyObject, SendableMetatype {
    /// The app's own options, which every command accepts.
    ///
    /// If an option has the name of a command's option, or if there are arguments that are not options, every command
    /// fails with a message that lists the reserved names.
    ///
    /// Use ``EmptyOptions`` for an app without options.
    associatedtype Options: ParsableArguments

    /// The program's name, as typed in a shell.
    nonisolated static var commandName: String { get }
    /// The program's purpose, as one sentence for its help.
    nonisolated static var abstract: String { get }
    /// The version that `--version` prints, such as "1.2.0".
    ///
    /// An empty string hides the option.
    nonisolated static var version: String { get }
    /// The app's name, as displayed to the user.
    nonisolated static var appName: String { get }

    /// Returns the folder with the personas that are bundled with the app.
    ///
    /// - Parameter environment: The program's environment variables.
    /// - Returns: The folder's path, or `nil` if the app has no bundled personas.
    nonisolated static func personaFolder(environment: [String: String]) -> String?

    /// The contents of files that are part of the program, keyed by path.
    ///
    /// An argument such as the file of `check` or `run`, or of the options `--script`, `--config`, and `--storekit`,
    /// can name one of these paths. If there is a file at the path, the file takes precedence. Files in a folder
    /// called `personas` are the app's bundled personas, unless ``personaFolder(environment:)`` returns a folder.
    nonisolated static var bundledFiles: [String: String] { get }

    /// Creates the app.
    ///
    /// - Parameters:
    ///   - options: The app's own options.
    ///   - launch: The launch parameters, such as the platform and the paths of state files.
    /// - Throws: ``LaunchError``, or another error whose description states the problem and a solution. Such an error
    ///   counts as invalid options.
    init(options: Options, launch: LaunchOptions) throws

    /// Registers the app's features in the current runtime.
    ///
    /// The command line calls this method once, right after it creates the app. In a release build, overrides are
    /// refused unless the configuration sets `allowsOverrides`.
    func setUp()

    /// The router that finds presenters for actions that are performed by name or URL.
    var router: (any PresentationRouter & Sendable)? { get }
    /// The simulated device that the app runs on, or `nil` for a real device.
    var device: SimulatedDevice? { get }
    /// The background work that the console can pause, or `nil` if the app has none.
    var backgroundWork: (any BackgroundWork)? { get }
    /// A description of the app's current activity in one line.
    var activity: String? { get }
    /// Sets the handler to call when ``activity`` changes.
    ///
    /// The command line calls this method once. The app may call the handler on any thread.
    ///
    /// - Parameter handler: The closure to call after each change.
    func observeActivity(_ handler: @escaping @Sendable () -> Void)
    /// The problems with the app's own state files, one sentence each.
    var problems: [String] { get }
}

extension FlintApplication {
    /// The default name is the command's name.
    public nonisolated static var appName: String { commandName }

    /// The default abstract is a sentence that fits every app.
    public nonisolated static var abstract: String { "Look at the features and the flags of \(appName)." }

    /// The default is `nil`, for an app whose actions need no presenter.
    public var router: (any PresentationRouter & Sendable)? { nil }

    /// The default is `nil`, for an app on a real device.
    public var device: SimulatedDevice? { nil }

    /// The default is `nil`, for an app without background work.
    public var backgroundWork: (any BackgroundWork)? { nil }

    /// The default is `nil`, for an app that does not describe its activity.
    public var activity: String? { nil }

    /// The default implementation ignores the handler, for an app that does not describe its activity.
    public func observeActivity(_ handler: @escaping @Sendable () -> Void) {}

    /// Runs the command line, so that `@main` on the app's class makes it a program.
    public static func main() { FlintCommandLine<Self>.main() }

    /// The default is an empty array, for an app without state files.
    public var problems: [String] { [] }

    /// The default is an empty string, for a program without a version.
    public nonisolated static var version: String { "" }

    /// Returns `nil`, for an app without bundled personas.
    ///
    /// - Parameter environment: The program's environment variables.
    /// - Returns: `nil`.
    public nonisolated static func personaFolder(environment: [String: String]) -> String? { nil }

    /// The default is an empty dictionary, for a program without bundled files.
    public nonisolated static var bundledFiles: [String: String] { [:] }

    /// Returns the bundled file at a path, or `nil` if the program has no such file or the file system has one.
    nonisolated static func bundledFile(at path: String) -> Data? {
        guard let text = bundledFiles[path], !FileManager.default.fileExists(atPath: path) else { return nil }
        return Data(text.utf8)
    }

    nonisolated static func readFile(_ path: String, limit: Int) throws(FileReading.Failure) -> Data {
        if let bundled = bundledFile(at: path) { return bundled }
        return try FileReading.read(path, limit: limit)
    }
}

/// The launch parameters that an app's initializer receives.
///
/// The command line creates them from its options and the environment.
public struct LaunchOptions: Sendable {
    /// The platform from the option `--platform`, or `nil` without the option.
    public let platform: CurrentPlatform?
    /// The configuration from the option `--storekit`, or `nil` without the option.
    public let storeKit: StoreKitConfiguration?
    /// Whether to start the app's background work.
    ///
    /// The value is `true` for commands that keep running. The console and the servers start with the work paused if
    /// `FLINT_PAUSED` is 1.
    public let startsBackgroundWork: Bool
    /// The program's environment variables.
    public let environment: [String: String]
    /// The path of the overrides file.
    ///
    /// Other state files are in the same folder.
    let statePath: String

    /// Returns the path of a file in which the app can store its own state.
    ///
    /// The file is beside the overrides file, so `--state` selects both.
    ///
    /// - Parameter name: The name of the file's content, such as `toggles`.
    /// - Returns: The path.
    public func stateFile(named name: String) -> String {
        StatePath.sibling(name, of: statePath)
    }
}

/// An error that prevents an app from being created.
///
/// Throw it from ``FlintApplication/init(options:launch:)``. The message should state the problem and a solution.
public enum LaunchError: Error, Sendable, Hashable {
    /// The options are invalid.
    ///
    /// The program exits with status 64.
    case invalidOptions(String)
    /// A required file is missing or unusable.
    ///
    /// The program exits with status 66.
    case unusableFile(String)

    var commandLineError: CommandLineError {
        switch self {
        case .invalidOptions(let message): .usage(message)
        case .unusableFile(let message): .unusableFile(message)
        }
    }
}

/// An empty set of options, for apps that do not define any.
public struct EmptyOptions: ParsableArguments {
    /// Creates an empty set of options, as the protocol `ParsableArguments` requires.
    public init() {}
}
