/// How an action ended, as its caller is told.
public enum ActionOutcome: Sendable, Equatable {
    /// It did what it should.
    case success
    /// It failed.
    case failure(error: any Error)

    /// Two failures are equal if their errors are of the same type and read the same.
    public static func == (lhs: ActionOutcome, rhs: ActionOutcome) -> Bool {
        switch (lhs, rhs) {
        case (.success, .success): true
        case (.failure(let left), .failure(let right)):
            type(of: left) == type(of: right) && String(reflecting: left) == String(reflecting: right)
        default: false
        }
    }
}
