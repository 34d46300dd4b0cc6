#if RemoteFlags
    import FlintCore

    /// A flag's evaluation as it is written to a file.
    struct CachedFlag: Sendable, Codable, Equatable {
        var value: Bool?
        var reason: FlagReason
        var variant: String?
        var errorCode: FlagErrorCode?
        var errorMessage: String?
        var metadata: [String: String]?

        /// Writes an evaluation down.
        init(_ evaluation: FlagEvaluation) {
            value = evaluation.value
            reason = evaluation.reason
            variant = evaluation.variant
            errorCode = evaluation.errorCode
            errorMessage = evaluation.errorMessage
            metadata = evaluation.metadata.isEmpty ? nil : evaluation.metadata
        }

        /// The evaluation that was written down.
        var evaluation: FlagEvaluation {
            var evaluation = FlagEvaluation(value: false, reason: reason, variant: variant, metadata: metadata ?? [:])
            evaluation.value = value
            evaluation.errorCode = errorCode
            evaluation.errorMessage = errorMessage
            return evaluation
        }
    }
#endif
