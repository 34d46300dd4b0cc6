import FeatureGating

/// The numbers of answers that depend on one fact: mostly a single one, which takes no memory of its own.
struct AnswerList {
    private let first: FactID
    private var others: [FactID] = []

    /// Creates a list of one.
    init(_ first: FactID) {
        self.first = first
    }

    /// Adds an answer.
    mutating func append(_ answer: FactID) {
        others.append(answer)
    }

    /// The only answer, or `nil` if there are several.
    var only: FactID? { others.isEmpty ? first : nil }

    /// The answers in the order in which they were added.
    var all: [FactID] { [first] + others }
}

extension [FactKey: AnswerList] {
    /// Notes that an answer depends on a fact.
    mutating func add(_ answer: FactID, dependingOn key: FactKey) {
        if let index = index(forKey: key) {
            values[index].append(answer)
        } else {
            self[key] = AnswerList(answer)
        }
    }
}
