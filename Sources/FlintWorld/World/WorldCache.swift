// SPDX-License-Identifier: MIT

/// Keeps the world of an app up to date, at a cost proportional to the changes.
///
/// The first use lists the app. Afterward, each call to `world(of:reading:list:sync:)` makes one request, for the changes
/// since the previous call and for the declarations that are missing. All members can be called from any thread.
package final class WorldCache: Sendable {
    /// The last known world, or `nil` until the app is listed.
    private let known = Guarded<World?>(nil)

    package init() {}

    package func note(_ model: AppModel) {
        known.withLock { $0 = World(model: model) }
    }

    /// Applies changes since a revision, unless earlier changes are missing.
    package func note(_ changes: ModelChanges, since revision: Revision) {
        known.withLock { world in
            guard let last = world?.model.revision, revision <= last else { return }
            world?.apply(changes)
        }
    }

    /// Returns the present world of an app.
    ///
    /// - Parameters:
    ///   - features: The ids of the features of interest, or `nil` for all features. Declarations and facts of other
    ///     features may be missing.
    ///   - reading: Whether to read the facts of these features first whose sources do not announce changes.
    ///   - list: A closure that lists the app without reading facts.
    ///   - sync: A closure that returns what is new in the app.
    /// - Returns: The world.
    /// - Throws: The error of a closure.
    package func world<Failure>(
        of features: [String]?, reading: Bool, list: () throws(Failure) -> AppModel,
        sync: (Sync) throws(Failure) -> News
    ) throws(Failure) -> World {
        var reading = reading ? Sync.Reading(features: features) : nil
        while true {
            if known.withLock({ $0 == nil }) { note(try list()) }
            guard let world = known.withLock(\.self) else { continue }
            let ids = features.map { $0.flatMap(world.model.lineage) } ?? world.model.features.map(\.id)
            let want = Sync.Want(features: ids.filter { world.feature($0) == nil }, rest: features == nil)
            let revision = world.model.revision
            let news = try sync(Sync(since: revision, reading: reading, want: want))
            reading = nil
            let isComplete = known.withLock { known in
                // If the changes have expired, or features have moved, the app is listed again.
                guard let changes = news.changes else {
                    known = nil
                    return false
                }
                // Another thread may have received later changes, which must not be overwritten.
                guard let last = known?.model.revision, last <= changes.revision else { return false }
                known?.apply(changes)
                known?.add(news)
                // The declarations of registered features are still missing.
                return changes.registered.isEmpty
            }
            if isComplete, let world = known.withLock(\.self) { return world }
        }
    }
}

extension AppModel {
    /// Returns the ids of a feature and the groups above it, or an empty array for an unknown id.
    package func lineage(of id: String) -> [String] {
        var line: [String] = []
        var next = feature(id)
        while let feature = next, line.count < features.count {
            line.append(feature.id)
            next = feature.parent.flatMap(self.feature)
        }
        return line
    }
}
