// SPDX-License-Identifier: MIT

import FlintLocks

/// The focus selection of one runtime.
///
/// An atomic flag records whether the selection is empty, so a check costs one load while no topic is selected. The
/// selection has an effect only while ``FocusFeature`` is available. Observers are notified of each change with no lock
/// held.
final class FocusState: FocusSelection {
    private let runtime: WeakRuntimeReference
    private let selection = Protected<Set<TopicPath>>([])
    private let hasSelection = Atomic(false)
    private let observers = ObserverList<Void>()

    init(runtime: WeakRuntimeReference) {
        self.runtime = runtime
    }

    /// Whether a topic is selected, even if the selection has no effect.
    var isSelected: Bool { hasSelection.load(ordering: .relaxed) }

    var isActive: Bool {
        isSelected && runtime.value?.isActive(.focus) == true
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

    func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        observers.add { handler() }
    }

    func focus(_ topicPath: TopicPath) {
        change { $0.insert(topicPath) }
    }

    func defocus(_ topicPath: TopicPath) {
        change { $0.remove(topicPath) }
    }

    func rename(_ old: TopicPath, to new: TopicPath) {
        guard selection.withLock({ $0.contains(old) }) else { return }
        change { selection in
            if selection.remove(old) != nil { selection.insert(new) }
        }
    }

    func reset() {
        change { $0.removeAll() }
    }

    func removeAllObservers() {
        observers.removeAll()
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

/// The topics in focus.
///
/// While topics are selected, loggers write all lines about them but only errors about other topics, and the timeline
/// contains only the selected features' actions. A level of `.off` still suppresses all lines. A topic is in focus if
/// it, or a topic above it, is selected. The selection has an effect only while ``FocusFeature`` is available. It can
/// be used from any thread; get it from ``FlintRuntime/focusSelection``.
public protocol FocusSelection: AnyObject, Sendable {
    /// Whether a topic is selected and the selection has an effect.
    var isActive: Bool { get }

    /// The selected topics, sorted by path, even if the selection has no effect.
    var selected: [TopicPath] { get }

    /// Returns whether a topic is suppressed because other topics are in focus.
    ///
    /// The result is `false` for every topic while the selection has no effect.
    func shouldSuppress(_ topicPath: TopicPath) -> Bool

    /// Returns whether a topic is in focus.
    ///
    /// The result is `false` for every topic while the selection has no effect.
    func isFocused(_ topicPath: TopicPath) -> Bool

    /// Adds a topic and everything below it to the selection.
    ///
    /// Topics that are already selected remain selected.
    func focus(_ topicPath: TopicPath)

    /// Removes a topic from the selection.
    ///
    /// Once no topic is left, logs and the timeline include all topics again.
    func defocus(_ topicPath: TopicPath)

    /// Removes all topics from the selection.
    func reset()
}

extension FocusSelection {
    /// Returns whether a feature is suppressed because other topics are in focus.
    public func shouldSuppress(_ feature: FeatureDefinition.Type) -> Bool { shouldSuppress(feature.identifier) }

    /// Returns whether a feature or a group above it is in focus.
    public func isFocused(_ feature: FeatureDefinition.Type) -> Bool { isFocused(feature.identifier) }

    /// Adds a feature and everything below it to the selection.
    public func focus(_ feature: FeatureDefinition.Type) { focus(feature.identifier) }

    /// Removes a feature from the selection.
    public func defocus(_ feature: FeatureDefinition.Type) { defocus(feature.identifier) }
}

extension FlintRuntime {
    /// The topics in focus in this runtime.
    public var focusSelection: any FocusSelection { focus }

    /// Calls a handler after every change to the focus, until the token is canceled or released.
    ///
    /// The handler is called on the thread that makes the change, with no lock held.
    public func observeFocus(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        focus.observe(handler)
    }

    package func isSuppressedByFocus(_ path: @autoclosure () -> FeaturePath) -> Bool {
        focus.isSelected && focus.shouldSuppress(path())
    }
}

/// A log output that retains the lines written while a topic is in focus.
///
/// Every logger of a runtime writes to this output in addition to the outputs that the app sets. Read the lines from
/// ``history``, which stays available after the focus ends.
public final class FocusLogging: LoggerOutput {
    /// The newest ``FocusFeature/defaultMaxLogEvents`` lines, oldest first.
    public var history: [LogEvent] { log.lines }

    let log: LogHistory<LogEvent>
    private let focus: FocusState

    init(focus: FocusState) {
        self.focus = focus
        log = LogHistory(capacity: FocusFeature.defaultMaxLogEvents)
    }

    /// The level `.debug` while a topic is in focus, and `.off` otherwise.
    public var threshold: LoggerLevel { focus.isActive ? .debug : .off }

    /// Adds a line to the history.
    public func log(event: LogEvent) {
        log.append { _ in event }
    }
}
