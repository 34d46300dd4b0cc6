/// The recent activities of one runtime, newest first, to be listed and continued.
///
/// ```swift
/// let last = FlintRuntime.current.activities.recent.first
/// if let last { Flint.continueActivity(activity: last, with: router) }
/// ```
///
/// All members may be called from any thread.
public final class ActivityStore: Sendable {
    /// What the file holds.
    struct Content: Codable, Sendable, Equatable {
        static let kind = StateFileKind("activities")

        /// The activities, newest first.
        var activities: [Activity] = []
    }

    private struct State {
        /// What is not in a file.
        var unsaved = Content()
        var current: Activity?
        var cache: StateCache<Content>?
        var capacity = ActivityStore.defaultCapacity
    }

    /// The default of ``capacity``.
    public static let defaultCapacity = 50

    private let state = Protected(State())
    private let observers = ObserverList<Activity?>()

    init() {}

    /// The number of activities to keep, at least 1; older ones are removed with the next activity.
    ///
    /// Those that are too many go when the next one comes.
    public var capacity: Int {
        get { state.withLock { $0.capacity } }
        set { state.withLock { $0.capacity = max(1, newValue) } }
    }

    /// The activities that are kept, newest first.
    ///
    /// Where a file keeps them and cannot be written, those since then are not in it and still counted here.
    public var recent: [Activity] {
        let (unsaved, cache) = state.withLock { ($0.unsaved.activities, $0.cache) }
        let saved = cache?.content?.activities ?? []
        return unsaved + saved.filter { old in !unsaved.contains { old.isReplaced(by: $0) } }
    }

    /// What the person is doing now, as far as it is known: the activity that was published last, unless it was
    /// resigned.
    public var current: Activity? { state.withLock { $0.current } }

    /// The problem with the file, if any.
    public var problem: String? { state.withLock { $0.cache }?.problem }

    /// Keeps activities, including the present ones, in a JSON file.
    ///
    /// The file is read when activities are first needed, and not made before one is published.
    public func keep(inFileAt path: String) {
        state.withLock { $0.cache = StateCache(StateFile(path: path, kind: Content.kind, empty: Content())) }
    }

    /// Calls a handler whenever ``current`` has been set or resigned, until the token is cancelled or released.
    ///
    /// - Parameter handler: Called on the thread of the change, with no lock held.
    /// - Returns: Ends the observation when it is cancelled or released.
    public func observe(_ handler: @escaping @Sendable (Activity?) -> Void) -> ObservationToken {
        observers.add(handler)
    }

    /// Ends the current activity.
    public func resignCurrent() {
        state.withLock { $0.current = nil }
        observers.notify(nil)
    }

    /// Removes activities.
    ///
    /// - Parameter isUnwanted: Whether to forget one.
    public func remove(where isUnwanted: (Activity) -> Bool) {
        let (unsaved, cache) = state.withLock { ($0.unsaved.activities, $0.cache) }
        let dropped = unsaved.filter(isUnwanted)
        state.withLock { state in state.unsaved.activities.removeAll { dropped.contains($0) } }
        let saved = cache?.content?.activities.filter(isUnwanted) ?? []
        guard !saved.isEmpty else { return }
        _ = try? cache?.apply { $0.activities.removeAll { saved.contains($0) } }
    }

    /// Adds an activity as what the person is doing now.
    func publish(_ activity: Activity) {
        let (cache, capacity) = state.withLock { state in
            state.current = activity
            state.unsaved.add([activity], capacity: state.capacity)
            return (state.cache, state.capacity)
        }
        if let cache { save(to: cache, capacity: capacity) }
        observers.notify(activity)
    }

    private func save(to cache: StateCache<Content>, capacity: Int) {
        let pending = state.withLock { $0.unsaved.activities }
        guard (try? cache.apply({ $0.add(pending, capacity: capacity) })) != nil else { return }
        state.withLock { state in state.unsaved.activities.removeAll { pending.contains($0) } }
    }

    /// Forgets everything but what is in the file.
    func reset() {
        observers.removeAll()
        state.withLock { $0 = State() }
    }
}

extension ActivityStore.Content {
    /// Puts activities, newest first, in front of the others.
    fileprivate mutating func add(_ newer: [Activity], capacity: Int) {
        activities.removeAll { old in newer.contains { old.isReplaced(by: $0) } }
        activities.insert(contentsOf: newer, at: 0)
        if activities.count > capacity { activities.removeLast(activities.count - capacity) }
    }
}

/// Publishes an activity whenever an action that has them succeeds.
final class ActivityPublisher: ActionDispatchObserver {
    func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>
    ) {}

    func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
    ) {
        guard outcome.isSuccess, FeatureType.self != ActivitiesFeature.self, !ActionType.activityEligibility.isEmpty,
            ActivitiesFeature.isAvailable == true
        else { return }
        let runtime = request.runtime
        do {
            let activity = try runtime.activity(
                FeatureType.self, ActionType.self, input: request.context.input, webpageURL: nil)
            guard var activity else { return }
            activity.date = request.date
            runtime.activities.publish(activity)
        } catch {
            runtime.advise("No activity of \(FeatureType.name), \(ActionType.name) is published: \(error)")
        }
    }
}
