/// How an action says it ended.
public enum ActionPerformOutcome: Sendable, CustomStringConvertible {
    /// It did what it should.
    case success
    /// It did what it should, and the use of the feature is over.
    case successWithFeatureTermination
    /// It failed.
    case failure(error: any Error)
    /// It failed, and the use of the feature is over.
    case failureWithFeatureTermination(error: any Error)

    /// Whether it did what it should.
    public var isSuccess: Bool {
        switch self {
        case .success, .successWithFeatureTermination: true
        case .failure, .failureWithFeatureTermination: false
        }
    }

    /// Whether the use of the feature is over.
    public var endsFeature: Bool {
        switch self {
        case .successWithFeatureTermination, .failureWithFeatureTermination: true
        case .success, .failure: false
        }
    }

    /// The outcome without the word on the feature's use, as callers get it.
    public var simplifiedOutcome: ActionOutcome {
        switch self {
        case .success, .successWithFeatureTermination: .success
        case .failure(let error), .failureWithFeatureTermination(let error): .failure(error: error)
        }
    }

    /// The outcome in words.
    public var description: String {
        switch self {
        case .success: "success"
        case .successWithFeatureTermination: "success, feature ended"
        case .failure(let error): "failure: \(error)"
        case .failureWithFeatureTermination(let error): "failure, feature ended: \(error)"
        }
    }
}
