/// Why a JSON document from outside is not decoded: what is wrong with it and where.
package struct JSONScanError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with a document.
    package enum Problem: Sendable, Hashable {
        /// It has more bytes than are allowed.
        case tooManyBytes(Int, limit: Int)
        /// It has more values than are allowed.
        case tooManyElements(limit: Int)
        /// More objects and arrays enclose a value than are allowed.
        case tooDeep(limit: Int)
        /// A number has more characters than are allowed.
        case tooManyDigits(limit: Int)
        /// A text has more combining marks in a row than are allowed.
        case tooManyMarks(limit: Int)
        /// It is not JSON, for a reason.
        case malformed(String)

        /// The problem and the limit, in a few words.
        fileprivate var text: String {
            switch self {
            case .tooManyBytes(let count, let limit): "it has \(count) bytes, more than the \(limit) that are allowed"
            case .tooManyElements(let limit): "it has more than \(limit) values"
            case .tooDeep(let limit): "it is nested more than \(limit) levels deep"
            case .tooManyDigits(let limit): "a number has more than \(limit) characters"
            case .tooManyMarks(let limit): "a text has more than \(limit) combining marks in a row"
            case .malformed(let reason): reason
            }
        }
    }

    /// What is wrong.
    package let problem: Problem
    /// The byte where the scan stopped, the first being 0.
    package let offset: Int
    /// The line of that byte, the first being 1.
    package let line: Int

    /// Whether the document may be JSON and only exceeds a limit.
    package var exceedsLimit: Bool {
        if case .malformed = problem { false } else { true }
    }

    /// What is wrong and where, as a sentence.
    package var sentence: String {
        exceedsLimit ? "This is more than is read: \(description)." : "This is not JSON: \(description)."
    }

    /// What is wrong and where, to stand after the name of the document.
    package var description: String {
        if case .tooManyBytes = problem { return problem.text }
        return "\(problem.text) (line \(line), byte \(offset))"
    }
}
