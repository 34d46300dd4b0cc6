public import ArgumentParser
public import FlintCore
public import FlintInspector

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
    /// The app's name, as people read it.
    nonisolated static var appName: String { get }

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
    /// The simulated system the app runs on, or `nil` if it runs on a real one.
    var system: (any SimulatedSystem)? { get }
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
}
