import FeatureGating

/// The numbers of answers that depend on one fact: mostly a single one, which takes no memory of its own.
struct AnswerList {
    private var first: FactID?
    private var others: [FactID] = []

    /// Creates a list without answers.
    init() {}

    /// Adds an answer.
    mutating func append(_ answer: FactID) {
        if first == nil { first = answer } else { others.append(answer) }
    }

    /// The only answer; `nil` if there are several or none.
    var only: FactID? { others.isEmpty ? first : nil }

    /// The answers in the order in which they were added.
    var all: [FactID] { first.map { [$0] + others } ?? [] }
}
