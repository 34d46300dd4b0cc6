// swift-format-ignore-file
// The part of FoundationModels that the sources use, with its public signatures and no implementation, so that names and
// types are checked where FoundationModels is missing.

/// The system's language model.
public final class SystemLanguageModel: Sendable {
    /// Whether the model can be used.
    @frozen
    public enum Availability: Equatable, Sendable {
        /// The reason the model cannot be used.
        public enum UnavailableReason: Equatable, Sendable {
            case deviceNotEligible
            case appleIntelligenceNotEnabled
            case modelNotReady
        }

        case available
        case unavailable(UnavailableReason)
    }

    public static let `default` = SystemLanguageModel()

    public var availability: Availability { .available }
}
