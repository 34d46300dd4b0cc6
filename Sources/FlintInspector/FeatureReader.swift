// SPDX-License-Identifier: MIT

import FeatureGating
import FlintCore
import FlintWorld

/// Reads features from the runtime, either as lists or individually with an explanation.
///
/// The inspector creates this lightweight value for each read. Lists omit features whose registration has not
/// completed.
struct FeatureReader {
    private let runtime: FlintRuntime

    init(runtime: FlintRuntime) {
        self.runtime = runtime
    }

    // MARK: Lists

    /// Returns every feature, with each group before its children and siblings in order of registration.
    func summaries() -> [FeatureSummary] {
        let states = runtime.facts.featureStates
        var summaries: [FeatureSummary] = []
        // The last element is visited next, so siblings are added in reverse order.
        var pending = runtime.rootFeatures.reversed().map { (metadata: $0, parent: String?.none, depth: 0) }
        while let (metadata, parent, depth) = pending.popLast() {
            guard let summary = summary(of: metadata, parent: parent, depth: depth, states) else { continue }
            summaries.append(summary)
            guard metadata.isGroup else { continue }
            for child in runtime.features(under: metadata).reversed() {
                pending.append((child, summary.id, depth + 1))
            }
        }
        return summaries
    }

    func summaries(of features: [FeatureMetadata]) -> [FeatureSummary] {
        guard !features.isEmpty else { return [] }
        let states = runtime.facts.featureStates
        return features.compactMap { metadata in
            summary(
                of: metadata, parent: metadata.parent?.path.description, depth: metadata.ancestors.count, states)
        }
    }

    /// Returns the features' states, in the order of the nodes.
    ///
    /// A state takes a few bytes and requires no lookup.
    func states(of nodes: [NodeID]) -> [FeatureSummary.State] {
        guard !nodes.isEmpty else { return [] }
        let states = runtime.facts.featureStates
        return nodes.map { node in
            FeatureSummary.State(
                number: node.rawValue, isAvailable: states.verdict(of: node).boolValue,
                isOverridden: states.isOverridden(node))
        }
    }

    private func summary(
        of metadata: FeatureMetadata, parent: String?, depth: Int, _ states: FeatureStates
    ) -> FeatureSummary? {
        let (path, node, name) = metadata.listing
        // A feature without a node is still being registered and is announced afterward.
        guard let node else { return nil }
        let feature = metadata.feature
        return FeatureSummary(
            number: node.index, id: path.description, name: name, parent: parent, depth: depth,
            isVisible: feature.isVisible, isAvailable: states.verdict(of: node).boolValue,
            isOverridden: states.isOverridden(node))
    }

    func featureTexts() -> FeatureTexts {
        var texts = FeatureTexts()
        for metadata in runtime.features {
            guard let node = metadata.listing.node else { continue }
            texts.add(
                number: Int(node.index), description: metadata.feature.description,
                requirements: metadata.requirement.searchableTexts(wording: runtime.wording),
                actions: metadata.actions.map { ($0.id, $0.name) })
        }
        return texts
    }

    // MARK: Declarations

    func declarations(of features: [FeatureMetadata]) -> [DeclaredFeature] {
        let states = runtime.facts.featureStates
        return features.compactMap { metadata in
            summary(
                of: metadata, parent: metadata.parent?.path.description, depth: metadata.ancestors.count, states
            ).map { summary in
                var declaration = declaration(of: metadata, summary, metadata.requirement)
                declaration.entryPoints = entryPoints(of: metadata)
                return declaration
            }
        }
    }

    private func entryPoints(of metadata: FeatureMetadata) -> FeatureEntryPoints? {
        var points = FeatureEntryPoints(activityTypes: runtime.activityTypes(of: metadata))
        for scope in runtime.appRouteScopes(of: metadata) {
            switch scope {
            case .appAny: points.hasRoutesOfAnyScheme = true
            case .app(let scheme) where !points.urlSchemes.contains(scheme): points.urlSchemes.append(scheme)
            case .app, .universalAny, .universal: break
            }
        }
        return points.isEmpty ? nil : points
    }

    private func declaration(
        of metadata: FeatureMetadata, _ summary: FeatureSummary, _ requirement: Requirement<Condition>
    ) -> DeclaredFeature {
        let feature = metadata.feature
        var declared = DeclaredFeature(
            summary: summary, typeName: metadata.typeName, description: feature.description,
            conditional: metadata.isConditional, isGroup: metadata.isGroup, variation: feature.variation,
            actions: metadata.actions.map(action), userSettingDefault: metadata.constraints.mentionedSettingDefault,
            requirement: requirement)
        let effectTime = metadata.constraints.effectTime
        declared.takesEffect = effectTime == .now ? nil : effectTime
        declared.declaration = metadata.declaration.ifSpecified
        return declared
    }

    private func action(_ metadata: ActionMetadata) -> ActionSnapshot {
        // The metatype is interpolated, because `String(describing:)` searches the program for a way to describe it.
        let input = ActionInputSnapshot(
            type: "\(metadata.inputType)", isDecodable: metadata.isInputDecodable,
            fields: metadata.inputFields.map {
                InputFieldSnapshot(
                    name: $0.name, description: $0.description, isRequired: $0.isRequired, isSensitive: $0.isSensitive)
            })
        return ActionSnapshot(
            id: metadata.id, name: metadata.name, description: metadata.description, published: metadata.isPublished,
            input: metadata.takesInput ? input : nil,
            presenter: metadata.hasPresenter ? "\(metadata.presenterType)" : nil, location: metadata.location)
    }
}
