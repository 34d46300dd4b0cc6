/// One reading of a fact from its source.
///
/// Sources are asked with no lock held, so answers may arrive in another order than they were asked for. The numbers
/// of readings tell which was asked for last, and an older answer does not replace a newer one.
struct FactReading {
    /// Why the source is asked.
    enum Occasion {
        /// A feature that depends on the fact is being registered.
        case registration
        /// The source, or the app on its behalf, announced a change.
        case announcement
        /// The source announces nothing, and something is about to depend on the fact.
        case use
    }

    /// The number of the reading; a later one has a higher number.
    let number: UInt64
    /// Why the source is asked.
    let occasion: Occasion

    /// Replaces the number of the newest reading by a newer one; `false` if it is not newer.
    static func adopt(_ number: UInt64, newest: inout UInt64) -> Bool {
        guard newest < number else { return false }
        newest = number
        return true
    }
}

/// What a source answers about a fact.
struct FactAnswer {
    /// The actual value.
    let value: FactValue
    /// Who reports it.
    let source: FactSource
    /// Who is behind a change, unless the caller has declared another cause.
    var cause: Cause

    /// Creates an answer.
    init(_ value: FactValue, source: FactSource, cause: Cause) {
        self.value = value
        self.source = source
        self.cause = cause
    }
}
