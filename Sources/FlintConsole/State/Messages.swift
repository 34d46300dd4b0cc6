// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintTerminal
import FlintWorld

/// A message that reports the result of a command or an event.
///
/// The announcement takes the place of the newest event and disappears with the next key.
struct Announcement: Sendable, Hashable {
    enum Tone: Sendable, Hashable {
        case done
        case notice
        case problem
        case watched
    }

    var text: String
    var tone: Tone
    var change: CommandChange?
    /// The command line that makes the same change.
    ///
    /// It follows the text if both fit.
    var commandLine: String?
}

struct Message: Sendable, Hashable {
    let text: String
    let date: Date?
    let commandLines: [String]
}

struct Messages: Sendable {
    /// The date of the event that is being processed, or `nil` without a clock.
    var date: Date?
    var announcement: Announcement?
    /// The messages of the most recent commands, and messages that did not fit the window, oldest first.
    private(set) var recent: [Message] = []
    /// The report about watched items, until the next key.
    ///
    /// The result of the user's own command follows the report and would otherwise replace it.
    var report: String?
    static let limit = 50

    mutating func keep(_ text: String, commandLines: [String] = []) {
        if recent.count == Self.limit { recent.removeFirst() }
        recent.append(Message(text: text, date: date, commandLines: commandLines))
    }

    mutating func announce(_ text: String, _ tone: Announcement.Tone, columns: Int) {
        announcement = Announcement(text: text, tone: tone)
        // A line that is cut off can be read in the list of messages.
        if DisplayWidth.of(text) > columns, recent.last?.text != text { keep(text) }
    }

    mutating func announce(_ result: CommandResult, commandLines: [String] = []) {
        announcement = Announcement(
            text: result.message, tone: result.status == .done ? .done : .problem, change: result.change,
            commandLine: commandLines.count == 1 ? commandLines[0] : nil)
        // A report about watched items has its own line only until the result of the user's command arrives.
        guard let report else { return }
        announcement = Announcement(text: "\(report). \(result.message)", tone: .watched)
    }

    /// Removes the message about a change when another process or an expiry changes the app.
    ///
    /// The message may no longer be true. The newest event and its time are shown instead.
    mutating func removeOutdatedAnnouncement(after events: [EventRecord]) {
        guard announcement?.change != nil else { return }
        func isFromElsewhere(_ cause: Cause) -> Bool { cause == .saved || cause == .expiry || cause.namesProcess }
        if events.contains(where: { isFromElsewhere(Cause(rawValue: $0.cause)) }) { announcement = nil }
    }

    mutating func moveOn() { (announcement, report) = (nil, nil) }
}

extension ConsoleState {
    mutating func announce(_ text: String, _ tone: Announcement.Tone) {
        messages.announce(text, tone, columns: announcementColumns)
    }

    mutating func reject(_ reason: String, _ tone: Announcement.Tone = .notice) {
        outbox.append(.ring)
        announce(reason, tone)
    }

    mutating func listMessages() {
        let options = messages.recent.reversed().map { message in
            let time = message.date.map { TimestampFormatter.second(of: $0, in: environment.timeZone) + "  " }
            return ChoiceDialog.Option(
                title: (time ?? "") + message.text, intent: .read(message),
                details: message.commandLines.isEmpty ? message.text : message.commandLines.joined(separator: "; "),
                commandLines: message.commandLines)
        }
        offer("Messages", Array(options))
    }

    /// The problems with the files that store the app's state, and with the personas that are omitted from the matrix.
    var problems: [String] { model.status.problems + screens.matrix.problems }

    mutating func listProblems() {
        let options = problems.map { sentence in
            ChoiceDialog.Option(title: sentence, intent: .close, details: sentence)
        }
        offer("Problems with the app's files", options)
    }

    mutating func listWarnings() {
        let options = app.warnings.map { warning in
            let sentence = warning.sentence { TimestampFormatter.second(of: $0, in: environment.timeZone) }
            return ChoiceDialog.Option(
                title: sentence, note: warning.kind.rawValue, intent: intent(of: warning),
                details: "\(sentence). The rule is \(warning.kind.rawValue).")
        }
        offer("Warnings \(glyphs.dash) enter goes to the marked one", options)
    }

    private func intent(of warning: GateWarning) -> Intent {
        if let id = warning.featureID { return .goToFeature(id) }
        guard let fact = warning.fact else { return .close }
        if fact.kind.belongsToFeature { return .goToFeature(fact.key) }
        guard ConsoleScreen(listing: fact.kind) != nil else { return .close }
        return .goTo(overridable(fact))
    }
}
