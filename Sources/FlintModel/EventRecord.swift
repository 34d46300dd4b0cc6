// SPDX-License-Identifier: MIT

import FlintFoundation

/// An event in an app, as front ends show it and files store it.
package struct EventRecord: Sendable, Hashable, Identifiable {
    /// The part of a record that depends on the kind of event, with the cases of the engine's journal.
    package enum Content: Sendable, Hashable {
        case actionBegan(Execution)
        /// The duration is in seconds.
        case actionCompleted(Execution, outcome: Outcome, duration: Double)
        /// The blockers are the unmet requirements, with alternatives combined.
        ///
        /// They are `nil` in files of earlier versions.
        case requestDenied(Action, blockers: [Blocker]?)
        case factChanged(Change)
        /// An event about a product, or about the store itself.
        case storeEvent(product: FactReference?)
        case promptShown(Prompt)
        case promptAnswered(Prompt, outcome: Outcome)
        case flowBegan(featureID: String)
        case flowEnded(featureID: String, outcome: Outcome)
        /// The feature has a new identifier.
        ///
        /// Front ends and files treat the event as an advisory.
        case identifierChanged(featureID: String)
        case advisory
    }

    package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        case actionBegan = "action-began"
        case actionCompleted = "action-completed"
        case requestDenied = "request-denied"
        case factChanged = "fact-changed"
        case store
        case promptShown = "prompt-shown"
        case promptAnswered = "prompt-answered"
        case flowBegan = "flow-began"
        case flowEnded = "flow-ended"
        case advisory
    }

    package enum Outcome: String, Codable, Sendable, Hashable, CaseIterable {
        case success
        case failure
        case denied
    }

    package struct Detail: Codable, Sendable, Hashable {
        package var label: String
        package var value: String

        package init(label: String, value: String) {
            self.label = label
            self.value = value
        }
    }

    package struct Blocker: Codable, Sendable, Hashable {
        package var title: String
        package var status: RequirementStatus

        package init(title: String, status: RequirementStatus) {
            self.title = title
            self.status = status
        }
    }

    package struct Action: Sendable, Hashable {
        package var featureID: String
        package var id: String
        /// The display name, or `nil` in files of earlier versions.
        package var name: String?
        package var session: String?

        package init(featureID: String, id: String, name: String? = nil, session: String? = nil) {
            (self.featureID, self.id, self.name, self.session) = (featureID, id, name, session)
        }
    }

    package struct Execution: Sendable, Hashable {
        package var action: Action
        package var request: UInt
        package var stack: UInt64?
        package var source: String?
        package var userInitiated: Bool?
        package var input: String?
        package var inputInfo: [String: String]?

        package init(of action: Action, request: UInt) {
            (self.action, self.request) = (action, request)
        }
    }

    package struct Change: Sendable, Hashable {
        package let fact: FactRecord
        /// The feature that the fact belongs to.
        package let featureID: String?
        /// The effective value before the change.
        ///
        /// It is `nil` if the fact was reported for the first time, and in files of earlier versions.
        package let before: FactValue?
        /// Whether the actual value was unknown before the event, so that no known value has changed.
        package let isFirstValue: Bool
        /// The features whose availability changed with the fact.
        ///
        /// If a large number of features changed, the list contains only the first features. See ``featureCount``.
        package let features: [FeatureChange]
        /// The number of features whose availability changed, including unlisted ones.
        package let featureCount: Int

        package init(
            of fact: FactRecord, featureID: String? = nil, before: FactValue? = nil, isFirstValue: Bool = false,
            features: [FeatureChange] = [], featureCount: Int? = nil
        ) {
            (self.fact, self.featureID, self.before) = (fact, featureID, before)
            (self.isFirstValue, self.features) = (isFirstValue, features)
            self.featureCount = max(featureCount ?? 0, features.count)
        }

        /// The value before the change with the spelling of ``FactValue/exactText(of:)``.
        package var exactBefore: String? { before?.exactText(of: fact.key.kind) }
    }

    package struct Prompt: Sendable, Hashable {
        /// The permission, or `nil` in files of earlier versions.
        package var permission: FactReference?
        package var featureID: String?

        package init(permission: FactReference?, featureID: String? = nil) {
            (self.permission, self.featureID) = (permission, featureID)
        }
    }

    /// The sequence number of the event, which starts at 1.
    package var id: UInt64
    package var date: Date
    package var cause: String
    package var title: String
    package var content: Content
    package var details: [Detail]

    package init(
        id: UInt64, date: Date, cause: String, title: String, content: Content, details: [Detail] = []
    ) {
        (self.id, self.date, self.cause, self.title) = (id, date, cause, title)
        (self.content, self.details) = (content, details)
    }
}

extension EventRecord {
    package var kind: Kind {
        switch content {
        case .actionBegan: .actionBegan
        case .actionCompleted: .actionCompleted
        case .requestDenied: .requestDenied
        case .factChanged: .factChanged
        case .storeEvent: .store
        case .promptShown: .promptShown
        case .promptAnswered: .promptAnswered
        case .flowBegan: .flowBegan
        case .flowEnded: .flowEnded
        case .identifierChanged, .advisory: .advisory
        }
    }

    package var featureID: String? {
        switch content {
        case .actionBegan, .actionCompleted, .requestDenied: action?.featureID
        case .factChanged(let change): change.featureID
        case .promptShown(let prompt), .promptAnswered(let prompt, _): prompt.featureID
        case .flowBegan(let featureID), .flowEnded(let featureID, _), .identifierChanged(let featureID): featureID
        case .storeEvent, .advisory: nil
        }
    }

    package var action: Action? {
        if case .requestDenied(let action, _) = content { action } else { execution?.action }
    }

    package var execution: Execution? {
        switch content {
        case .actionBegan(let execution), .actionCompleted(let execution, _, _): execution
        case .requestDenied, .factChanged, .storeEvent, .promptShown, .promptAnswered, .flowBegan, .flowEnded,
            .identifierChanged, .advisory:
            nil
        }
    }

    package var outcome: Outcome? {
        switch content {
        case .actionCompleted(_, let outcome, _), .promptAnswered(_, let outcome), .flowEnded(_, let outcome): outcome
        case .requestDenied: .denied
        case .actionBegan, .factChanged, .storeEvent, .promptShown, .flowBegan, .identifierChanged, .advisory: nil
        }
    }

    /// The duration in seconds of a completed action.
    package var duration: Double? {
        if case .actionCompleted(_, _, let duration) = content { duration } else { nil }
    }

    package var blockers: [Blocker]? {
        if case .requestDenied(_, let blockers) = content { blockers } else { nil }
    }

    package var change: Change? {
        if case .factChanged(let change) = content { change } else { nil }
    }

    package var features: [FeatureChange] { change?.features ?? [] }

    /// The product of a store event, or the permission of a prompt.
    package var subject: FactReference? {
        switch content {
        case .storeEvent(let product): product
        case .promptShown(let prompt), .promptAnswered(let prompt, _): prompt.permission
        case .actionBegan, .actionCompleted, .requestDenied, .factChanged, .flowBegan, .flowEnded, .identifierChanged,
            .advisory:
            nil
        }
    }

    package var labeledValues: [Detail] {
        guard let execution else { return details }
        var values = [Detail(label: "Request", value: "#\(execution.request)")]
        func add(_ label: String, _ value: String?) {
            if let value { values.append(Detail(label: label, value: value)) }
        }
        add("Source", execution.source)
        add("User initiated", execution.userInitiated.map { $0 ? "yes" : "no" })
        add("Input", execution.input)
        for (name, value) in (execution.inputInfo ?? [:]).sorted(by: { $0.key < $1.key }) {
            add("Input \(name)", value)
        }
        return values + details
    }
}

extension EventRecord: Codable {
    private enum CodingKeys: CodingKey {
        case id, date, kind, session, cause, featureID, actionID, actionName, request, stack, source, userInitiated
        case input, inputInfo, title, outcome, duration, details, features, featureCount, blockers, fact, isFirstValue
        case subject, before
    }

    /// Decodes a record, and throws an error if its members contradict its kind.
    ///
    /// Members of a later version are ignored, and members that were added to the format may be absent.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        var expected: Set<CodingKeys> = []
        func required<Value: Decodable>(_ key: CodingKeys) throws -> Value {
            expected.insert(key)
            return try container.decode(Value.self, forKey: key)
        }
        func optional<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
            expected.insert(key)
            return try container.decodeIfPresent(Value.self, forKey: key)
        }
        func action() throws -> Action {
            Action(
                featureID: try required(.featureID), id: try required(.actionID), name: try optional(.actionName),
                session: try optional(.session))
        }
        func execution() throws -> Execution {
            var execution = Execution(of: try action(), request: try required(.request))
            (execution.stack, execution.source) = (try optional(.stack), try optional(.source))
            execution.userInitiated = try optional(.userInitiated)
            (execution.input, execution.inputInfo) = (try optional(.input), try optional(.inputInfo))
            return execution
        }
        func change() throws -> Change {
            let fact: FactRecord = try required(.fact)
            let before = try (optional(.before) as String?).map { text in
                guard let value = FactValue(exact: text, of: fact.key.kind) else {
                    throw DecodingError.dataCorruptedError(
                        forKey: .before, in: container,
                        debugDescription: "\(fact.key.kind.title) \(fact.key.identifier) cannot be \"\(text.excerpt)\"."
                    )
                }
                return value
            }
            return Change(
                of: fact, featureID: try optional(.featureID), before: before,
                isFirstValue: try optional(.isFirstValue) ?? false, features: try optional(.features) ?? [],
                featureCount: try optional(.featureCount))
        }
        func prompt() throws -> Prompt {
            Prompt(permission: try optional(.subject), featureID: try optional(.featureID))
        }
        (id, date, cause) = (try required(.id), try required(.date), try required(.cause))
        (title, details) = (try required(.title), try required(.details))
        let kind: Kind = try required(.kind)
        content =
            switch kind {
            case .actionBegan: .actionBegan(try execution())
            case .actionCompleted:
                .actionCompleted(
                    try execution(), outcome: try required(.outcome), duration: try required(.duration))
            case .requestDenied: .requestDenied(try action(), blockers: try optional(.blockers))
            case .factChanged: .factChanged(try change())
            case .store: .storeEvent(product: try optional(.subject))
            case .promptShown: .promptShown(try prompt())
            case .promptAnswered: .promptAnswered(try prompt(), outcome: try required(.outcome))
            case .flowBegan: .flowBegan(featureID: try required(.featureID))
            case .flowEnded: .flowEnded(featureID: try required(.featureID), outcome: try required(.outcome))
            case .advisory: try optional(.featureID).map(Content.identifierChanged) ?? .advisory
            }
        // The outcome of a denied request follows from its kind.
        let statedOutcome: Outcome? = try optional(.outcome)
        guard statedOutcome == outcome, expected.isSuperset(of: container.allKeys) else {
            throw DecodingError.dataCorruptedError(
                forKey: .kind, in: container,
                debugDescription: "The members of event \(id) contradict its kind, \"\(kind.rawValue)\".")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(date, forKey: .date)
        try container.encode(kind, forKey: .kind)
        try container.encode(cause, forKey: .cause)
        try container.encode(title, forKey: .title)
        try container.encode(details, forKey: .details)
        try container.encodeIfPresent(featureID, forKey: .featureID)
        try container.encodeIfPresent(action?.id, forKey: .actionID)
        try container.encodeIfPresent(action?.name, forKey: .actionName)
        try container.encodeIfPresent(action?.session, forKey: .session)
        try container.encodeIfPresent(execution?.request, forKey: .request)
        try container.encodeIfPresent(execution?.stack, forKey: .stack)
        try container.encodeIfPresent(execution?.source, forKey: .source)
        try container.encodeIfPresent(execution?.userInitiated, forKey: .userInitiated)
        try container.encodeIfPresent(execution?.input, forKey: .input)
        try container.encodeIfPresent(execution?.inputInfo, forKey: .inputInfo)
        try container.encodeIfPresent(outcome, forKey: .outcome)
        try container.encodeIfPresent(duration, forKey: .duration)
        try container.encodeIfPresent(blockers, forKey: .blockers)
        try container.encodeIfPresent(subject, forKey: .subject)
        guard let change else { return }
        try container.encode(change.fact, forKey: .fact)
        try container.encodeIfPresent(change.exactBefore, forKey: .before)
        if change.isFirstValue { try container.encode(true, forKey: .isFirstValue) }
        if !change.features.isEmpty { try container.encode(change.features, forKey: .features) }
        if change.featureCount > 0 { try container.encode(change.featureCount, forKey: .featureCount) }
    }
}
