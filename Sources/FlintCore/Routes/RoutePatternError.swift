/// What is wrong with a pattern that makes no sense.
struct RoutePatternError: Error, CustomStringConvertible {
    /// The pattern.
    let pattern: String
    /// What is wrong, as the rest of a sentence.
    let problem: String

    /// What is wrong and what to do.
    var description: String {
        "The pattern \"\(pattern)\" \(problem). Correct it; until then no URL is mapped by it."
    }
}
