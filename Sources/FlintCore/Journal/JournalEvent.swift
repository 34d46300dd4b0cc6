// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLocks

/// An event in a runtime's journal.
///
/// Read events from ``Journal/events``, or observe them with ``Journal/observe(_:)``. The names of actions and features
/// are looked up when they are read, so they are current. In contrast, an event's fact values are the values at the
/// time of the event.
public struct JournalEvent: Sendable, Identifiable {
    /// The content of an event.
    ///
    /// Rare cases are indirect, so that the frequent action events remain small.
    public enum Kind: Sendable {
        /// An action is about to be performed.
        case actionBegan(ActionRecord)
        /// An action has completed. The duration is measured with a monotonic clock.
        case actionCompleted(ActionRecord, outcome: ActionPerformOutcome, duration: Duration)
        /// A request was denied because the feature is unavailable or declined the request.
        indirect case requestDenied(RequestDenial)
        /// The actual value, the override, or the waiting value of a fact has changed.
        indirect case factChanged(FactChange)
        /// A store event, followed by the events for the facts that it changes.
        indirect case storeEvent(StoreEvent)
        /// The system prompted the user for a permission.
        indirect case promptShown(SystemPermissionConstraint, feature: FeaturePath?)
        /// The user responded to the system's prompt.
        indirect case promptAnswered(SystemPermissionConstraint, status: SystemPermissionStatus, feature: FeaturePath?)
        /// An authorization flow began.
        indirect case flowBegan(feature: FeaturePath, permissions: [SystemPermissionConstraint])
        /// An authorization flow ended. The outstanding permissions are still missing.
        indirect case flowEnded(feature: FeaturePath, cancelled: Bool, outstanding: [SystemPermissionConstraint])
        /// The identifier of a feature has changed.
        ///
        /// The feature has moved into a group, or shares its name with a sibling.
        indirect case identifierChanged(typeName: String, old: FeaturePath, new: FeaturePath)
        /// The engine reports a mistake in how it is used.
        indirect case advisory(String)
    }

    /// The number of the event, starting at 1 and increasing by 1.
    public let id: UInt64
    /// The time of the event.
    public let date: Date
    /// The origin of the event, such as the user or the store.
    public let cause: Cause
    /// The content of the event, such as an action's completion or the change of a fact.
    public let kind: Kind
}

/// The journal's record of a performed action.
///
/// The events for the beginning and the end of an action share one record, which its action stack also contains. The
/// record stores descriptions of the input instead of the input itself. Names are looked up when they are read, so they
/// are current. Two records are equal if they describe the same request.
public final class ActionRecord: Sendable, Hashable {
    /// The number of the request, unique within the runtime.
    public let requestID: UInt
    /// The name of the session in which the action was performed.
    public let sessionName: String
    /// Whether the user initiated the action.
    public let userInitiated: Bool
    /// The source of the request, such as code or a URL.
    public let source: ActionSource
    /// A description of the input, or `nil` if the action takes no input.
    public let inputDescription: String?
    /// The input's properties by name, or `nil` if the input does not describe any.
    public let inputInfo: [String: String]?

    let action: ActionMetadata
    /// The number of the action stack that contains the action, or `nil` if action stacks are turned off.
    let stackID: UInt64?

    init(
        requestID: UInt, action: ActionMetadata, sessionName: String, userInitiated: Bool, source: ActionSource,
        inputDescription: String?, inputInfo: [String: String]?, stackID: UInt64?
    ) {
        self.requestID = requestID
        self.action = action
        self.sessionName = sessionName
        self.userInitiated = userInitiated
        self.source = source
        self.inputDescription = inputDescription
        self.inputInfo = inputInfo
        self.stackID = stackID
    }

    /// The path of the action's feature.
    public var feature: FeaturePath { action.feature.path }

    /// The display name of the feature.
    public var featureName: String { action.feature.name }

    /// The type name of the action.
    public var actionID: String { action.id }

    /// The display name of the action.
    public var actionName: String { action.name }

    var completionTitle: String { "The completion of \(actionID) in \(feature)" }

    /// Returns whether two values are the record of the same request.
    public static func == (lhs: ActionRecord, rhs: ActionRecord) -> Bool { lhs === rhs }

    /// Hashes the identity of the record.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// The journal's record of a denied request.
///
/// A denial stores the values that the feature's facts had at the time of the request. The ``explanation`` is computed
/// from these values each time it is read, so a denied request costs little more than a granted one.
public struct RequestDenial: Sendable {
    enum Reason: Sendable {
        case notRegistered(FeaturePath)
        case facts(DeniedFacts)
        /// The feature's own `request(_:)` denied the request although the requirements were met.
        case declined(DeniedFacts)
    }

    /// The name of the session, or `nil` if the request was not made through a session.
    public let sessionName: String?
    private let types: UncheckedSendable<(feature: FeatureDefinition.Type, action: any Action.Type)>
    private let reason: Reason

    init(feature: FeatureDefinition.Type, action: any Action.Type, sessionName: String?, reason: Reason) {
        // Metatypes are immutable and safe to use from any thread.
        types = UncheckedSendable((feature, action))
        self.sessionName = sessionName
        self.reason = reason
    }

    /// The path of the feature that declares the requested action.
    public var feature: FeaturePath {
        switch reason {
        case .notRegistered(let path): path
        case .facts(let facts), .declined(let facts): facts.basis.path
        }
    }

    /// The display name of the feature.
    public var featureName: String { types.value.feature.name }

    /// The type name of the action.
    public var actionID: String { TypeNames.short(types.value.action) }

    /// The display name of the action.
    public var actionName: String { types.value.action.name }

    /// The explanation of the denial, requirement by requirement.
    ///
    /// The explanation is based on the values of facts at the time of the request. It is computed on each access.
    public var explanation: AvailabilityExplanation {
        switch reason {
        case .notRegistered: .notRegistered(featureName)
        case .facts(let facts), .declined(let facts):
            ExplanationBuilder(facts.basis, values: facts.values).build()
        }
    }

    func summary(of explanation: AvailabilityExplanation) -> String {
        switch reason {
        case .notRegistered, .facts: explanation.summary
        case .declined: "the feature declined the request"
        }
    }
}

/// The facts that made a feature unavailable.
///
/// The values are read at one revision of the fact store, and are in the order in which the basis lists the facts.
/// Denials share this object until a fact changes or a feature moves, so the facts of a feature that is requested
/// repeatedly while it is unavailable are looked up once.
final class DeniedFacts: Sendable {
    let basis: ExplanationBasis
    let values: [Fact?]
    private let revision: UInt64

    init(_ basis: ExplanationBasis, values: [Fact?], revision: UInt64) {
        self.basis = basis
        self.values = values
        self.revision = revision
    }

    func isCurrent(at revision: UInt64) -> Bool { revision == self.revision && basis.moves == FeatureMetadata.moves }
}

/// An event in a store, with a time on the store's clock.
///
/// The simulated store reports renewals, refunds and similar events in this form. The journal records the event first,
/// followed by the changes to facts that result from it.
public struct StoreEvent: Sendable, Hashable, Codable {
    /// The product identifier, or `nil` if the event is about the store itself.
    public var productID: String?
    /// The product's display name, if the store knows it.
    public var productName: String?
    /// A description of the event without the product's name, such as "renewed until 2026-02-14".
    public var summary: String
    /// The time of the event on the store's clock.
    public var date: Date

    // The files of simulated devices contain events, so the keys must not change.
    private enum CodingKeys: String, CodingKey {
        case productID, productName
        case summary = "words"
        case date
    }

    package init(productID: String?, productName: String? = nil, summary: String, date: Date) {
        self.productID = productID
        self.productName = productName
        self.summary = summary
        self.date = date
    }
}
