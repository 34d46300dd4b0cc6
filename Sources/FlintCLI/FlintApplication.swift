public import ArgumentParser
public import FlintCore
public import FlintInspector
public import FlintSimulation

/// An app that gets the console and all commands by conforming one type.
///
/// ```swift
/// @main
/// struct Main {
///     @MainActor static func main() {
///         FlintCommandLine<MyApp>.main()
///     }
/// }
/// ```
@MainActor
public protocol FlintApplication: AnyObject, SendableMetatype {
    /// Options of the app's own, offered by every command; use `EmptyOptions` for none.
    associatedtype Options: ParsableArguments

    /// The name of the program, as people type it.
    nonisolated static var commandName: String { get }
    /// What the program is for, in a sentence.
    nonisolated static var abstract: String { get }
    /// The version that `--version` prints, such as "1.2.0"; empty for none.
    nonisolated static var version: String { get }
    /// The app's name, as people read it.
    nonisolated static var appName: String { get }

    /// Finds the folder with the personas that come with the app.
    ///
    /// - Parameter environment: The environment of the program.
    /// - Returns: The folder's path, or `nil` if the app has none.
    nonisolated static func personaFolder(environment: [String: String]) -> String?

    /// Makes the app.
    ///
    /// - Parameters:
    ///   - options: The app's own options.
    ///   - launch: How the program was started.
    /// - Throws: ``LaunchError``, or another error whose description states what is wrong and what to do, which
    ///   counts as invalid options.
    init(options: Options, launch: LaunchOptions) throws

    /// Sets the current runtime up with the app's features. Called once, with the runtime to use bound.
    ///
    /// A release build refuses overrides unless the configuration sets `allowsOverrides` here.
    func setUp()

    /// Finds presenters for actions that are performed by name.
    var router: (any PresentationRouter & Sendable)? { get }
    /// The simulated device the app runs on, or `nil` if it runs on a real one.
    var device: SimulatedDevice? { get }
    /// The background work, if it can be held.
    var backgroundWork: (any BackgroundWork)? { get }
    /// The app's own state in one line.
    var activity: String? { get }
    /// Has a handler called, on any thread, whenever ``activity`` has changed. Called once.
    func observeActivity(_ handler: @escaping @Sendable () -> Void)
    /// What is wrong with the files the app keeps its own state in, one sentence each.
    var problems: [String] { get }
}

extension FlintApplication {
    /// Nothing, for an app that keeps no files.
    public var problems: [String] { [] }

    /// No version.
    public nonisolated static var version: String { "" }

    /// No folder.
    public nonisolated static func personaFolder(environment: [String: String]) -> String? { nil }
}

/// How the program was started.
public struct LaunchOptions: Sendable {
    /// The platform to decide for, if the command line names one.
    public let platform: CurrentPlatform?
    /// What a simulated store sells and how it behaves, if the command line names a StoreKit configuration file.
    public let storeKit: StoreKitConfiguration?
    /// Whether the app should let its background work run: in the console, unless it is to start paused.
    public let startsBackgroundWork: Bool
    /// The environment the program was started in.
    public let environment: [String: String]
    /// Where overrides are kept, beside which everything else is.
    let statePath: String

    /// The path of a file in which the app may keep something of its own, such as `toggles`.
    public func stateFile(named name: String) -> String {
        StatePath.sibling(name, of: statePath)
    }
}

/// Why an app cannot be made from what was typed; thrown by ``FlintApplication/init(options:launch:)``.
public enum LaunchError: Error, Sendable, Hashable {
    /// The options are invalid; the program ends with status 64.
    case invalidOptions(String)
    /// A file that is needed is missing or cannot be used; the program ends with status 66.
    case unusableFile(String)

    /// The error as commands report it.
    var commandLineError: CommandLineError {
        switch self {
        case .invalidOptions(let message): .usage(message)
        case .unusableFile(let message): .unusableFile(message)
        }
    }
}

/// No options of an app's own.
public struct EmptyOptions: ParsableArguments {
    /// Creates the options.
    public init() {}
}
