// SPDX-License-Identifier: MIT

import FeatureGating
import FlintFoundation

/// A formatter that converts journal events to the records that front ends display and journal files store.
///
/// A record contains the event's title and details as text. The formatter gets the current names of features and
/// products from its runtime. A record of a fact change lists at most 100 of the affected features, and states their
/// total number.
package struct EventFormatter {
    private let runtime: FlintRuntime

    private static let featureLimit = 100

    package init(runtime: FlintRuntime) {
        self.runtime = runtime
    }

    package func record(of journalEvent: JournalEvent) -> EventRecord {
        var event = EventRecord(
            id: journalEvent.id, date: journalEvent.date, cause: journalEvent.cause.rawValue, title: "",
            content: .advisory)
        switch journalEvent.kind {
        case .actionBegan(let action):
            event.title = "\(action.featureName): \(action.actionName) began"
            event.content = .actionBegan(EventRecord.Execution(action))
        case .actionCompleted(let action, let outcome, let duration):
            event.title = "\(action.featureName): \(action.actionName)"
            let recordedOutcome: EventRecord.Outcome
            switch outcome.simplifiedOutcome {
            case .success: recordedOutcome = .success
            case .failure(let error):
                recordedOutcome = .failure
                event.title += ": \(error)"
            }
            event.content = .actionCompleted(
                EventRecord.Execution(action), outcome: recordedOutcome, duration: duration.seconds)
            add("Outcome", outcome.description, to: &event)
        case .requestDenied(let denial): describe(denial, in: &event)
        case .factChanged(let change): describe(change, in: &event)
        case .storeEvent(let storeEvent): describe(storeEvent, in: &event)
        case .promptShown(let permission, let feature):
            event.title = "\(permission.description): prompt shown"
            event.content = .promptShown(EventRecord.Prompt(permission, for: feature))
        case .promptAnswered(let permission, let status, let feature):
            event.title = "\(permission.description): answered, \(status.description)"
            event.content = .promptAnswered(
                EventRecord.Prompt(permission, for: feature), outcome: status == .authorized ? .success : .denied)
        case .flowBegan(let feature, let permissions):
            event.title = "\(runtime.name(of: feature)): requesting \(joinedNames(of: permissions))"
            event.content = .flowBegan(featureID: feature.description)
        case .flowEnded(let feature, let cancelled, let outstanding):
            let end = cancelled ? "canceled" : "done"
            event.title =
                outstanding.isEmpty
                ? "\(runtime.name(of: feature)): permissions \(end), all granted"
                : "\(runtime.name(of: feature)): permissions \(end). Still missing: \(joinedNames(of: outstanding))"
            event.content = .flowEnded(
                featureID: feature.description, outcome: outstanding.isEmpty && !cancelled ? .success : .denied)
        case .identifierChanged(let typeName, let old, let new):
            event.title = "The identifier of \(typeName) changed from \(old) to \(new)"
            event.content = .identifierChanged(featureID: new.description)
        case .advisory(let text): event.title = text
        }
        return event
    }

    private func describe(_ denial: RequestDenial, in event: inout EventRecord) {
        // Computed once, because each access builds the explanation from the recorded facts.
        let explanation = denial.explanation
        event.title = "\(denial.featureName): “\(denial.actionName)” denied: \(denial.summary(of: explanation))"
        event.content = .requestDenied(
            EventRecord.Action(
                featureID: denial.feature.description, id: denial.actionID, name: denial.actionName,
                session: denial.sessionName),
            blockers: explanation.requirements.filter { $0.depth == 0 && $0.status != .satisfied }
                .map { EventRecord.Blocker(title: $0.title, status: $0.status) })
        for row in explanation.requirements where !row.isHeading {
            let from = row.inheritedFrom.map { ", inherited from \(runtime.name(ofFeature: $0))" } ?? ""
            add(row.kind.title, "\(row.title): \(row.value) (\(row.status.title)\(from))", to: &event)
        }
    }

    private func describe(_ change: FactChange, in event: inout EventRecord) {
        event.title = title(of: change, at: event.date)
        let (changes, count) = change.availabilityChanges(first: Self.featureLimit)
        event.content = .factChanged(
            EventRecord.Change(
                of: FactRecord(key: change.key, fact: change.after), featureID: change.key.feature?.description,
                before: change.before?.effective, isFirstValue: change.isFirstValue,
                features: changes.map { changed in
                    FeatureChange(
                        featureID: changed.feature.description, featureName: runtime.name(of: changed.feature),
                        before: changed.before.boolValue, after: changed.after.boolValue)
                }, featureCount: count))
        add(
            "Actual", "\(change.after.actual.displayText(for: change.key)), from \(change.after.source.rawValue)",
            to: &event)
        if let waiting = change.after.waiting {
            add("Waiting", "\(waiting.displayText(for: change.key)), from \(waiting.source.rawValue)", to: &event)
        }
        // An override that has just been removed is described like a current one.
        guard let override = change.after.override ?? change.before?.override else { return }
        if change.after.override != nil {
            add("Override", "\(override.value.displayText(for: change.key)), by \(override.cause)", to: &event)
        }
        if let reason = override.reason { add("Reason", reason, to: &event) }
        if let expiry = override.expiry {
            let label = change.after.override == nil ? "Would have expired" : "Expires"
            add(label, expiry.displayText(at: event.date), to: &event)
        }
    }

    private func title(of change: FactChange, at date: Date) -> String {
        let title = runtime.title(of: change.key)
        let before = change.before?.effective ?? change.after.actual
        let from = before.displayText(for: change.key)
        let to = change.after.effective.displayText(for: change.key)
        switch (change.layer, change.after.override) {
        case (.override, nil):
            return "\(title): override \(change.cause == .expiry ? "expired" : "removed"), \(to)"
        case (.override, let override?):
            let expiry = override.expiry.map { " " + $0.displayText(at: date) } ?? ""
            let reason = Override.displayText(forReason: override.reason)
            let isSame = change.before?.override?.value == override.value
            return "\(title): overridden, \(isSame ? "still" : "\(from) →") \(to)\(expiry)\(reason)"
        case (.waiting, _):
            let actual = change.after.actual.displayText(for: change.key)
            guard let waiting = change.after.waiting else { return "\(title): stays \(actual)" }
            return "\(title): still \(actual), \(waiting.displayText(for: change.key))"
        case (.actual, nil) where from == to:
            return "\(title): still \(to), now from \(change.after.source.rawValue)"
        case (.actual, nil):
            return "\(title): \(from) → \(to)"
        case (.actual, _):
            return "\(title): \(change.after.actual.displayText(for: change.key)), hidden by the override"
        }
    }

    private func describe(_ storeEvent: StoreEvent, in event: inout EventRecord) {
        let product = storeEvent.productID.map { productID in
            let known = runtime.product(withIdentifier: productID)?.name
            return known ?? storeEvent.productName ?? productID
        }
        event.title = "\(product ?? "Store"): \(storeEvent.summary)"
        if let productID = storeEvent.productID { add("Product", productID, to: &event) }
        event.content = .storeEvent(
            product: storeEvent.productID.flatMap { FactReference(.purchase(productID: $0)) })
        add("Store's clock", storeEvent.date.formatted(.iso8601), to: &event)
    }

    private func joinedNames(of permissions: [SystemPermissionConstraint]) -> String {
        permissions.map(\.description).joined(separator: ", ")
    }

    private func add(_ label: String, _ value: String, to event: inout EventRecord) {
        event.details.append(EventRecord.Detail(label: label, value: value))
    }
}

extension EventRecord.Execution {
    fileprivate init(_ record: ActionRecord) {
        self.init(
            of: EventRecord.Action(
                featureID: record.feature.description, id: record.actionID, name: record.actionName,
                session: record.sessionName),
            request: record.requestID)
        (stack, source, userInitiated) = (record.stackID, record.source.rawValue, record.userInitiated)
        (input, inputInfo) = (record.inputDescription, record.inputInfo)
    }
}

extension EventRecord.Prompt {
    fileprivate init(_ permission: SystemPermissionConstraint, for feature: FeaturePath?) {
        self.init(permission: FactReference(.permission(permission)), featureID: feature?.description)
    }
}

extension EventRecord {
    var reportText: String {
        guard let execution else { return title.withControlsEscaped }
        let (action, verb) = (execution.action, outcome == nil ? "began" : "completed")
        var lines = [
            "\(ReportDate.string(from: date)): #\(execution.request) "
                + "\(execution.userInitiated == true ? "[User] " : "")\(verb) \(action.id) of \(action.featureID) "
                + "from \(execution.source ?? ""), session \(action.session ?? "")"
        ]
        if let input = execution.input { lines.append("  input: \(input)") }
        if let outcome = details.first(where: { $0.label == "Outcome" }) { lines.append("  outcome: \(outcome.value)") }
        return lines.map(\.withControlsEscaped).joined(separator: "\n")
    }
}

extension Duration {
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}

extension FlintRuntime {
    package func title(of key: FactKey) -> String {
        key.title(wording(of: key), feature: name(of:))
    }

    package func name(of path: FeaturePath) -> String {
        metadata(at: path)?.feature.name ?? path.description
    }

    package func name(ofFeature id: String) -> String {
        name(of: FeaturePath(stringLiteral: id))
    }
}
