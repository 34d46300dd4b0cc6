/// What somebody did wrong with a completion.
@usableFromInline
enum CompletionMisuse: Sendable, Hashable, CustomStringConvertible {
    /// It was answered although it had been.
    case answeredTwice
    /// An answer was announced that nobody can give any more.
    case abandoned

    /// What is wrong.
    @usableFromInline var description: String {
        switch self {
        case .answeredTwice: "A completion was called more than once; only the first answer counts."
        case .abandoned: "A completion was announced and then released unanswered; its caller waits for ever."
        }
    }
}
