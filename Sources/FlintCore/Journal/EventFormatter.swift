import FeatureGating

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Describes the events of a journal as front ends show them and files keep them.
package struct EventFormatter {
    private let runtime: FlintRuntime

    /// How many features an event names of those that a fact changed.
    private static let featureLimit = 100

    /// Creates a formatter for the events of a runtime.
    package init(runtime: FlintRuntime) {
        self.runtime = runtime
    }

    /// Returns the record of an event.
    package func record(of journalEvent: JournalEvent) -> EventRecord {
        var event = EventRecord(
            id: journalEvent.id, date: journalEvent.date, kind: .advisory, cause: journalEvent.cause.rawValue, title: ""
        )
        switch journalEvent.kind {
        case .actionBegan(let action):
            describe(action, in: &event)
            event.kind = .actionBegan
            event.title = "\(action.featureName): \(action.actionName) began"
        case .actionCompleted(let action, let outcome, let duration):
            describe(action, in: &event)
            event.kind = .actionCompleted
            event.title = "\(action.featureName): \(action.actionName)"
            event.outcome = outcome.isSuccess ? .success : .failure
            event.duration = duration.seconds
            add("Outcome", outcome.description, to: &event)
        case .requestDenied(let denial):
            describe(denial, in: &event)
        case .factChanged(let change):
            describe(change, in: &event)
            event.fact = FactRecord(key: change.key, fact: change.after)
        case .storeEvent(let storeEvent):
            describe(storeEvent, in: &event)
        case .promptShown(let permission, let feature):
            event.kind = .promptShown
            event.featureID = feature?.description
            event.title = "\(permission.description): the system asks"
        case .promptAnswered(let permission, let status, let feature):
            event.kind = .promptAnswered
            event.featureID = feature?.description
            event.title = "\(permission.description): answered, \(status.description)"
            event.outcome = status == .authorized ? .success : .denied
        case .flowBegan(let feature, let permissions):
            event.kind = .flowBegan
            event.featureID = feature.description
            event.title = "\(runtime.name(of: feature)): asking for \(list(permissions))"
        case .flowEnded(let feature, let cancelled, let outstanding):
            event.kind = .flowEnded
            event.featureID = feature.description
            event.outcome = outstanding.isEmpty && !cancelled ? .success : .denied
            let end = cancelled ? "cancelled" : "done"
            event.title =
                outstanding.isEmpty
                ? "\(runtime.name(of: feature)): permissions \(end), all granted"
                : "\(runtime.name(of: feature)): permissions \(end). Still missing: \(list(outstanding))"
        case .identifierChanged(let typeName, let old, let new):
            event.featureID = new.description
            event.title = "\(typeName) is identified as \(new) now; it was \(old)"
        case .advisory(let text):
            event.title = text
        }
        return event
    }

    private func describe(_ action: ActionRecord, in event: inout EventRecord) {
        event.session = action.sessionName
        event.featureID = action.feature.description
        event.actionID = action.actionID
        event.request = action.requestID
        event.stack = action.stackID
        event.source = action.source.rawValue
        event.userInitiated = action.userInitiated
        event.input = action.inputDescription
        event.inputInfo = action.inputInfo
    }

    private func describe(_ denial: RequestDenial, in event: inout EventRecord) {
        event.kind = .requestDenied
        event.session = denial.sessionName
        event.featureID = denial.feature.description
        event.actionID = denial.actionID
        event.outcome = .denied
        // Made from the facts of that moment, so it is made once.
        let explanation = denial.explanation
        event.title = "\(denial.featureName): \(denial.actionName) denied: \(denial.summary(of: explanation))"
        for row in explanation.requirements where !row.isHeading {
            let sign = row.status.rawValue
            let from = row.inheritedFrom.map { ", inherited from \(runtime.name(ofFeature: $0))" } ?? ""
            add(row.kind.rawValue, "\(row.title): \(row.value) (\(sign)\(from))", to: &event)
        }
    }

    private func describe(_ change: FactChange, in event: inout EventRecord) {
        event.kind = .factChanged
        event.title = title(of: change, at: event.date)
        event.featureID = change.key.feature?.description
        add(
            "Actual", "\(change.after.actual.displayText(for: change.key)), from \(change.after.source.rawValue)",
            to: &event)
        // An override that was just removed is described as well as a current one.
        if let override = change.after.override ?? change.before?.override {
            if change.after.override != nil {
                add("Override", "\(override.value.displayText(for: change.key)), by \(override.cause)", to: &event)
            }
            if let reason = override.reason { add("Reason", reason, to: &event) }
            if let expiry = override.expiry {
                let label = change.after.override == nil ? "Would have expired" : "Expires"
                add(label, expiry.displayText(at: event.date), to: &event)
            }
        }
        let (changes, count) = change.availabilityChanges(first: Self.featureLimit)
        guard count > 0 else { return }
        event.featureCount = count
        event.features = changes.map { changed in
            FeatureChange(
                featureID: changed.feature.description, featureName: runtime.name(of: changed.feature),
                before: changed.before.boolValue, after: changed.after.boolValue)
        }
    }

    /// What changed, from what to what, how long an override lasts and why it is there.
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
            let reason = override.reason.map { ", because of “\($0)”" } ?? ""
            let isSame = change.before?.override?.value == override.value
            return "\(title): overridden, \(isSame ? "still" : "\(from) →") \(to)\(expiry)\(reason)"
        case (.actual, nil) where from == to:
            return "\(title): still \(to), now from \(change.after.source.rawValue)"
        case (.actual, nil):
            return "\(title): \(from) → \(to)"
        case (.actual, _):
            return "\(title): \(change.after.actual.displayText(for: change.key)), hidden by the override"
        }
    }

    private func describe(_ storeEvent: StoreEvent, in event: inout EventRecord) {
        event.kind = .store
        let product = storeEvent.productID.map { productID in
            let known = runtime.product(withIdentifier: productID)?.name
            return known ?? storeEvent.productName ?? productID
        }
        event.title = "\(product ?? "Store"): \(storeEvent.words)"
        if let productID = storeEvent.productID { add("Product", productID, to: &event) }
        add("Store's clock", storeEvent.date.formatted(.iso8601), to: &event)
    }

    private func list(_ permissions: [SystemPermissionConstraint]) -> String {
        permissions.map(\.description).joined(separator: ", ")
    }

    private func add(_ label: String, _ value: String, to event: inout EventRecord) {
        event.details.append(EventRecord.Detail(label: label, value: value))
    }
}

extension EventRecord {
    /// The beginning or the end of an action as reports write it.
    var reportText: String {
        let verb = kind == .actionBegan ? "began" : "completed"
        var lines = [
            "\(ReportDate.text(date)): #\(request ?? 0) \(userInitiated == true ? "[User] " : "")\(verb) "
                + "\(actionID ?? "") of \(featureID ?? "") from \(source ?? ""), session \(session ?? "")"
        ]
        if let input { lines.append("  input: \(input)") }
        if let outcome = details.first(where: { $0.label == "Outcome" }) { lines.append("  outcome: \(outcome.value)") }
        return lines.map(\.withControlsEscaped).joined(separator: "\n")
    }
}

extension Duration {
    /// The duration in seconds.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}

extension FlintRuntime {
    /// A fact as people read it.
    package func title(of key: FactKey) -> String {
        key.title(product: { product(withIdentifier: $0)?.name }, feature: name(of:))
    }

    /// A feature as people read it: its name, or its path if it is not registered.
    package func name(of path: FeaturePath) -> String {
        metadata(at: path)?.feature.name ?? path.description
    }

    /// A feature as people read it: its name, or its id if it is not registered.
    package func name(ofFeature id: String) -> String {
        name(of: FeaturePath(stringLiteral: id))
    }
}
