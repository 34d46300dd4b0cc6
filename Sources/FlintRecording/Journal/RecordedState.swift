// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintWorld

/// An app's state at one moment of a recording.
///
/// The state in a report is complete from the start. The state in a journal is built by applying a keyframe and the
/// lines that follow it.
package struct RecordedState: Sendable {
    package internal(set) var world = World()
    package var model: AppModel { world.model }
    package internal(set) var stacks: [StackSnapshot] = []
    package internal(set) var history: [HistoryEntry] = []
    /// The number of the last event that the state includes, or 0 before the first event.
    package internal(set) var event: UInt64 = 0
    /// The date of the last applied event, or of the keyframe or report.
    package internal(set) var date = Date(timeIntervalSince1970: 0)

    /// Whether the current lines are part of a keyframe.
    private var isListing = false
    private var keyframeEvent: UInt64 = 0

    init() {}

    // MARK: Updates

    mutating func apply(_ line: JournalLine) {
        switch line {
        case .catalog(let catalog): apply(catalog)
        case .keyframe(let keyframe): begin(keyframe)
        case .state(let changes): world.model.apply(changes)
        case .facts(let facts): world.set(facts)
        case .stacks(let stacks): self.stacks = stacks
        case .history(let history): self.history = history
        case .ready: isListing = false
        case .event(let event): apply(event)
        case .journal, .log, .lost, .end: break
        }
    }

    private mutating func apply(_ catalog: RecordedCatalog) {
        if catalog.restarts { world = World(model: model) }
        // Values that only a damaged file can contain are dropped or clamped.
        var declared = catalog.declared
        declared.features = declared.features.filter { $0.summary.number >= 0 }.map { feature in
            var feature = feature
            feature.summary.depth = min(max(0, feature.summary.depth), Self.depthLimit)
            return feature
        }
        world.add(declared)
        // After a restart, the next keyframe lists all features.
        guard !isListing, !catalog.restarts else { return }
        var changes = ModelChanges(revision: model.revision)
        changes.registered = declared.features.map(\.summary)
        world.model.apply(changes)
    }

    private mutating func begin(_ keyframe: Keyframe) {
        isListing = true
        (stacks, history) = ([], [])
        (event, date, keyframeEvent) = (keyframe.event, keyframe.date, keyframe.event)
        world.forgetFacts()
        // Features are in order of registration, in which groups precede their members. The tree sorts siblings.
        world.model = AppModel(
            revision: Revision(rawValue: keyframe.event), status: AppStatus(appName: ""),
            features: world.catalog.features.map(\.summary), products: [], permissions: [], flags: [], overrides: [])
        world.listOwnFacts()
    }

    static let depthLimit: Int32 = 64

    private mutating func apply(_ event: EventRecord) {
        self.event = event.id
        date = event.date
        // The keyframe's state already includes the effects of earlier events.
        guard event.id > keyframeEvent else { return }
        guard let change = event.change else { return }
        world.set([change.fact])
        guard !change.features.isEmpty else { return }
        var changes = ModelChanges(revision: model.revision)
        changes.states = change.features.compactMap { change in
            guard let feature = model.feature(change.featureID) else { return nil }
            return FeatureSummary.State(
                number: feature.number, isAvailable: change.after, isOverridden: feature.isOverridden)
        }
        world.model.apply(changes)
    }
}

extension RecordedState {
    init(world: World, stacks: [StackSnapshot], history: [HistoryEntry], event: UInt64, date: Date) {
        (self.world, self.stacks, self.history, self.event, self.date) = (world, stacks, history, event, date)
    }
}
