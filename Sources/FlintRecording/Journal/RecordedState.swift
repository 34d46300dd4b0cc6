import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// Everything that a recording has of an app at one moment.
///
/// The state of a journal is that of a keyframe with the lines that follow it applied.
package struct RecordedState: Sendable {
    /// What is listed.
    package internal(set) var model = AppModel.empty
    /// The open action stacks.
    package internal(set) var stacks: [StackSnapshot] = []
    /// What commands had done.
    package internal(set) var history: [HistoryEntry] = []
    /// The last event that had happened; 0 for none.
    package internal(set) var event: UInt64 = 0
    /// When that was.
    package internal(set) var date = Date(timeIntervalSince1970: 0)
    /// Features that are explained as they were, for a report.
    var details: [String: FeatureSnapshot] = [:]

    private var features: [Int32: RecordedFeature] = [:]
    private var rows: [Int: RequirementState] = [:]
    private var explanations: [Int32: RecordedExplanation] = [:]
    /// Whether the lines are those of a keyframe.
    private var isListing = false
    private var keyframeEvent: UInt64 = 0

    /// Creates a state of which nothing is known.
    init() {}

    /// The features as they are declared, by number.
    var catalog: [RecordedFeature] { features.values.sorted { $0.summary.number < $1.summary.number } }

    // MARK: Following

    /// Applies a line.
    mutating func apply(_ line: JournalLine) {
        switch line {
        case .catalog(let catalog): apply(catalog)
        case .keyframe(let keyframe): begin(keyframe)
        case .state(let changes): model.apply(changes)
        case .rows(let rows): for row in rows { self.rows[row.id] = row.row.indentable }
        case .explanations(let list): for explanation in list { explanations[explanation.number] = explanation }
        case .stacks(let stacks): self.stacks = stacks
        case .history(let history): self.history = history
        case .ready: isListing = false
        case .event(let event): apply(event)
        case .journal, .log, .lost, .end: break
        }
    }

    private mutating func apply(_ catalog: RecordedCatalog) {
        if catalog.restarts { features = [:] }
        for var feature in catalog.features where feature.summary.number >= 0 {
            feature.summary.depth = min(max(0, feature.summary.depth), RequirementState.depthLimit)
            features[feature.summary.number] = feature
        }
        guard !isListing, !catalog.restarts else { return }
        var changes = ModelChanges(revision: model.revision)
        changes.registered = catalog.features.compactMap { features[$0.summary.number]?.summary }
        model.apply(changes)
    }

    private mutating func begin(_ keyframe: Keyframe) {
        isListing = true
        (rows, explanations, stacks, history) = ([:], [:], [], [])
        (event, date, keyframeEvent) = (keyframe.event, keyframe.date, keyframe.event)
        model = AppModel(
            revision: Revision(rawValue: keyframe.event), status: AppStatus(appName: ""),
            features: listOrder(), products: [], permissions: [], flags: [], overrides: [])
    }

    /// The features in an order in which groups come before what is in them: that of their numbers, which is that of
    /// registration, put in order by the tree.
    private func listOrder() -> [FeatureSummary] { catalog.map(\.summary) }

    private mutating func apply(_ event: EventRecord) {
        self.event = event.id
        date = event.date
        guard event.id > keyframeEvent, let features = event.features else { return }
        var changes = ModelChanges(revision: model.revision)
        changes.states = features.compactMap { change in
            guard let feature = model.feature(change.featureID) else { return nil }
            return FeatureSummary.State(
                number: feature.number, isAvailable: change.after, isOverridden: feature.isOverridden)
        }
        model.apply(changes)
    }

    // MARK: Questions

    /// Explains a feature; `nil` if there is none with the id.
    func detail(of featureID: String) -> FeatureSnapshot? {
        if let detail = details[featureID] { return detail }
        guard let summary = model.feature(featureID), let feature = features[summary.number] else { return nil }
        let explanation = explanations[summary.number]
        let requirements = explanation.map { $0.rows.compactMap { rows[$0] } } ?? []
        var detail = FeatureSnapshot(
            id: summary.id, typeName: feature.typeName, name: summary.name, description: feature.description,
            parent: summary.parent, depth: Int(summary.depth), conditional: feature.conditional,
            isGroup: feature.isGroup, visible: summary.isVisible, variation: feature.variation,
            available: summary.isAvailable, requirements: requirements,
            firstBlocking: explanation?.firstBlocking.flatMap { requirements.indices.contains($0) ? $0 : nil },
            unlockPlans: nil, actions: feature.actions, userToggle: explanation?.userToggle,
            runtimeSwitch: explanation?.runtimeSwitch)
        detail.platforms = feature.platforms
        return detail
    }

    /// What features can be found by.
    var texts: FeatureTexts {
        var texts = FeatureTexts()
        // Numbers are dense. A far higher one can only come from a damaged file, and is not worth the memory.
        for feature in catalog where feature.summary.number < features.count * 4 + 1_024 {
            texts.add(
                number: Int(feature.summary.number), description: feature.description,
                requirements: feature.requirements)
        }
        guard features.isEmpty else { return texts }
        for feature in model.features {
            guard let detail = details[feature.id] else { continue }
            let own = detail.requirements.filter { $0.inheritedFrom == nil && $0.kind.fact != nil }
            texts.add(
                number: Int(feature.number), description: detail.description,
                requirements: own.map { .init(kind: $0.kind, title: $0.title, key: $0.key) })
        }
        return texts
    }

    /// Returns the ids of the features with a requirement, their own or inherited, that satisfies a predicate.
    ///
    /// Requirements that features share are tested once.
    func features(with isMatch: (RequirementState) -> Bool) -> Set<String> {
        if features.isEmpty {
            return Set(details.values.filter { $0.requirements.contains(where: isMatch) }.map(\.id))
        }
        let matching = Set(rows.filter { isMatch($0.value) }.map(\.key))
        guard !matching.isEmpty else { return [] }
        return Set(
            explanations.values.lazy.filter { $0.rows.contains(where: matching.contains) }
                .compactMap { self.features[$0.number]?.summary.id })
    }

    /// The ids of the features that require a fact themselves, in order of registration.
    func usage(of fact: FactReference) -> [String] {
        if features.isEmpty {
            return model.features.map(\.id).filter { id in
                details[id]?.requirements.contains { $0.factReference == fact && $0.inheritedFrom == nil } == true
            }
        }
        let matching = Set(rows.filter { $0.value.factReference == fact && $0.value.inheritedFrom == nil }.keys)
        guard !matching.isEmpty else { return [] }
        return explanations.values.sorted { $0.number < $1.number }
            .filter { $0.rows.contains(where: matching.contains) }
            .compactMap { features[$0.number]?.summary.id }
    }
}

extension RequirementState {
    /// How deeply anything is nested at most, as far as it is shown.
    static let depthLimit: Int32 = 64

    /// The requirement with a depth that it can be indented by, whatever a damaged file has.
    fileprivate var indentable: RequirementState {
        var row = self
        row.depth = min(max(0, depth), Int(Self.depthLimit))
        return row
    }
}

extension RecordedState {
    /// Creates the state of a report.
    ///
    /// - Parameters:
    ///   - model: What is listed.
    ///   - details: Every feature explained.
    ///   - stacks: The open action stacks.
    ///   - history: What commands had done.
    ///   - event: The last event.
    ///   - date: When the report was made.
    init(
        model: AppModel, details: [FeatureSnapshot], stacks: [StackSnapshot], history: [HistoryEntry], event: UInt64,
        date: Date
    ) {
        (self.model, self.stacks, self.history, self.event, self.date) = (model, stacks, history, event, date)
        let details = details.map { detail in
            var detail = detail
            detail.depth = min(max(0, detail.depth), Int(RequirementState.depthLimit))
            detail.requirements = detail.requirements.map(\.indentable)
            return detail
        }
        self.details = Dictionary(details.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
}
