// SPDX-License-Identifier: MIT

/// A state of an app in which expectations are checked or recorded: the current state or a persona.
package struct ExpectedState: Sendable {
    /// The state's name: ``Expectations/presentState`` or the name of a persona.
    package let name: String
    package let summary: String?
    package let world: World

    package init(name: String, summary: String? = nil, world: World) {
        (self.name, self.summary, self.world) = (name, summary, world)
    }

    package var model: AppModel { world.model }
    package var platform: String { model.status.platform.label }
}

extension Expectations {
    /// Compares an app with the expectations.
    ///
    /// The comparison explains each feature whose availability is not as expected or whose expected reasons are
    /// listed. States without expectations are ignored. `names` contains the names of all available states, for
    /// suggestions.
    package func compare(with states: [ExpectedState], of names: [String]) -> ExpectationReport {
        var unknown: [ExpectationReport.UnknownName] = []
        var strangers: [String: [String]] = [:]
        var compared: [ExpectationReport.State] = []
        for name in self.names {
            guard let expected = self.states[name] else { continue }
            guard let state = states.first(where: { $0.name == name }) else {
                unknown.append(
                    ExpectationReport.UnknownName(
                        kind: .persona, name: name, states: [name],
                        nearest: EditDistance.nearest(to: name, among: names)))
                continue
            }
            compared.append(expected.compare(with: state))
            for id in expected.features.keys where state.model.feature(id) == nil {
                strangers[id, default: []].append(name)
            }
        }
        let features = states.first?.model.features ?? []
        for (id, names) in strangers.sorted(by: { $0.key < $1.key }) {
            unknown.append(
                ExpectationReport.UnknownName(
                    kind: .feature, name: id, states: names, nearest: Self.nearest(to: id, in: features)))
        }
        let (proofs, unknownNames) = states.first?.world.proofs(of: properties) ?? ([], [])
        unknown += unknownNames
        let covered = Set(self.states.values.flatMap(\.features.keys))
        return ExpectationReport(
            states: compared, properties: proofs, unknown: unknown,
            uncovered: features.map(\.id).filter { !covered.contains($0) })
    }

    /// Returns the id of the feature that an unknown id most likely refers to.
    ///
    /// The last component of the id outweighs the path, because features are moved more often than renamed.
    private static func nearest(to id: String, in features: [FeatureSummary]) -> String? {
        func last(_ id: String) -> String { String(id.split(separator: "/").last ?? "") }
        let name = last(id)
        if let moved = features.first(where: { last($0.id) == name }) { return moved.id }
        let nearest = EditDistance.nearest(to: name, among: features.lazy.flatMap { [last($0.id), $0.name] })
        return nearest.flatMap { text in features.first { last($0.id) == text || $0.name == text }?.id }
    }

    package init(recording states: [ExpectedState]) {
        self.init()
        for state in states {
            var recorded = State()
            // The platform of a real machine is not recorded, because it differs between machines.
            let isFixed = state.name != Self.presentState || state.model.status.platform.note == PlatformState.simulated
            if isFixed, !state.platform.isEmpty { recorded.platform = state.platform }
            for feature in state.model.features {
                var expected = Feature(Availability(feature.isAvailable))
                if feature.isAvailable != true, let reasons = state.world.detail(of: feature.id)?.decidingReasons,
                    !reasons.isEmpty
                {
                    expected.because = reasons
                }
                recorded.features[feature.id] = expected
            }
            self.states[state.name] = recorded
        }
    }
}

extension Expectations.State {
    fileprivate func compare(with state: ExpectedState) -> ExpectationReport.State {
        var met: [String] = []
        var differences: [ExpectationReport.Difference] = []
        if let platform {
            if platform == state.platform {
                met.append("platform")
            } else {
                differences.append(
                    ExpectationReport.Difference(
                        id: nil, name: "platform", typeName: nil,
                        expected: ExpectationReport.Side(value: platform, because: nil),
                        found: ExpectationReport.Side(value: state.platform, because: nil), condition: nil,
                        declaration: nil,
                        notes: []))
            }
        }
        for summary in state.model.features {
            guard let expected = features[summary.id] else { continue }
            if let difference = expected.difference(from: summary, in: state.world) {
                differences.append(difference)
            } else {
                met.append("\(summary.name) (\(summary.id))")
            }
        }
        return ExpectationReport.State(
            name: state.name, platform: state.platform, count: met.count + differences.count,
            differences: differences, met: met)
    }
}

extension Expectations.Feature {
    fileprivate func difference(
        from summary: FeatureSummary, in world: World
    ) -> ExpectationReport.Difference? {
        let found = Expectations.Availability(summary.isAvailable)
        // A feature is explained only if necessary, because explaining every feature would take long.
        guard found != availability || because != nil else { return nil }
        let feature = world.detail(of: summary.id)
        let reasons = feature?.decidingReasons ?? []
        guard found != availability || because != reasons else { return nil }
        return ExpectationReport.Difference(
            id: summary.id, name: summary.name, typeName: feature?.typeName,
            expected: ExpectationReport.Side(value: availability.rawValue, because: because),
            found: ExpectationReport.Side(
                value: found.rawValue, because: found == .available ? nil : reasons,
                statements: feature?.decidingRequirements.map(\.statement) ?? []),
            condition: feature?.condition, declaration: feature?.declaration, notes: notes(on: feature, found: reasons))
    }

    /// Returns notes that explain how the actual reasons differ from the expected ones.
    ///
    /// A note explains each expected reason that is missing, or names the group that declares an unexpected reason. If
    /// there are no such notes, a note lists each unexpected reason.
    private func notes(on feature: FeatureSnapshot?, found reasons: [String]) -> [String] {
        guard let feature else { return [] }
        var notes: [String] = []
        for reason in because ?? [] where !reasons.contains(reason) {
            if let row = feature.requirements.first(where: { $0.reason == reason }) {
                let state = row.status == .satisfied ? "is met now" : "does not decide the availability"
                // A platform's statement mentions the current platform only if the platforms do not match.
                let value = row.kind == .platform && row.status == .satisfied ? ", and this is \(row.value)" : ""
                notes.append("\"\(reason)\" \(state): \(row.statement)\(value)")
            } else {
                notes.append("\"\(reason.excerpt)\" is not required")
            }
        }
        for row in feature.decidingRequirements where because?.contains(row.reason) != true {
            guard let owner = row.inheritedFrom else { continue }
            let note = "\"\(row.reason)\" is required by the group \(owner)"
            if !notes.contains(note) { notes.append(note) }
        }
        if notes.isEmpty, let because, !because.isEmpty {
            let unexpected = reasons.filter { !because.contains($0) }
            notes = unexpected.map { "\"\($0)\" also blocks the feature, which is not expected" }
        }
        return notes
    }
}
