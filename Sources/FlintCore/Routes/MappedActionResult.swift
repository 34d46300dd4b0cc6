/// What came of a URL or an activity.
public enum MappedActionResult: Sendable, Equatable {
    /// An action was performed and did what it should.
    case success
    /// An action has begun and will answer later.
    case completingAsync
    /// No action could be performed, or it failed.
    case failure(error: (any Error)?)
    /// No feature has said that it takes such a thing.
    case noMappingFound
    /// The framework's feature that takes such things is not available.
    case featureDisabled

    /// Two failures are equal if their errors are of the same type and read the same.
    public static func == (lhs: MappedActionResult, rhs: MappedActionResult) -> Bool {
        switch (lhs, rhs) {
        case (.success, .success), (.completingAsync, .completingAsync), (.noMappingFound, .noMappingFound),
            (.featureDisabled, .featureDisabled), (.failure(nil), .failure(nil)):
            true
        case (.failure(let left?), .failure(let right?)):
            ActionOutcome.failure(error: left) == .failure(error: right)
        default: false
        }
    }
}
