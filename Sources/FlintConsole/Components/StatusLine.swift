// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The line at the top of the screen with the app, its available features, and a warning if the screen is not live.
///
/// For a running app, the left side shows the app's name, the platform, the number of available features, the number of
/// overrides, the number of warnings, and the focus. Features that are hidden from users are not counted. The right
/// side shows the app's activity, a scenario that is playing, a recording of changes, pending commands, the number of
/// problems, and the background work. A banner replaces the line for a disconnected app, a what-if session, or a
/// recording. In a narrow window, parts are shortened and omitted in the reverse order of ``growth``. The overrides,
/// the warnings, the focus, a recording of changes, and paused work are only shortened. The ``TabLine`` shows the
/// activity if there is too little room.
struct StatusLine {
    let left: StyledLine
    private(set) var right: StyledLine
    let areas: [ClickArea]
    private(set) var showsActivity = false

    private enum Item {
        case name, access, platform, count, overrides, warnings, focus, play, recording, working, problems, background

        var isOnTheRight: Bool {
            switch self {
            case .name, .access, .platform, .count, .overrides, .warnings, .focus: false
            case .play, .recording, .working, .problems, .background: true
            }
        }
    }

    private struct Part {
        let item: Item
        /// The part's texts, from shortest to longest.
        ///
        /// The first one is empty if the part can be omitted.
        let forms: [String]
        let role: Role
        let action: ClickArea.Action?
        var form = 0

        init(_ item: Item, _ forms: [String], _ role: Role = .banner, action: ClickArea.Action? = nil) {
            self.item = item
            self.forms = forms.map(TextSanitizer.sanitized)
            (self.role, self.action) = (role, action)
        }

        var text: String { forms[form] }
        /// The width of the text and of the blanks beside it, or 0 for an omitted part.
        var width: Int {
            text.isEmpty ? 0 : DisplayWidth.of(text) + (item.isOnTheRight ? StatusLine.rightGap : StatusLine.gap)
        }
    }

    /// The order in which parts switch to their next longer text, as long as they fit.
    private static let growth: [Item] = [
        .count, .access, .name, .problems, .overrides, .recording, .background, .warnings, .count, .focus, .platform,
        .focus, .platform, .access, .overrides, .warnings, .working,
    ]

    init(_ state: ConsoleState) {
        let model = state.model
        let mark = Self.productionMark(state)
        let count = Self.count(state)
        if let disconnection = model.status.disconnection {
            left = mark.adding(state.app.missing[.state] == nil ? " DISCONNECTED " : " NO STATE ", .current)
                .adding("  \(disconnection)", .banner)
            right = StyledLine()
            areas = []
            return
        }
        if let whatIf = state.app.whatIf {
            left = mark.adding(Self.banner(whatIf, count: count.long, in: state))
            right = StyledLine()
            areas = [ClickArea(columns: 0..<left.width, action: .command(.whatIf))]
            return
        }
        if let moment = model.status.recording {
            left = Self.banner(moment, count: count.long, in: state)
            right = StyledLine()
            areas = []
            return
        }
        let columns = state.environment.size.columns
        let parts = Self.fitted(Self.parts(state), in: columns - mark.width)
        var (left, right) = (mark, StyledLine())
        let areas = Self.append(parts.filter { !$0.item.isOnTheRight }, gap: Self.gap, to: &left)
        let areasOnTheRight = Self.append(parts.filter(\.item.isOnTheRight), gap: Self.rightGap, to: &right)
        if right.width > 0 { right.append(" ", .banner) }
        let start = columns - right.width
        self.areas =
            areas
            + areasOnTheRight.map {
                ClickArea(columns: $0.columns.lowerBound + start..<$0.columns.upperBound + start, action: $0.action)
            }
        (self.left, self.right) = (left, right)
        addActivity(state)
    }

    private static func parts(_ state: ConsoleState) -> [Part] {
        let (model, glyphs, columns) = (state.model, state.glyphs, state.environment.size.columns)
        func clipped(_ text: String, to columns: Int) -> String {
            TextLayout.clipped(text, to: columns, ellipsis: glyphs.ellipsis)
        }
        let names = [8, max(8, columns / 4)].map { " " + clipped(state.shownTitle, to: $0) }
        let isAttached = if case .running? = state.sources.shown?.kind { true } else { false }
        let access = model.status.isReadOnly == true ? ["read-only"] : []
        let platform = model.status.platform
        let count = count(state)
        let play = state.sources.play.map { "playing \($0.playedSteps)/\($0.stepCount)" }
        let isRecording = if case .file = state.environment.recording { true } else { false }
        let background = model.status.backgroundWorkIsRunning.map { isRunning in
            let sign = isRunning ? glyphs.running : glyphs.paused
            return [sign, "\(sign) \(isRunning ? "running" : "paused")"]
        }
        return [
            Part(.name, names, .current),
            Part(.access, [access.joined(), ((isAttached ? ["attached"] : []) + access).joined(separator: ", ")]),
            Part(.platform, ["", clipped(platform.label, to: columns / 4), "\(platform)"], action: .platform),
            Part(.count, ["", count.short, count.long]),
            Part(.overrides, differences(state), .current, action: .command(.showOverrides)),
            Part(.warnings, warnings(state), .current, action: .command(.showWarnings)),
            Part(.focus, focus(state), action: .command(.leaveFocus)),
            Part(.play, [play ?? ""]),
            Part(.recording, isRecording ? ["rec", "recording"] : [""]),
            Part(.working, ["", state.commands.count > 0 ? "working" : ""]),
            Part(.problems, problems(state), .current, action: .command(.showProblems)),
            Part(.background, background ?? [""], action: .command(.toggleBackground)),
        ]
    }

    private static let gap = 3
    private static let rightGap = 2

    /// Returns the parts in the longest forms that fit together.
    private static func fitted(_ parts: [Part], in columns: Int) -> [Part] {
        var parts = parts
        for item in growth {
            guard let index = parts.firstIndex(where: { $0.item == item }),
                parts[index].form + 1 < parts[index].forms.count
            else { continue }
            parts[index].form += 1
            // The name has no gap on its left, and the line ends with a blank.
            let width = parts.reduce(1 - gap) { $0 + $1.width }
            if width > columns { parts[index].form -= 1 }
        }
        return parts
    }

    /// Appends parts, separated by blanks, and returns the areas that carry out their actions when clicked.
    private static func append(_ parts: [Part], gap: Int, to line: inout StyledLine) -> [ClickArea] {
        var areas: [ClickArea] = []
        for (index, part) in parts.filter({ !$0.text.isEmpty }).enumerated() {
            if index > 0 { line.append(String(repeating: " ", count: gap), .banner) }
            let start = line.width
            line.append(part.text, part.role)
            if let action = part.action { areas.append(ClickArea(columns: start..<line.width, action: action)) }
        }
        return areas
    }

    private static func count(_ state: ConsoleState) -> (short: String, long: String) {
        let model = state.model
        let short =
            state.screens.features.showsHidden
            ? "\(model.availableCount) of \(model.features.count)"
            : "\(model.visibleAvailableCount) of \(model.visibleCount)"
        return (short, "\(short) available")
    }

    private static func productionMark(_ state: ConsoleState) -> StyledLine {
        state.model.status.environment == .production ? StyledLine(" PRODUCTION ", .production) : StyledLine()
    }

    /// The room in cells that a truncated activity needs.
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

    /// Returns the texts for the number of overrides.
    ///
    /// If the app also differs from its initial state in other ways, all differences are counted.
    private static func differences(_ state: ConsoleState) -> [String] {
        let noun = state.model.status.differences.isEmpty ? "override" : "difference"
        // The banner of a what-if session counts the tried changes.
        let assumed = state.app.whatIf.map { _ in state.model.overrides.count { state.isAssumed($0.identity) } } ?? 0
        return forms(
            of: state.model.differenceCount - assumed, noun, .showOverrides, in: state,
            sign: "\(state.glyphs.overridden) ")
    }

    private static func warnings(_ state: ConsoleState) -> [String] {
        let count = state.app.warnings.count
        return count == 0 ? [""] : ["\(count)!"] + forms(of: count, "warning", .showWarnings, in: state).dropFirst()
    }

    private static func problems(_ state: ConsoleState) -> [String] {
        let (count, key) = (state.problems.count, state.keymap.keyText(for: .showProblems, in: [.console]) ?? "!")
        return count == 0 ? [""] : ["\(key)\(count)", "\(key) \(count.counted("problem"))"]
    }

    /// Returns the number alone, the number with its noun, and both with the key that lists the counted items.
    private static func forms(
        of count: Int, _ noun: String, _ command: KeyCommand, in state: ConsoleState, sign: String = ""
    ) -> [String] {
        guard count > 0 else { return [""] }
        let forms = ["\(sign)\(count)", "\(sign)\(count.counted(noun))"]
        let key = state.keymap.keyText(for: command, in: [.console])
        return forms + (key.map { ["\(forms[1]) (\($0))"] } ?? [])
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
        let modes = [recording, differences(state)[0], focus(state).last { DisplayWidth.of($0) <= 20 }]
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
        let ways = [
            "  \(name), \(position)\(ending)   \(count)", "  \(position)\(ending)   \(count)", "  \(position)\(ending)",
        ]
        line.append(ways.first { DisplayWidth.of($0) + line.width <= columns } ?? "  event \(moment.event)", .banner)
        return line
    }

    private static func focus(_ state: ConsoleState) -> [String] {
        let scopes = scopes(state)
        func joined(separator: String = "   ", _ describe: ([String]) -> String) -> String {
            scopes.map { "\($0.label): \(describe($0.ids))" }.joined(separator: separator)
        }
        return [
            joined(separator: " ") { "\($0.count)" }, joined { $0.count.counted("feature") },
            joined { ids in
                let name = ids.count == 1 ? state.feature(ids[0])?.name ?? ids[0] : ids.count.counted("feature")
                return TextSanitizer.sanitized(name)
            },
        ]
    }

    private static func scopes(_ state: ConsoleState) -> [(label: String, ids: [String])] {
        [("only", state.screens.narrowing.ids), ("focus", state.model.status.focus)].filter { !$0.1.isEmpty }
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
