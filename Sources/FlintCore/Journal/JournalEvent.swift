#if canImport(FoundationEssentials)
    public import FoundationEssentials
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
        /// An action was asked for whose feature is not available.
        indirect case requestDenied(RequestDenial)
        /// A fact changed.
        indirect case factChanged(FactChange)
        /// Something happened at the store; what it changed, if anything, follows.
        indirect case storeEvent(StoreEvent)
        /// The system asked the user for a permission.
        indirect case promptShown(SystemPermissionConstraint, feature: FeaturePath?)
        /// The user answered.
        indirect case promptAnswered(SystemPermissionConstraint, status: SystemPermissionStatus, feature: FeaturePath?)
        /// An authorisation flow started.
        indirect case flowBegan(feature: FeaturePath, permissions: [SystemPermissionConstraint])
        /// An authorisation flow ended.
        indirect case flowEnded(feature: FeaturePath, cancelled: Bool, outstanding: [SystemPermissionConstraint])
        /// A feature has another identifier than before, because it moved into a group or shares its name with a sibling.
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
