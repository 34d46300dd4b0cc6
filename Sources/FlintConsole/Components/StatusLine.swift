// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The line at the top of the screen with the app, its available features, and a warning if the screen is not live.
///
/// For a running app, the left side shows the app's name, the platform, the number of available features, the number of
/// overrides, the number of warnings, and the focus. Features that are hidden from users are not counted. The right
/// side shows the app's activity, the background work, and the number of problems. A banner replaces the line for a
/// disconnected app, a what-if session, or a recording. In a narrow window, the less important parts are shortened or
/// omitted; the overrides, the warnings, the focus, a recording of changes, and paused work are only shortened. The
/// ``TabLine`` shows the activity if there is too little room.
struct StatusLine {
    let left: StyledLine
    private(set) var right: StyledLine
    let areas: [ClickArea]
    private(set) var showsActivity = false

    init(_ state: ConsoleState) {
        let model = state.model
        let columns = state.environment.size.columns
        var name = TextLayout.clipped(state.shownTitle, to: max(8, columns / 4), ellipsis: state.glyphs.ellipsis)
        let mark = Self.productionMark(state)
        let access = Self.access(state)
        let shortCount =
            state.screens.features.showsHidden
            ? "\(model.availableCount) of \(model.features.count)"
            : "\(model.visibleAvailableCount) of \(model.visibleCount)"
        var count = "\(shortCount) available"
        if let disconnection = model.status.disconnection {
            left = mark.adding(state.app.missing[.state] == nil ? " DISCONNECTED " : " NO STATE ", .current)
                .adding("  \(disconnection)", .banner)
            right = StyledLine()
            areas = []
            return
        }
        if let whatIf = state.app.whatIf {
            left = mark.adding(Self.banner(whatIf, count: count, in: state))
            right = StyledLine()
            areas = [ClickArea(columns: 0..<left.width, action: .command(.whatIf))]
            return
        }
        if let moment = model.status.recording {
            left = Self.banner(moment, count: count, in: state)
            right = StyledLine()
            areas = []
            return
        }
        var (overrides, warnings) = (Self.differences(state), Self.warnings(state))
        func needed() -> Int {
            [" \(name)", access, count, overrides, warnings].filter { !$0.isEmpty }
                .reduce(mark.width) { $0 + DisplayWidth.of($1) + 3 }
        }
        var ending = Self.right(state, columns: columns - needed())
        let shortest = needed() - DisplayWidth.of(count) + shortCount.utf8.count
        // Even the short count leaves too little room, so the other parts are shortened as well.
        if shortest + Self.focusWidth(state) + ending.line.width > columns {
            count = shortCount
            (overrides, warnings) = (Self.differences(state, isShort: true), Self.warnings(state, isShort: true))
            name = TextLayout.clipped(name, to: 8, ellipsis: state.glyphs.ellipsis)
            ending = Self.right(state, columns: columns - needed() - Self.focusWidth(state), isShort: true)
        }
        let neededForAll = needed()
        right = ending.line
        // The right side, which includes the number of problems, is drawn only if all of it fits. The short count makes
        // room for it and for the focus.
        let focusWidth = Self.focusWidth(state)
        let fits =
            focusWidth > 0
            ? neededForAll + focusWidth + right.width <= columns : neededForAll - 3 + right.width < columns
        if !fits { count = shortCount }
        let focus = Self.focus(state, columns: columns - needed() - right.width - 3)
        var room = columns - neededForAll - right.width - 3 - (focus.isEmpty ? 0 : DisplayWidth.of(focus) + 3)
        var line = mark.adding(" \(name)", .current)
        if !access.isEmpty { line.append("   \(access)", .banner) }
        var areas = ending.areas
        func add(_ action: ClickArea.Action, from start: Int) {
            areas.append(ClickArea(columns: start..<line.width, action: action))
        }
        if room < 8, count != shortCount, model.override(of: .platform) != nil {
            room += count.utf8.count - shortCount.utf8.count
            count = shortCount
        }
        if room >= 8 {
            let platform = TextLayout.clipped(
                model.status.platform.description, to: room, ellipsis: state.glyphs.ellipsis)
            let start = line.width + 3
            line.append("   \(platform)", .banner)
            add(.platform, from: start)
        }
        line.append("   \(count)", .banner)
        for (part, command) in [(overrides, KeyCommand.showOverrides), (warnings, .showWarnings)] where !part.isEmpty {
            line.append("   ", .banner)
            let start = line.width
            line.append(part, .current)
            add(.command(command), from: start)
        }
        if !focus.isEmpty {
            let start = line.width + 3
            line.append("   \(focus)", .banner)
            add(.command(.leaveFocus), from: start)
        }
        left = line
        self.areas = areas
        addActivity(state)
    }

    private static func access(_ state: ConsoleState) -> String {
        let isAttached = if case .running? = state.sources.shown?.kind { true } else { false }
        let isReadOnly = state.model.status.isReadOnly == true
        return ((isAttached ? ["attached"] : []) + (isReadOnly ? ["read-only"] : [])).joined(separator: ", ")
    }

    private static func productionMark(_ state: ConsoleState) -> StyledLine {
        state.model.status.environment == .production ? StyledLine(" PRODUCTION ", .production) : StyledLine()
    }

    /// The number of cells to which an activity may be truncated.
    private static let activityColumns = 24

    private mutating func addActivity(_ state: ConsoleState) {
        guard let activity = state.model.status.activity, !activity.isEmpty else { return }
        let (columns, ellipsis) = (state.environment.size.columns, state.glyphs.ellipsis)
        let margin = right.width == 0 ? " " : "  "
        let room = columns - left.width - 3 - margin.utf8.count - right.width
        guard room >= DisplayWidth.of(TextLayout.clipped(activity, to: Self.activityColumns, ellipsis: ellipsis))
        else { return }
        let text = TextLayout.clipped(activity, to: room, ellipsis: ellipsis)
        right = StyledLine(text, .banner).adding(margin, .banner).adding(right)
        showsActivity = true
    }

    /// Returns the number of overrides, or the number of all differences if the app also differs from its initial state
    /// in other candidates.
    private static func differences(_ state: ConsoleState, isShort: Bool = false) -> String {
        let count = state.model.differenceCount
        guard count > 0 else { return "" }
        if isShort { return "\(state.glyphs.overridden) \(count)" }
        let noun = state.model.status.differences.isEmpty ? "override" : "difference"
        return withKey("\(state.glyphs.overridden) \(count.counted(noun))", .showOverrides, state)
    }

    private static func warnings(_ state: ConsoleState, isShort: Bool = false) -> String {
        let count = state.app.warnings.count
        guard count > 0 else { return "" }
        return isShort ? "\(count)!" : withKey(count.counted("warning"), .showWarnings, state)
    }

    /// Returns a count followed by the key that lists the counted items, if there is room for the key.
    private static func withKey(_ count: String, _ command: KeyCommand, _ state: ConsoleState) -> String {
        let key = state.keymap.keyText(for: command, in: [.console])
        guard let key, state.environment.size.columns >= 100 else { return count }
        return "\(count) (\(key))"
    }

    private static func focusWidth(_ state: ConsoleState) -> Int {
        let scopes = scopes(state)
        return scopes.isEmpty ? 0 : 2 + scopes.reduce(0) { $0 + " \($1.label): \($1.ids.count)".utf8.count }
    }

    private static func banner(_ whatIf: WhatIf, count: String, in state: ConsoleState) -> StyledLine {
        let key = state.keymap.keyText(for: .whatIf, in: [.console]) ?? ""
        let (tried, differing) = (whatIf.changes.count, whatIf.differences.count)
        let isNarrow = state.environment.size.columns < 80
        let words =
            isNarrow
            ? "\(tried) tried, \(differing) differ"
            : "\(tried.counted("change")) tried, "
                + differing.counted("feature differs", plural: "features differ")
        var line = StyledLine(" WHAT IF ", .current).adding("  \(words)   ", .banner)
            .adding(key, .current).adding(tried == 0 ? " ends" : " applies or discards", .banner)
        let moment = state.model.status.recording.map { "as of \(time(of: $0, in: state))" }
        var recording: String?
        if case .file = state.environment.recording { recording = "rec" }
        let modes = [recording, differences(state, isShort: true), focus(state, columns: 20)]
        for part in (modes + [moment, count]).compactMap(\.self)
        where !part.isEmpty && line.width + 3 + DisplayWidth.of(part) <= state.environment.size.columns {
            line.append("   \(part)", .banner)
        }
        return line
    }

    private static func time(of moment: RecordedMoment, in state: ConsoleState) -> String {
        TimestampFormatter.second(of: moment.date, in: state.environment.timeZone)
    }

    private static func banner(_ moment: RecordedMoment, count: String, in state: ConsoleState) -> StyledLine {
        let name = TextSanitizer.sanitized(moment.isRebuilt == true ? "rebuilt \(moment.name)" : moment.name)
        let columns = state.environment.size.columns
        var line = StyledLine(state.isInThePast ? " PAST " : " RECORDING ", .current)
        let position = "as of \(time(of: moment, in: state)), event \(moment.event)"
        let ending = state.isInThePast ? "; esc returns to now" : ""
        let candidates = [
            "  \(name), \(position)\(ending)   \(count)", "  \(position)\(ending)   \(count)", "  \(position)\(ending)",
        ]
        line.append(
            candidates.first { DisplayWidth.of($0) + line.width <= columns } ?? "  event \(moment.event)", .banner)
        return line
    }

    private static func focus(_ state: ConsoleState, columns: Int) -> String {
        let scopes = scopes(state)
        func joined(separator: String = "   ", _ describe: ([String]) -> String) -> String {
            scopes.map { "\($0.label): \(describe($0.ids))" }.joined(separator: separator)
        }
        let candidates = [
            joined { ids in
                let name = ids.count == 1 ? state.feature(ids[0])?.name ?? ids[0] : ids.count.counted("feature")
                return TextSanitizer.sanitized(name)
            },
            joined { $0.count.counted("feature") }, joined(separator: " ") { "\($0.count)" },
        ]
        return candidates.first { DisplayWidth.of($0) <= columns } ?? ""
    }

    private static func scopes(_ state: ConsoleState) -> [(label: String, ids: [String])] {
        [("only", state.screens.narrowing.ids), ("focus", state.model.status.focus)].filter { !$0.1.isEmpty }
    }

    /// Returns the state of background work and the number of problems, in the longest form that fits.
    ///
    /// The short form abbreviates the parts, and omits the note that commands are running.
    private static func right(
        _ state: ConsoleState, columns: Int, isShort: Bool = false
    ) -> (line: StyledLine, areas: [ClickArea]) {
        let end = state.environment.size.columns
        let isRecording = if case .file = state.environment.recording { true } else { false }
        let play = state.sources.play.map { "playing \($0.playedSteps)/\($0.stepCount)" + (isShort ? " " : "  ") } ?? ""
        let recording = play + (isRecording ? isShort ? "rec " : "recording  " : "")
        let working = recording + (state.commands.count > 0 && !isShort ? "working  " : "")
        let background =
            switch state.model.status.backgroundWorkIsRunning {
            case true?: state.glyphs.running + (isShort ? " " : " running ")
            case false?: state.glyphs.paused + (isShort ? " " : " paused ")
            case nil: ""
            }
        let count = state.problems.count
        let running = ClickArea(
            columns: end - DisplayWidth.of(background)..<end, action: .command(.toggleBackground))
        guard count > 0 else { return (StyledLine(working + background, .banner), [running]) }
        let key = state.keymap.keyText(for: .showProblems, in: [.console]) ?? "!"
        let problems = isShort ? "\(key)\(count)" : "\(key) \(count.counted("problem"))"
        let candidates: [(before: String, after: String)] = [(working, "  \(background)"), (working, " "), ("", " ")]
        let (before, after) =
            candidates.first { DisplayWidth.of($0.before + problems + $0.after) < columns } ?? ("", " ")
        let line = StyledLine(before, .banner).adding(problems, .current).adding(after, .banner)
        let start = end - line.width + DisplayWidth.of(before)
        let shown = ClickArea(columns: start..<start + problems.utf8.count, action: .command(.showProblems))
        // Only a space follows the problems if there is no room for the background work.
        return (line, after == " " ? [shown] : [shown, running])
    }

    func draw(on canvas: inout Canvas, theme: Theme) {
        canvas.fill(
            Rect(column: 0, row: 0, columns: canvas.size.columns, rows: 1), style: theme.style(.banner))
        canvas.draw(left, column: 0, row: 0, columns: canvas.size.columns, theme: theme)
        let start = canvas.size.columns - right.width
        if start > left.width {
            canvas.draw(right, column: start, row: 0, columns: right.width, theme: theme)
        }
    }
}
