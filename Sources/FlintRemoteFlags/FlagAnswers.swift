#if RemoteFlags
    import FlintCore

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// The answers of a flag server that are in use, and how far they can be trusted.
    struct FlagAnswers: Sendable {
        /// How far answers can be trusted.
        enum Freshness: Sendable, Equatable {
            /// The server gave or confirmed them when it was asked last.
            case fresh
            /// They are from an earlier run, and the server has not been heard since.
            case cached
            /// The server could not be asked, for a reason.
            case stale(String)
        }

        /// What the server said, flag by flag.
        var evaluations: [FeatureKey: FlagEvaluation]
        /// What the server calls this state of its flags.
        var entityTag: String?
        /// When it was given or confirmed.
        var time: Date
        /// How far it can be trusted.
        var freshness: Freshness

        /// The evaluation of each flag: the values as given, with reasons that reflect their age.
        var presented: [FeatureKey: FlagEvaluation] {
            switch freshness {
            case .fresh: evaluations
            case .cached: presented(as: .cached, message: nil)
            case .stale(let message): presented(as: .stale, message: message)
            }
        }

        private func presented(as reason: FlagReason, message: String?) -> [FeatureKey: FlagEvaluation] {
            evaluations.mapValues { evaluation in
                guard evaluation.value != nil else { return evaluation }
                var evaluation = evaluation
                evaluation.reason = reason
                evaluation.errorMessage = message
                return evaluation
            }
        }
    }
#endif
