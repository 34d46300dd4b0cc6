import Synchronization

/// The selection of one runtime.
///
/// While nothing is selected, which is nearly always, asking costs one load.
final class FocusState: FocusSelection {
    private let runtime: WeakRuntimeReference
    private let selection = Protected<Set<TopicPath>>([])
    private let hasSelection = Atomic(false)
    private let observers = ObserverList<Void>()

    /// Creates a selection of nothing.
    init(runtime: WeakRuntimeReference) {
        self.runtime = runtime
    }

    /// Whether anything is selected, whether or not that counts.
    var isSelected: Bool { hasSelection.load(ordering: .relaxed) }

    var isActive: Bool {
        isSelected && runtime.value?.isOn(.focus) == true
    }

    var selected: [TopicPath] {
        selection.withLock { $0 }.sorted { $0.path.lexicographicallyPrecedes($1.path) }
    }

    func shouldSuppress(_ topicPath: TopicPath) -> Bool {
        isActive && !isSelected(topicPath)
    }

    func isFocused(_ topicPath: TopicPath) -> Bool {
        isActive && isSelected(topicPath)
    }

    /// Calls a handler whenever the selection has changed, with no lock held.
    func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        observers.add { handler() }
    }

    func focus(_ topicPath: TopicPath) {
        change { $0.insert(topicPath) }
    }

    func defocus(_ topicPath: TopicPath) {
        change { $0.remove(topicPath) }
    }

    /// Follows a feature to the path it has now.
    func rename(_ old: TopicPath, to new: TopicPath) {
        guard selection.withLock({ $0.contains(old) }) else { return }
        change { selection in
            if selection.remove(old) != nil { selection.insert(new) }
        }
    }

    func reset() {
        change { $0.removeAll() }
    }

    private func isSelected(_ topic: TopicPath) -> Bool {
        selection.withLock { selection in selection.contains { topic.matches($0) } }
    }

    private func change<Result>(_ body: (inout Set<TopicPath>) -> Result) {
        selection.withLock { selection in
            _ = body(&selection)
            hasSelection.store(!selection.isEmpty, ordering: .relaxed)
        }
        observers.notify(())
    }
}

/// The topics in focus, to the exclusion of everything else.
///
/// While something is selected, everything about it is logged, of everything else only errors are, and the timeline
/// has only actions of selected features. A topic is in focus if it, or one above it, is selected. It may be used from
/// any thread.
public protocol FocusSelection: AnyObject, Sendable {
    /// Whether anything is selected, and selections count.
    var isActive: Bool { get }

    /// The topics that are selected, in order of their paths, whether or not they count.
    var selected: [TopicPath] { get }

    /// Whether a topic is left out because others are in focus.
    func shouldSuppress(_ topicPath: TopicPath) -> Bool

    /// Whether a topic is in focus.
    func isFocused(_ topicPath: TopicPath) -> Bool

    /// Selects a topic with everything under it.
    func focus(_ topicPath: TopicPath)

    /// Takes a selected topic out again; after the last one everything is shown.
    func defocus(_ topicPath: TopicPath)

    /// Takes everything out.
    func reset()
}

extension FocusSelection {
    /// Whether a feature is left out because others are in focus.
    public func shouldSuppress(_ feature: FeatureDefinition.Type) -> Bool { shouldSuppress(feature.identifier) }

    /// Whether a feature is in focus.
    public func isFocused(_ feature: FeatureDefinition.Type) -> Bool { isFocused(feature.identifier) }

    /// Selects a feature with everything under it.
    public func focus(_ feature: FeatureDefinition.Type) { focus(feature.identifier) }

    /// Takes a selected feature out again.
    public func defocus(_ feature: FeatureDefinition.Type) { defocus(feature.identifier) }
}

extension FlintRuntime {
    /// The current focus of this runtime.
    public var focusSelection: any FocusSelection { focus }

    /// Calls a handler whenever the focus changes, until the token is canceled or released.
    ///
    /// It is called on the thread of the change, with no lock held.
    public func observeFocus(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        focus.observe(handler)
    }

    /// Whether a feature is left out of what is recorded, because others are in focus.
    ///
    /// Costs one load while nothing is selected.
    package func isSuppressedByFocus(_ path: @autoclosure () -> FeaturePath) -> Bool {
        focus.isSelected && focus.shouldSuppress(path())
    }
}

/// Keeps what is logged while the focus is on something.
///
/// ``FocusFeature`` gives it to both loggers. What is logged while nothing is in focus is left to the other outputs.
public final class FocusLogging: LoggerOutput {
    /// The newest ``FocusFeature/defaultMaxLogEvents`` lines, oldest first.
    public var history: [LogEvent] { log.lines }

    /// What is kept.
    let log: LogHistory<LogEvent>
    private let focus: FocusState

    init(focus: FocusState) {
        self.focus = focus
        log = LogHistory(capacity: FocusFeature.defaultMaxLogEvents)
    }

    /// Everything while the focus is on something, else nothing.
    public var threshold: LoggerLevel { focus.isActive ? .debug : .off }

    /// Keeps a line.
    public func log(event: LogEvent) {
        log.append { _ in event }
    }
}
