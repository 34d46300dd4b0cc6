// SPDX-License-Identifier: MIT

/// A negotiation with a terminal about its optional features.
///
/// Each feature is turned on only after the terminal has confirmed that it supports the feature. The first query
/// follows the first frame, so no frame waits for an answer. If it asks for more than synchronized output, it ends with
/// a request for the terminal's device attributes, which practically every terminal answers. Their arrival shows that
/// the terminal understands queries and has answered the earlier ones. Only then does a second query ask for the
/// background color and the terminal's name, in sequences that a terminal without support could display.
///
/// The negotiation is a pure state machine over replies. Replies are untrusted: a reply without a query has no effect,
/// and a repeated reply does not send anything again.
struct TerminalNegotiation: Sendable {
    struct Request: OptionSet, Sendable {
        let rawValue: Int

        static let synchronizedOutput = Request(rawValue: 1 << 0)
        static let colorScheme = Request(rawValue: 1 << 1)
        static let notifications = Request(rawValue: 1 << 2)
        /// Escape sequences for all keys that would otherwise be ambiguous, in particular for Escape.
        static let keyboard = Request(rawValue: 1 << 3)
        static let links = Request(rawValue: 1 << 4)
    }

    private enum Stage: Sendable {
        case idle
        /// The first query has been sent.
        case modes
        /// The second query has been sent.
        case identity
        case complete
    }

    private enum Mode: CaseIterable, Sendable {
        case keyboard
        case focus
        case colorScheme

        var on: String {
            switch self {
            // The flags 1 and 4: unambiguous keys, with their position on a Latin keyboard.
            case .keyboard: "\u{1B}[>5u"
            case .focus: "\u{1B}[?1004h"
            case .colorScheme: "\u{1B}[?2031h\u{1B}[?996n"
            }
        }

        var off: String {
            switch self {
            case .keyboard: "\u{1B}[<u"
            case .focus: "\u{1B}[?1004l"
            case .colorScheme: "\u{1B}[?2031l"
            }
        }
    }

    private let request: Request
    private var stage = Stage.idle
    private var modes: Set<Mode> = []
    private(set) var synchronizesOutput = false
    private(set) var notification: NotificationSequence.Form?
    private(set) var showsLinks = false
    /// Whether the terminal is in focus, according to its latest report.
    ///
    /// Until the first report, the terminal counts as in focus, because the user has just started or resumed the
    /// program.
    private(set) var isInFocus = true

    init(_ request: Request) {
        self.request = request
    }

    var isPending: Bool { stage == .modes || stage == .identity }

    /// The sequence that turns on the confirmed modes again, such as after a suspension.
    var on: String { Mode.allCases.filter(modes.contains).map(\.on).joined() }

    /// The sequence that turns off the confirmed modes, and ends a link that a crash has left unfinished.
    var off: String {
        Mode.allCases.filter(modes.contains).map(\.off).joined() + (showsLinks ? "\u{1B}]8;;\u{1B}\\" : "")
    }

    mutating func begin() -> String {
        guard !request.isEmpty, stage == .idle || (stage == .complete && !hasSentinel && !synchronizesOutput) else {
            return ""
        }
        stage = .modes
        var bytes = ""
        if request.contains(.synchronizedOutput) { bytes += "\u{1B}[?2026$p" }
        if request.contains(.colorScheme) { bytes += "\u{1B}[?2031$p" }
        if request.contains(.notifications) { bytes += "\u{1B}[?1004$p" }
        if request.contains(.keyboard) { bytes += "\u{1B}[?u" }
        return hasSentinel ? bytes + Self.sentinel : bytes
    }

    mutating func resume() { isInFocus = true }

    mutating func handle(_ reply: TerminalReply) -> (bytes: String, event: TerminalEvent?) {
        switch reply {
        case .mode(let number, let state):
            // If the mode is either set (1) or reset (2), the terminal supports the mode and can change it.
            return (handle(mode: number, isSupported: state == 1 || state == 2), nil)
        case .keyboard: return (request.contains(.keyboard) ? turnOn(.keyboard) : "", nil)
        case .attributes: return (advance(), nil)
        case .name(let name):
            guard stage == .identity else { break }
            let terminal = KnownTerminal(answer: name)
            // Notifications are shown only if the terminal reports whether it is in focus.
            notification = modes.contains(.focus) ? terminal?.notification : nil
            showsLinks = request.contains(.links) && terminal != nil
        case .colorScheme(let scheme):
            if request.contains(.colorScheme) { return ("", .colorScheme(scheme)) }
        case .focus(let isInFocus):
            if modes.contains(.focus) { self.isInFocus = isInFocus }
        }
        return ("", nil)
    }

    private mutating func handle(mode: Int, isSupported: Bool) -> String {
        switch mode {
        case 2026 where request.contains(.synchronizedOutput):
            synchronizesOutput = isSupported
            if !hasSentinel { stage = .complete }
            return ""
        case 2031 where request.contains(.colorScheme): return isSupported ? turnOn(.colorScheme) : ""
        case 1004 where request.contains(.notifications): return isSupported ? turnOn(.focus) : ""
        default: return ""
        }
    }

    private mutating func turnOn(_ mode: Mode) -> String {
        // Nothing is sent in response to a late or repeated reply.
        isPending && modes.insert(mode).inserted ? mode.on : ""
    }

    /// Sends the second query after the answers to the first one, and completes after the answers to the second one.
    private mutating func advance() -> String {
        guard stage == .modes, hasSentinel else {
            if stage == .identity { stage = .complete }
            return ""
        }
        var bytes = ""
        // Without mode 2031, the color scheme is derived from the background color.
        if request.contains(.colorScheme), !modes.contains(.colorScheme) { bytes += "\u{1B}]11;?\u{1B}\\" }
        if modes.contains(.focus) || request.contains(.links) { bytes += "\u{1B}[>0q" }
        stage = bytes.isEmpty ? .complete : .identity
        return bytes.isEmpty ? "" : bytes + Self.sentinel
    }

    /// Whether a request for the device attributes ends each query.
    private var hasSentinel: Bool { !request.isSubset(of: .synchronizedOutput) }

    private static let sentinel = "\u{1B}[c"
}
