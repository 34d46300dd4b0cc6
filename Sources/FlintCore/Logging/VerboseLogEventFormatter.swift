/// Writes everything there is to say about a line, on one line.
///
/// ```
/// 2026-02-03 09:30:00.250 debug • main | Activity 'Playing' | Podcasts/Playback/#PlayAction | Began Play | State: 12
/// ```
///
/// Characters that would end the line or be taken by a terminal for more than text are written as in Swift's source,
/// so that no text can pass for another line.
public struct VerboseLogEventFormatter: LogEventFormattingStrategy {
    private let prefix: String?
    private let pattern: DatePattern

    /// Creates a formatter.
    ///
    /// - Parameters:
    ///   - prefix: What every line begins with.
    ///   - dateFormat: How the date is written, with `yyyy`, `yy`, `MM`, `dd`, `HH`, `mm`, `ss`, `SSS` and `Z`.
    public init(prefix: String? = nil, dateFormat: String = "yyyy-MM-dd HH:mm:ss.SSS") {
        self.prefix = prefix
        pattern = DatePattern(dateFormat)
    }

    /// Writes a line; never `nil`.
    public func format(_ event: LogEvent) -> String? {
        let context = event.context
        var parts = [
            "\(pattern.string(from: event.date)) \(event.level) • \(context.session)",
            "Activity '\(context.activity)'", context.topicPath.description, event.text,
        ]
        if let arguments = context.arguments { parts.append("State: \(arguments)") }
        if let prefix { parts[0] = "\(prefix) \(parts[0])" }
        return parts.joined(separator: " | ").withControlsEscaped
    }
}

extension String {
    /// The text with control characters, and what reorders text, written as in Swift's source.
    var withControlsEscaped: String {
        guard unicodeScalars.contains(where: \.needsEscape) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            if scalar.needsEscape {
                result += scalar.escaped(asASCII: true)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension Unicode.Scalar {
    /// Whether it does something else than to be shown.
    fileprivate var needsEscape: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        default: false
        }
    }
}
