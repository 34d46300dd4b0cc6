import FeatureGating
public import FlintCore
public import InspectorKit

/// The inspector of an app in this process.
///
/// It reads a runtime and changes it, never keeping state of its own apart from the flow a person is led through.
/// It may be used from any thread.
public final class RuntimeInspector: Inspector {
    /// What an inspector needs besides the runtime.
    public struct Configuration: Sendable {
        /// The app's name.
        public var appName: String
        /// Who is recorded as the cause of what the inspector changes, such as "console".
        public var cause: Cause
        /// Finds presenters for actions that are performed by name.
        public var router: (any PresentationRouter & Sendable)?
        /// The simulated system the app runs on, if it runs on one.
        public var system: (any SimulatedSystem)?
        /// The app's background work, if it can be held.
        public var backgroundWork: (any BackgroundWork)?
        /// The app's own one-line state.
        public var activity: (@Sendable () -> String?)?
        /// Saves overrides, if they are saved.
        public var persistence: OverridePersistence?
        /// What is wrong with the other files the app's state is kept in, one sentence each; called from any thread.
        public var problems: (@Sendable () -> [String])?

        /// Creates a configuration.
        public init(
            appName: String, cause: Cause, router: (any PresentationRouter & Sendable)? = nil,
            system: (any SimulatedSystem)? = nil, backgroundWork: (any BackgroundWork)? = nil,
            activity: (@Sendable () -> String?)? = nil, persistence: OverridePersistence? = nil,
            problems: (@Sendable () -> [String])? = nil
        ) {
            self.appName = appName
            self.cause = cause
            self.router = router
            self.system = system
            self.backgroundWork = backgroundWork
            self.activity = activity
            self.persistence = persistence
            self.problems = problems
        }
    }

    /// The runtime that is inspected.
    public let runtime: FlintRuntime
    /// What the inspector was given besides the runtime.
    public let configuration: Configuration

    let flow: PermissionFlowController
    let stacks = StackReader()
    private let changes = ChangeSignal()
    private let persistenceObservation: InspectorObservation?

    /// Creates the inspector of a runtime that has been set up.
    public init(runtime: FlintRuntime, configuration: Configuration) {
        self.runtime = runtime
        self.configuration = configuration
        flow = PermissionFlowController(runtime: runtime, configuration: configuration)
        // What changes facts leaves a trace in the journal. Hidden actions do not, nor does what is out of focus.
        changes.hold(runtime.journal.observe { [changes] _ in changes.send() })
        changes.hold(runtime.actionStacks.observe { [changes] in changes.send() })
        changes.hold(runtime.observeFocus { [changes] in changes.send() })
        changes.hold(runtime.logs.observe { [changes] _ in changes.send() })
        persistenceObservation = configuration.persistence?.observe { [changes] in changes.send() }
        flow.onChange = { [changes] in changes.send() }
    }

    /// Whether the app allows overrides.
    package var allowsOverrides: Bool { runtime.facts.allowsOverrides }

    /// Why nothing can be overridden where overrides are not allowed, and how to allow them.
    package static let overrideRefusal =
        "This build of the app does not allow overrides, which are for development. To allow them, set allowsOverrides "
        + "to true in the configuration of Flint.setup."

    /// The app's state now.
    public func snapshot() -> Snapshot {
        runtime.bind { SnapshotBuilder(inspector: self).build() }
    }

    /// The events after a given one, oldest first.
    public func events(after id: UInt64) -> [InspectorKit.Event] {
        runtime.journal.events(after: id).map { EventFormatter(runtime: runtime).event(for: $0) }
    }

    /// The lines of the log after a given one, oldest first.
    ///
    /// They are those that have gone through ``Flint/logHandler(label:runtime:metadataProvider:)``; without it there
    /// are none.
    public func logLines(after id: UInt64) -> [LogLine] {
        runtime.logs.lines(after: id).map(LogFormatter.line)
    }

    /// Carries out a command, recording the inspector as its cause.
    public func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        runtime.bind {
            Cause.withCause(configuration.cause) {
                CommandRunner(inspector: self).run(command, completion: completion)
            }
        }
    }

    /// Works out what a command would do to the availability of features.
    public func preview(_ command: Command) -> Preview {
        let changes = CommandRunner(inspector: self).preview(command)
        return Preview(
            changes: changes.map { change in
                Preview.Change(
                    featureID: change.feature.description,
                    featureName: runtime.name(of: change.feature),
                    before: change.before.boolValue, after: change.after.boolValue)
            })
    }

    /// Reads every fact again whose source does not announce changes, every feature's `isEnabled` among them.
    public func refresh() {
        runtime.readUnannouncedFacts()
    }

    /// Calls a handler after every change until the observation is cancelled or released.
    public func observe(_ handler: @escaping @Sendable () -> Void) -> InspectorObservation {
        changes.add(handler)
    }

    /// Says that something changed that leaves no trace in the journal, such as what the app is playing.
    public func stateDidChange() {
        changes.send()
    }
}
