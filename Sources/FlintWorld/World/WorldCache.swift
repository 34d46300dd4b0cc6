// SPDX-License-Identifier: MIT

import FlintLocks

/// Keeps the world of an app up to date, at a cost proportional to the changes.
///
/// The first use lists the app. Afterward, each call to `world(of:reading:list:sync:)` makes one request, for the
/// changes since the previous call and for the declarations that are missing. All members can be called from any
/// thread.
package final class WorldCache: Sendable {
    private struct Known {
        var world: World?
        /// The number of times that the app was listed.
        ///
        /// Each listing discards all declarations.
        var listings = 0

        mutating func replaceWorld(with model: AppModel) {
            world = World(model: model)
            listings += 1
        }
    }

    private let known = Protected(Known())

    package init() {}

    package func store(_ model: AppModel) {
        known.withLock { $0.replaceWorld(with: model) }
    }

    /// Applies changes since a revision, unless earlier changes are missing or the world is newer.
    package func apply(_ changes: ModelChanges, since revision: Revision) {
        known.withLock { known in
            guard let last = known.world?.model.revision, revision <= last, last <= changes.revision else { return }
            known.world?.apply(changes)
        }
    }

    /// Returns the current world of an app.
    ///
    /// Without features of interest, the world is complete. Otherwise, the declarations and facts of other features may
    /// be missing. If `reading` is `true`, the features' facts whose sources do not announce changes are read first.
    package func world<Failure>(
        of features: [String]?, reading: Bool, list: () throws(Failure) -> AppModel,
        sync: (Sync) throws(Failure) -> News
    ) throws(Failure) -> World {
        var reading = reading ? Sync.Reading(features: features) : nil
        while true {
            if known.withLock({ $0.world == nil }) { store(try list()) }
            let (known, listings) = self.known.withLock { ($0.world, $0.listings) }
            // Another thread has found that the app must be listed again.
            guard let known else { continue }
            let ids = features.map { $0.flatMap(known.model.lineage) } ?? known.model.features.map(\.id)
            let want = Sync.Want(features: ids.filter { known.feature($0) == nil }, rest: features == nil)
            let news = try sync(Sync(since: known.model.revision, reading: reading, want: want))
            // The facts are read only once, even if another request follows.
            reading = nil
            if let world = add(news, toListing: listings) { return world }
        }
    }

    private func add(_ news: News, toListing listings: Int) -> World? {
        known.withLock { known in
            // If the app was listed again, the request did not ask for all of the declarations that are missing now.
            guard known.listings == listings, let last = known.world?.model.revision else { return nil }
            guard let changes = news.changes else {
                // The changes have expired, or features have moved, so the app must be listed again.
                known.world = nil
                return nil
            }
            // Another thread may have received later changes, which must not be overwritten.
            guard last <= changes.revision else { return nil }
            known.world?.apply(changes)
            known.world?.add(news)
            // The declarations of registered features are still missing.
            return changes.registered.isEmpty ? known.world : nil
        }
    }
}

extension AppModel {
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
