#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// Something that happened in a runtime.
public struct JournalEvent: Sendable, Identifiable {
    /// What happened.
    ///
    /// What is rare is kept apart, so that an event of an action, of which there are many, is small.
    public enum Kind: Sendable {
        /// An action is about to be performed.
        case actionBegan(ActionRecord)
        /// An action has answered, after a time.
        case actionCompleted(ActionRecord, outcome: ActionPerformOutcome, duration: Duration)
        /// An action was requested whose feature is not available.
        indirect case requestDenied(RequestDenial)
        /// A fact changed.
        indirect case factChanged(FactChange)
        /// Something happened at the store; what it changed, if anything, follows.
        indirect case storeEvent(StoreEvent)
        /// The system asked the user for a permission.
        indirect case promptShown(SystemPermissionConstraint, feature: FeaturePath?)
        /// The user answered.
        indirect case promptAnswered(SystemPermissionConstraint, status: SystemPermissionStatus, feature: FeaturePath?)
        /// An authorization flow started.
        indirect case flowBegan(feature: FeaturePath, permissions: [SystemPermissionConstraint])
        /// An authorization flow ended.
        indirect case flowEnded(feature: FeaturePath, cancelled: Bool, outstanding: [SystemPermissionConstraint])
        /// A feature has another identifier than before, because it moved into a group or shares its name with a
        /// sibling.
        indirect case identifierChanged(typeName: String, old: FeaturePath, new: FeaturePath)
        /// The engine was used in a way its user should know about.
        indirect case advisory(String)
    }

    /// A number that grows by one from event to event, starting at 1.
    public let id: UInt64
    /// When it happened.
    public let date: Date
    /// Who is behind it.
    public let cause: Cause
    /// What happened.
    public let kind: Kind
}

/// What the journal keeps of one performed action.
///
/// Shared by the events of its beginning and its end and by its action stack. The names are those of now.
public final class ActionRecord: Sendable, Hashable {
    /// The number of the request, unique within the runtime.
    public let requestID: UInt
    /// The name of the session.
    public let sessionName: String
    /// Whether the user initiated the action.
    public let userInitiated: Bool
    /// Where the request came from.
    public let source: ActionSource
    /// A description of the input, or `nil` if the action takes none.
    public let inputDescription: String?
    /// The input's parts by name, if it has any.
    public let inputInfo: [String: String]?

    /// What is known of the action.
    let action: ActionMetadata
    /// The number of the action stack that lists it; `nil` if stacks are not kept.
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

    /// The path of the feature.
    public var feature: FeaturePath { action.feature.path }

    /// The feature's name for people.
    public var featureName: String { action.feature.name }

    /// The action's type name.
    public var actionID: String { action.id }

    /// The action's name for people.
    public var actionName: String { action.name }

    /// The action's completion as the subject of an advisory.
    var completionTitle: String { "The completion of \(actionID) in \(feature)" }

    /// The record of the same request.
    public static func == (lhs: ActionRecord, rhs: ActionRecord) -> Bool { lhs === rhs }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// What the journal keeps of a request that was not granted.
///
/// It keeps the values of the feature's facts at that moment. The explanation is made from them whenever it is read, so
/// that a denied request costs little more than a granted one.
public struct RequestDenial: Sendable {
    /// The reason as it was recorded.
    enum Reason: Sendable {
        /// The feature was not registered.
        case notRegistered(FeaturePath)
        /// The feature's requirements, with the values of the facts they are about.
        case facts(DeniedFacts)
        /// The feature's own `request(_:)`, although its requirements were met.
        case declined(DeniedFacts)
    }

    /// The name of the session, if the request was made through one.
    public let sessionName: String?
    private let types: UncheckedSendable<(feature: FeatureDefinition.Type, action: any Action.Type)>
    private let reason: Reason

    /// Records a denial.
    init(feature: FeatureDefinition.Type, action: any Action.Type, sessionName: String?, reason: Reason) {
        // Metatypes are immutable and safe to use from any thread.
        types = UncheckedSendable((feature, action))
        self.sessionName = sessionName
        self.reason = reason
    }

    /// The path of the feature.
    public var feature: FeaturePath {
        switch reason {
        case .notRegistered(let path): path
        case .facts(let facts), .declined(let facts): facts.basis.path
        }
    }

    /// The feature's name for people.
    public var featureName: String { types.value.feature.name }

    /// The action's type name.
    public var actionID: String { TypeNames.short(types.value.action) }

    /// The action's name for people.
    public var actionName: String { types.value.action.name }

    /// Why, requirement by requirement, as it was at that moment; made anew each time.
    public var explanation: AvailabilityExplanation {
        switch reason {
        case .notRegistered: .notRegistered(featureName)
        case .facts(let facts), .declined(let facts): ExplanationBuilder(facts.basis, values: facts.values).build()
        }
    }

    /// Returns the reason in one sentence.
    func summary(of explanation: AvailabilityExplanation) -> String {
        switch reason {
        case .notRegistered, .facts: explanation.summary
        case .declined: "the feature declines the request"
        }
    }
}

/// The facts a feature depends on, as they were when it was not available.
///
/// Denials share them for as long as no fact changes, so that a feature that is requested again and again while it is
/// not available does not have its facts looked up each time.
final class DeniedFacts: Sendable {
    /// What the explanation rests on besides the values.
    let basis: ExplanationBasis
    /// The facts that the basis names, in its order.
    let values: [Fact?]
    /// The revision of the fact store at which they are what they are.
    private let revision: UInt64

    /// Keeps the facts of a denial.
    init(_ basis: ExplanationBasis, values: [Fact?], revision: UInt64) {
        self.basis = basis
        self.values = values
        self.revision = revision
    }

    /// Whether they still are what they were at a revision of the fact store, and no feature has moved.
    func isCurrent(at revision: UInt64) -> Bool { revision == self.revision && basis.moves == FeatureMetadata.moves }
}

/// A description of something that happened at a store, at a moment of the store's own clock.
public struct StoreEvent: Sendable, Hashable, Codable {
    /// The product it is about; `nil` if it is about the store itself.
    public var productID: String?
    /// The product's name for people, if the store knows it.
    public var productName: String?
    /// What happened, such as "renewed until 2026-02-14".
    public var words: String
    /// When, by the store's clock.
    public var date: Date

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - productID: The product it is about, if it is about one.
    ///   - productName: The product's name for people, if the store knows it.
    ///   - words: What happened, without the product's name.
    ///   - date: When, by the store's clock.
    package init(productID: String?, productName: String? = nil, words: String, date: Date) {
        self.productID = productID
        self.productName = productName
        self.words = words
        self.date = date
    }
}
