/// What a snippet prints; it stands in for `print`, so that a snippet can be written as in an article.
final class Output: @unchecked Sendable {
    private(set) var lines: [String] = []

    /// Notes what is printed; called from one thread at a time.
    func callAsFunction(_ items: Any...) {
        lines.append(items.map { "\($0)" }.joined(separator: " "))
    }
}
