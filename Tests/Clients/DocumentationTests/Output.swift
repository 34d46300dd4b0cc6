/// A recorder for the output of a snippet.
///
/// An instance named `print` replaces the standard function, so that a snippet reads exactly as in its article.
final class Output: @unchecked Sendable {
    private(set) var lines: [String] = []

    /// Records a line.
    ///
    /// Calls must not be concurrent.
    func callAsFunction(_ items: Any...) {
        lines.append(items.map { "\($0)" }.joined(separator: " "))
    }
}
