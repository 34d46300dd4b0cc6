// SPDX-License-Identifier: MIT

import FlintLocks

/// The recent activities of a runtime, newest first.
///
/// ```swift
/// let last = FlintRuntime.current.activities.recent.first
/// if let last { Flint.continueActivity(activity: last, with: router) }
/// ```
///
/// Activities are stored in memory. Call ``save(toFileAt:)`` to preserve them across launches. All members can be
/// called from any thread.
public final class ActivityStore: Sendable {
    struct Content: Codable, Sendable, Equatable {
        static let kind = StateFileKind("activities")

        var activities: [Activity] = []
    }

    private struct State {
        var unsaved = Content()
        var current: Activity?
        var cache: StateCache<Content>?
        var capacity = ActivityStore.defaultCapacity
    }

    /// The number of activities that a store retains by default.
    public static let defaultCapacity = 50

    private let state = Protected(State())
    private let observers = ObserverList<Activity?>()

    init() {}

    /// The maximum number of activities to store, at least 1.
    ///
    /// ``recent`` never contains more activities than this. Excess activities are discarded when the next activity is
    /// published.
    public var capacity: Int {
        get { state.withLock { $0.capacity } }
        set { state.withLock { $0.capacity = max(1, newValue) } }
    }

    /// The recent activities, newest first.
    ///
    /// The list includes activities that could not be written to the file.
    public var recent: [Activity] {
        let (unsaved, cache, capacity) = state.withLock { ($0.unsaved.activities, $0.cache, $0.capacity) }
        let saved = cache?.content?.activities ?? []
        let all = unsaved + saved.filter { old in !unsaved.contains { old.isReplaced(by: $0) } }
        return Array(all.prefix(capacity))
    }

    /// The user's current activity.
    ///
    /// This is the activity published last, or `nil` if it was resigned or no activity has been published since launch.
    public var current: Activity? { state.withLock { $0.current } }

    /// A description of the problem with the file, or `nil` if the file is usable.
    public var problem: String? { state.withLock { $0.cache }?.problem }

    /// Saves activities in a JSON file, including activities that have already been published.
    ///
    /// The file is read when activities are first accessed, and written when the next activity is published.
    ///
    /// - Parameter path: The path of the file.
    public func save(toFileAt path: String) {
        state.withLock { $0.cache = StateCache(StateFile(path: path, kind: Content.kind, empty: Content())) }
    }

    /// Calls a handler whenever an activity is published or the current activity is resigned.
    ///
    /// - Parameter handler: A closure that receives the new current activity, or `nil` after a resignation. It is
    ///   called on the thread of the change, with no lock held.
    /// - Returns: A token that ends the observation when it is canceled or released.
    public func observe(_ handler: @escaping @Sendable (Activity?) -> Void) -> ObservationToken {
        observers.add(handler)
    }

    /// Clears ``current``, and notifies the observers.
    public func resignCurrent() {
        state.withLock { $0.current = nil }
        observers.notify(nil)
    }

    /// Removes all activities that satisfy a predicate.
    ///
    /// - Parameter predicate: A closure that returns `true` for each activity to remove.
    public func remove(where predicate: (Activity) -> Bool) {
        let (unsaved, cache) = state.withLock { ($0.unsaved.activities, $0.cache) }
        let dropped = unsaved.filter(predicate)
        // The predicate is the app's code, so it was called with no lock held. Activities that were added since remain.
        state.withLock { state in state.unsaved.activities.removeAll { dropped.contains($0) } }
        let saved = cache?.content?.activities.filter(predicate) ?? []
        guard !saved.isEmpty else { return }
        _ = try? cache?.apply { $0.activities.removeAll { saved.contains($0) } }
    }

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
        // If saving fails, it is retried when the next activity is published.
        guard (try? cache.apply({ $0.add(pending, capacity: capacity) })) != nil else { return }
        state.withLock { state in state.unsaved.activities.removeAll { pending.contains($0) } }
    }

    func reset() {
        observers.removeAll()
        state.withLock { $0 = State() }
    }
}

extension ActivityStore.Content {
    fileprivate mutating func add(_ newer: [Activity], capacity: Int) {
        activities.removeAll { old in newer.contains { old.isReplaced(by: $0) } }
        activities.insert(contentsOf: newer, at: 0)
        if activities.count > capacity { activities.removeLast(activities.count - capacity) }
    }
}

/// An observer that publishes an activity after each successful action that has activities.
///
/// The runtime adds the observer when the first such action is registered. An activity that cannot be created is
/// reported as an advisory.
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
            runtime.advise("No activity was published for \(FeatureType.name), \(ActionType.name): \(error)")
        }
    }
}
