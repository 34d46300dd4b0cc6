// SPDX-License-Identifier: MIT

import FlintFoundation

/// The warnings about an app, derived from its events and its state.
///
/// ``add(_:)`` counts events as they arrive, at a constant cost for each. ``review(of:at:)`` also examines the app's
/// current state, and returns the warnings. The app records no data for them, so recordings have warnings too. The type
/// reads no clock. Granted requests are not recorded unless the action is performed, so they are not counted.
///
/// ```swift
/// var warnings = GateWarnings(WarningRules())
/// warnings.add(inspector.events(after: 0))
/// let review = inspector.review(&warnings, at: Date())
/// ```
package struct GateWarnings: Sendable {
    package struct Review: Sendable, Hashable {
        package var warnings: [GateWarning] = []
        /// The date on which the current state raises the next warning, or `nil` if only a change can raise one.
        package var next: Date?
    }

    struct Occurrence: Sendable, Hashable {
        var date: Date
        var event: UInt64
    }

    struct ActionKey: Sendable, Hashable {
        var featureID: String
        var actionID: String
    }

    struct Requests: Sendable {
        var burst = Burst()
        var denials = 0
        var isPerformed = false
        var last: Occurrence?

        /// Adds a request, and returns whether it may change the warnings.
        mutating func add(_ occurrence: Occurrence, isDenied: Bool, _ rules: WarningRules) -> Bool {
            let rate = rules[.frequentRequests]
            let isFrequent = burst.add(occurrence, within: rate.seconds) && burst.most >= rate.count
            if isDenied { (denials, last) = (denials + 1, occurrence) }
            let isFirst = !isDenied && !isPerformed
            if !isDenied { isPerformed = true }
            // Other requests cannot change the warnings. The first performed request ends a warning about denials.
            return isFrequent || (isDenied || isFirst) && denials >= rules[.alwaysDenied].count
        }
    }

    struct Prompts: Sendable {
        var count = 0
        var last: Occurrence
    }

    struct FlowStep: Sendable {
        enum Kind: Sendable, Hashable {
            case began
            case prompted(FactReference)
            case answered(FactReference)
        }

        var kind: Kind
        var date: Date
    }

    package let rules: WarningRules
    /// Whether events since the last review may have changed the warnings.
    package private(set) var isStale = true

    /// The changes of each feature's availability by originator.
    ///
    /// The app, the user, the system, and the store count as one originator, with the key ``app``.
    private(set) var flaps: [String: [String: Burst]] = [:]
    private(set) var requests: [ActionKey: Requests] = [:]
    /// For each feature, the date of the first recorded request of one of its actions.
    private(set) var decisions: [String: Date] = [:]
    /// The latest changes to the flags' actual values.
    private(set) var flagChanges: [String: [Occurrence]] = [:]
    private(set) var prompts: [FactReference: Prompts] = [:]
    private(set) var flows: [String: FlowStep] = [:]
    private(set) var purchases: Set<String> = []
    private(set) var overrideDates: [FactReference: Date] = [:]
    private var firstDate: Date?

    private static let changeLimit = 1_000
    /// The originators of changes that do not come from a developer's tool.
    private static let ownCauses = Set([Cause.app, .user, .system, .store].map(\.rawValue))
    static let app = Cause.app.rawValue

    package init(_ rules: WarningRules = WarningRules()) {
        self.rules = rules
    }

    // MARK: Events

    /// Counts new events, oldest first.
    package mutating func add(_ events: [EventRecord]) {
        for event in events { add(event) }
    }

    private mutating func add(_ event: EventRecord) {
        if firstDate == nil { firstDate = event.date }
        switch event.content {
        case .actionBegan(let execution): recordRequest(of: execution.action, event, isDenied: false)
        case .requestDenied(let action, _): recordRequest(of: action, event, isDenied: true)
        case .factChanged(let change): recordChange(change, event)
        case .promptShown(let prompt):
            guard let permission = prompt.permission else { return }
            let count = prompts[permission]?.count ?? 0
            prompts[permission] = Prompts(count: count + 1, last: Occurrence(event))
            step(.prompted(permission), of: prompt, at: event.date)
        case .promptAnswered(let prompt, _):
            if let permission = prompt.permission { step(.answered(permission), of: prompt, at: event.date) }
        case .flowBegan(let feature):
            flows[feature] = FlowStep(kind: .began, date: event.date)
            isStale = true
        case .flowEnded(let feature, _):
            flows[feature] = nil
            isStale = true
        case .actionCompleted, .storeEvent, .identifierChanged, .advisory: break
        }
    }

    private mutating func step(_ kind: FlowStep.Kind, of prompt: EventRecord.Prompt, at date: Date) {
        isStale = true
        guard let feature = prompt.featureID, flows[feature] != nil else { return }
        flows[feature] = FlowStep(kind: kind, date: date)
    }

    private mutating func recordRequest(of action: EventRecord.Action, _ event: EventRecord, isDenied: Bool) {
        if decisions[action.featureID] == nil {
            decisions[action.featureID] = event.date
            isStale = true
        }
        let key = ActionKey(featureID: action.featureID, actionID: action.id)
        let isRelevant = requests[key, default: Requests()].add(Occurrence(event), isDenied: isDenied, rules)
        if isRelevant { isStale = true }
    }

    private mutating func recordChange(_ change: EventRecord.Change, _ event: EventRecord) {
        isStale = true
        // Only the review can tell whether another originator is one of the app's flag providers or a tool.
        let originator = Self.ownCauses.contains(event.cause) ? Self.app : event.cause
        let period = rules[.flappingAvailability].seconds
        for change in change.features {
            flaps[change.featureID, default: [:]][originator, default: Burst()].add(Occurrence(event), within: period)
        }
        let record = change.fact
        guard let fact = record.reference else { return }
        // This also forgets an override that was removed.
        overrideDates[fact] = record.fact.override?.since
        switch record.key {
        case .featureFlag where record.fact.override == nil && record.fact.waiting == nil && !change.isFirstValue:
            // Removing an override changes the effective value, but not the date of the actual one.
            let occurrence = Occurrence(date: record.fact.since, event: event.id)
            guard flagChanges[fact.key]?.last?.date != occurrence.date else { return }
            flagChanges[fact.key, default: []].append(occurrence)
            if flagChanges[fact.key]?.count ?? 0 > Self.changeLimit { flagChanges[fact.key]?.removeFirst() }
        // The system may prompt again for a permission that was reset.
        case .permission where record.fact.actual == .permission(.notDetermined): prompts[fact] = nil
        case .purchase(let productID)
        where PurchaseStatus(record.fact.effective.truth) == .purchased && !change.isFirstValue:
            purchases.insert(productID)
        case .purchase, .pastPurchases, .permission, .userSetting, .runtimeSwitch, .featureFlag, .platform, .own: break
        }
    }

    // MARK: Review

    /// Returns the warnings about an app's events and its state.
    ///
    /// `now` is the current date or the date of a recorded moment. A state raises a warning only if the facts that it
    /// depends on have been unchanged for as long as the threshold.
    ///
    /// The world must belong to the app whose events were added, and contain the parts that ``needs(in:)`` returns.
    package mutating func review(of world: World, at now: Date) -> Review {
        isStale = false
        var review = WarningReview(of: world, now, rules)
        review.addEvents(of: self)
        review.addStates(of: self, firstDate: firstDate)
        return review.result
    }
}

extension GateWarnings.Occurrence {
    init(_ event: EventRecord) {
        self.init(date: event.date, event: event.id)
    }
}

/// The largest number of events within a period.
struct Burst: Sendable {
    private var recent: [Date] = []
    private(set) var most = 0
    /// The last event of the latest period with the largest number of events.
    private(set) var last: GateWarnings.Occurrence?

    /// Adds an event, and returns whether its period has at least as many events as any earlier period.
    @discardableResult
    mutating func add(_ occurrence: GateWarnings.Occurrence, within seconds: Int) -> Bool {
        // Earlier events are too old for this period and for all later ones.
        let end = recent.firstIndex { occurrence.date.timeIntervalSince($0) < Double(seconds) } ?? recent.count
        recent.removeSubrange(..<end)
        recent.append(occurrence.date)
        guard recent.count >= most else { return false }
        (most, last) = (recent.count, occurrence)
        return true
    }
}

extension GateWarnings {
    var notableRequests: [(key: ActionKey, value: Requests)] {
        let (denials, rate) = (rules[.alwaysDenied].count, rules[.frequentRequests].count)
        return requests.filter { _, requests in
            requests.burst.most >= rate || !requests.isPerformed && requests.denials >= denials
        }.sorted { ($0.key.featureID, $0.key.actionID) < ($1.key.featureID, $1.key.actionID) }
    }

    package func needs(in model: AppModel) -> Sync.Want {
        let ids = Set(WarningReview.undeterminedFeatures(in: model) + notableRequests.map(\.key.featureID))
        let facts =
            flagChanges.keys.map { FactReference(kind: .flag, key: $0) }
            + purchases.filter { model.products[$0]?.effective == .purchased }
            .map { FactReference(kind: .purchase, key: $0) }
        return Sync.Want(features: Set(ids.flatMap(model.lineage)).sorted(), dependents: facts)
    }
}

extension Inspector {
    /// Reviews the current state of the app, with one request for the declarations and facts that the review needs.
    ///
    /// If `now` is `nil`, the review is at the date of the recorded moment or, for a running app, at the current date.
    package func review(
        _ warnings: inout GateWarnings, at now: Date? = nil
    ) throws(MissingAnswer) -> GateWarnings.Review {
        let model = try readModel()
        let needs = warnings.needs(in: model)
        let world =
            needs.isEmpty
            ? World(model: model)
            : try world(of: needs.features, dependingOn: needs.dependents, in: model)
        return warnings.review(of: world, at: now ?? model.status.recording?.date ?? Date())
    }

    /// Returns the warnings about the app, or about the recorded moment, ordered by kind and subject.
    ///
    /// Without a date, the review is at the date of the recorded moment or of the call.
    package func warnings(
        _ rules: WarningRules = WarningRules(), at now: Date? = nil
    ) throws(MissingAnswer) -> [GateWarning] {
        var warnings = GateWarnings(rules)
        warnings.add(try events(after: 0))
        return try review(&warnings, at: now).warnings
    }
}
