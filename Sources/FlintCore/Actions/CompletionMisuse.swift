/// A wrong use of a completion.
@usableFromInline
enum CompletionMisuse: Sendable, Hashable, CustomStringConvertible {
    /// It was answered more than once.
    case answeredTwice
    /// An answer was announced that can no longer be given.
    case abandoned

    /// Describes the wrong use of a completion without an owner.
    @usableFromInline var description: String { description(of: "A completion") }

    /// Describes the wrong use.
    ///
    /// - Parameter completion: Whose completion it is, as the subject of a sentence.
    /// - Returns: What is wrong, as a sentence.
    func description(of completion: String) -> String {
        switch self {
        case .answeredTwice:
            "\(completion) was called more than once; only the first answer counts."
        case .abandoned:
            "\(completion) was released unanswered after an answer had been announced; its caller waits for ever."
        }
    }
}
