/// Records the output of a snippet; it replaces `print`, so that a snippet is written as in an article.
final class Output: @unchecked Sendable {
    private(set) var lines: [String] = []

    /// Records a line; called from one thread at a time.
    func callAsFunction(_ items: Any...) {
        lines.append(items.map { "\($0)" }.joined(separator: " "))
    }
}
