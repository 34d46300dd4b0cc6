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
