import TerminalKit

/// The message about a change, such as `Premium: overridden, purchased until removed; Playlists is available.`, fitted
/// into a line.
///
/// What was changed gives way first, then how; what it did to features is kept to the last, as names or as a number.
enum ResultText {
    /// The cells below which what was changed is not shortened as long as anything else can be.
    private static let leastColumns = 16

    /// Returns the message, or as much of it as fits.
    ///
    /// - Parameters:
    ///   - message: Any text; it is sanitised.
    ///   - columns: The cells it may take at most.
    ///   - ellipsis: The sign for what was cut off, one cell wide.
    /// - Returns: The sanitised text.
    static func fitted(_ message: String, to columns: Int, ellipsis: String) -> String {
        let text = TextSanitizer.sanitized(message)
        guard DisplayWidth.of(text) > columns, let (changes, effect) = parts(of: text) else {
            return TextLayout.clipped(text, to: columns, ellipsis: ellipsis)
        }
        for ending in [effect, counted(effect)] {
            let room = columns - DisplayWidth.of(ending) - 2
            guard room >= leastColumns else { continue }
            return shortened(changes, to: room, ellipsis: ellipsis) + "; " + ending
        }
        return TextLayout.clipped(counted(effect), to: columns, ellipsis: ellipsis)
    }

    /// Splits a message into what was changed and the effect; `nil` if it has no effect.
    private static func parts(of text: String) -> (changes: String, effect: String)? {
        let pieces = text.split(separator: "; ", omittingEmptySubsequences: false)
        guard pieces.count > 1, let effect = pieces.last, effect.contains(" is ") else { return nil }
        return (pieces.dropLast().joined(separator: "; "), String(effect))
    }

    /// What was changed in less room: with short names if that is enough, otherwise only its beginning.
    private static func shortened(_ changes: String, to columns: Int, ellipsis: String) -> String {
        let pieces = changes.split(separator: "; ").map { piece -> (name: String, rest: String) in
            guard let colon = piece.firstRange(of: ": ") else { return ("", String(piece)) }
            return (String(piece[..<colon.lowerBound]), String(piece[colon.lowerBound...]))
        }
        let rest = pieces.reduce(2 * (pieces.count - 1)) { $0 + DisplayWidth.of($1.rest) }
        let room = pieces.isEmpty ? 0 : (columns - rest) / pieces.count
        guard room >= 6 else { return TextLayout.clipped(changes, to: columns, ellipsis: ellipsis) }
        return pieces.map { TextLayout.clipped($0.name, to: room, ellipsis: ellipsis) + $0.rest }
            .joined(separator: "; ")
    }

    /// An effect as a number of features, with what follows its sentence.
    private static func counted(_ effect: String) -> String {
        let end = effect.firstRange(of: ". ")?.lowerBound ?? effect.endIndex
        let names = effect[..<end].split(separator: ", ")
        var count = names.count { $0.contains(" is ") }
        if let last = names.last, last.hasPrefix("and "), let more = Int(last.dropFirst(4).prefix { $0.isNumber }) {
            count += more
        }
        let tail = end == effect.endIndex ? "." : String(effect[end...])
        return (count == 1 ? "1 feature changes" : "\(count) features change") + tail
    }
}
