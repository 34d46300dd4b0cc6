import InspectorKit
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
    ///   - effect: The part of it about features, if there is one.
    ///   - columns: The cells it may take at most.
    ///   - ellipsis: The sign for what was cut off, one cell wide.
    /// - Returns: The sanitised text.
    static func fitted(_ message: String, effect: CommandEffect?, to columns: Int, ellipsis: String) -> String {
        let text = TextSanitizer.sanitized(message)
        let separator = CommandEffect.separator
        guard DisplayWidth.of(text) > columns, let effect,
            let place = text.firstRange(of: separator + TextSanitizer.sanitized(effect.words))
        else { return TextLayout.clipped(text, to: columns, ellipsis: ellipsis) }
        let changes = String(text[..<place.lowerBound])
        let note = text[place.upperBound...]
        let names = text[place].dropFirst(separator.count) + note
        let number = (effect.count == 1 ? "1 feature changes" : "\(effect.count) features change") + note
        for ending in [String(names), number] {
            let room = columns - DisplayWidth.of(ending) - separator.count
            guard room >= leastColumns else { continue }
            return shortened(changes, to: room, ellipsis: ellipsis) + separator + ending
        }
        return TextLayout.clipped(number, to: columns, ellipsis: ellipsis)
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
}
