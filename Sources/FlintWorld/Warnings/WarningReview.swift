// SPDX-License-Identifier: MIT

import FlintFoundation

struct WarningReview {
    private let world: World
    private let now: Date
    private let rules: WarningRules
    private(set) var result = GateWarnings.Review()

    private static var featureLimit: Int { 100 }

    init(of world: World, _ now: Date, _ rules: WarningRules) {
        (self.world, self.now, self.rules) = (world, now, rules)
    }

    private var model: AppModel { world.model }

    static func undeterminedFeatures(in model: AppModel) -> [String] {
        let features = model.features
        return features.indices.lazy.filter { features[$0].isAvailable == nil }.prefix(featureLimit)
            .map { features[$0].id }
    }

    private mutating func raise(_ warning: GateWarning) {
        if !rules.isAllowed(warning) { result.warnings.append(warning) }
    }

    /// Raises a warning if its state has lasted long enough, or else records the date on which the warning is due.
    private mutating func raise(_ warning: GateWarning, since start: Date) {
        guard !rules.isAllowed(warning) else { return }
        let due = start + Double(rules[warning.kind].seconds)
        if due <= now {
            var warning = warning
            warning.date = start
            result.warnings.append(warning)
        } else {
            result.next = min(result.next ?? due, due)
        }
    }

    private func name(of featureID: String) -> String { model.feature(featureID)?.name ?? featureID }

    // MARK: Events

    mutating func addEvents(of history: GateWarnings) {
        addFlaps(history)
        addFlagChanges(history)
        addPrompts(history)
        addRequests(history)
    }

    private mutating func addFlaps(_ history: GateWarnings) {
        let limit = rules[.flappingAvailability]
        // Every flag has an answer from each of the app's providers.
        let originators = [GateWarnings.app] + (model.flags.first?.answers.map(\.provider) ?? [])
        for (id, bursts) in history.flaps.sorted(by: { $0.key < $1.key }) {
            guard let burst = originators.compactMap({ bursts[$0] }).max(by: { $0.most < $1.most }),
                burst.most >= limit.count
            else { continue }
            raise(
                GateWarning(
                    kind: .flappingAvailability, featureID: id,
                    message: "The availability of \(name(of: id)) changed \(burst.most.counted("time")) within "
                        + limit.seconds.counted("second"),
                    date: burst.last?.date, event: burst.last?.event))
        }
    }

    private mutating func addFlagChanges(_ history: GateWarnings) {
        for (key, changes) in history.flagChanges.sorted(by: { $0.key < $1.key }) {
            let fact = FactReference(kind: .flag, key: key)
            let users = Set(world.usage(of: fact))
            // A request of a feature also depends on the flags of the groups above it.
            let decided = history.decisions.filter { !users.isDisjoint(with: model.lineage(of: $0.key)) }
            guard let first = decided.min(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else { continue }
            let later = changes.filter { $0.date >= first.value }
            guard later.count >= rules[.flagChangedInSession].count, let last = later.last else { continue }
            raise(
                GateWarning(
                    kind: .flagChangedInSession, fact: fact,
                    message: "\(model.title(of: fact)) changed \(later.count.counted("time")) after the first request "
                        + "of \(name(of: first.key)), which requires it",
                    date: last.date, event: last.event))
        }
    }

    private mutating func addPrompts(_ history: GateWarnings) {
        let limit = rules[.repeatedPrompt].count
        for (fact, prompts) in history.prompts.sorted(by: { $0.key.key < $1.key.key }) where prompts.count >= limit {
            raise(
                GateWarning(
                    kind: .repeatedPrompt, fact: fact,
                    message: "The user was prompted for \(model.title(of: fact)) \(prompts.count.counted("time"))",
                    date: prompts.last.date, event: prompts.last.event))
        }
    }

    private mutating func addRequests(_ history: GateWarnings) {
        let (denials, rate) = (rules[.alwaysDenied].count, rules[.frequentRequests])
        for (key, requests) in history.notableRequests {
            let action = world.feature(key.featureID)?.actions.first { $0.id == key.actionID }
            let title = "\(action?.name ?? key.actionID) of \(name(of: key.featureID))"
            if !requests.isPerformed, requests.denials >= denials {
                raise(
                    GateWarning(
                        kind: .alwaysDenied, featureID: key.featureID, actionID: key.actionID,
                        message: "\(title) was denied \(requests.denials.counted("time")) and never performed",
                        date: requests.last?.date, event: requests.last?.event))
            }
            if requests.burst.most >= rate.count {
                raise(
                    GateWarning(
                        kind: .frequentRequests, featureID: key.featureID, actionID: key.actionID,
                        message: "\(title) was requested \(requests.burst.most.counted("time")) within "
                            + rate.seconds.counted("second"),
                        date: requests.burst.last?.date, event: requests.burst.last?.event))
            }
        }
    }

    // MARK: States

    mutating func addStates(of history: GateWarnings, firstDate: Date?) {
        addFeatures(history)
        addOverrides(history, firstDate: firstDate)
        addFlows(history)
        let order = GateWarning.Kind.allCases
        result.warnings.sort { left, right in
            let (first, second) = (order.firstIndex(of: left.kind) ?? 0, order.firstIndex(of: right.kind) ?? 0)
            return (first, left.id) < (second, right.id)
        }
    }

    private mutating func addFeatures(_ history: GateWarnings) {
        let purchases = history.purchases.sorted().compactMap { model.products[$0] }
            .filter { $0.effective == .purchased }
            .map { (product: $0, users: world.usage(of: FactReference(kind: .purchase, key: $0.productID))) }
            .filter { !$0.users.isEmpty && $0.users.allSatisfy { model.feature($0)?.isAvailable != true } }
        let undetermined = Self.undeterminedFeatures(in: model)
        let ids = Array(Set(undetermined + purchases.flatMap(\.users)))
        guard !ids.isEmpty else { return }
        let details = Dictionary(ids.compactMap { world.detail(of: $0) }.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        let unreported = undetermined.compactMap { details[$0] }.compactMap { feature in
            feature.requirements.first(where: isUnreported).map { (feature, $0) }
        }
        guard !unreported.isEmpty || !purchases.isEmpty else { return }
        var dates: [FactReference: Date] = [:]
        for record in world.records(of: ids) {
            guard let fact = record.reference else { continue }
            dates[fact] = max(record.fact.since, record.fact.override?.since ?? .distantPast)
        }
        func lastChange(of ids: [String]) -> Date? {
            ids.flatMap { details[$0]?.requirements ?? [] }.compactMap { $0.factReference.flatMap { dates[$0] } }.max()
        }
        for (feature, requirement) in unreported {
            guard let start = lastChange(of: [feature.id]) else { continue }
            raise(
                GateWarning(
                    kind: .undeterminedFeature, featureID: feature.id,
                    message: "\(feature.name) is undetermined, because \(requirement.statement)"),
                since: start)
        }
        for (product, users) in purchases {
            guard let start = lastChange(of: users), let first = users.first.flatMap({ details[$0] }) else { continue }
            let reason = first.blockingRequirement.map { ". Blocked by: \($0.statement)" } ?? ""
            let others = (users.count - 1).counted("other feature")
            let subject = users.count == 1 ? "\(first.name) is" : "\(first.name) and \(others) are"
            raise(
                GateWarning(
                    kind: .purchaseWithoutEffect, fact: FactReference(kind: .purchase, key: product.productID),
                    message: "\(product.name) is purchased, but \(subject) not available\(reason)"),
                since: start)
        }
    }

    /// Returns whether a feature's own requirement depends on a value that its source should have reported.
    ///
    /// Permissions are excluded, because they are undetermined until the user is prompted. Consumable products are
    /// excluded, because the app decides what their balances unlock.
    private func isUnreported(_ requirement: RequirementState) -> Bool {
        guard requirement.status == .notDetermined, requirement.inheritedFrom == nil, requirement.override == nil,
            let kind = requirement.kind.fact
        else { return false }
        let isConsumable = requirement.key.flatMap { model.products[$0]?.type } == .consumable
        return kind != .permission && (kind != .purchase || !isConsumable)
    }

    private mutating func addOverrides(_ history: GateWarnings, firstDate: Date?) {
        for record in model.overrides where record.expiry == nil || record.expiry == .untilQuit {
            // An override without an event is older than the retained events.
            guard let start = history.overrideDates[record.identity] ?? firstDate else { continue }
            let author = record.source.map { " by \($0)" } ?? ""
            raise(
                GateWarning(
                    kind: .forgottenOverride, fact: record.identity,
                    message: "\(model.title(of: record.identity)) is overridden as \(record.value)\(author)"),
                since: start)
        }
    }

    private mutating func addFlows(_ history: GateWarnings) {
        for (id, step) in history.flows.sorted(by: { $0.key < $1.key }) {
            let stage =
                switch step.kind {
                case .began: "for a decision"
                case .prompted(let fact): "for the answer to the prompt for \(model.title(of: fact))"
                case .answered(let fact): "to continue after the prompt for \(model.title(of: fact))"
                }
            raise(
                GateWarning(
                    kind: .waitingFlow, featureID: id,
                    message: "The authorization flow of \(name(of: id)) waits \(stage)"),
                since: step.date)
        }
    }
}
