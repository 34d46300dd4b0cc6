// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The content of a flag's details.
///
/// The sections are the actual value and its override, each provider's value, a sentence that explains the value, the
/// table of overrides, the features that require the flag, and its declaration.
struct FlagDetail {
    private(set) var lines: [StyledLine] = []

    private let columns: Int
    private let signs: GlyphSet

    init(_ flag: FlagSnapshot, in state: ConsoleState) {
        columns = state.layout.detailColumns(.flags)
        signs = state.signs
        addValue(flag, in: state)
        addAnswers(flag)
        addWhy(flag)
        addOverrides(flag, in: state)
        lines.append(StyledLine())
        lines.append(StyledLine("Features that need it", .heading))
        lines += FeatureList.lines(
            for: FactReference(kind: .flag, key: flag.key), in: state, columns: columns)
        lines += state.lines(about: flag.declaration, in: .flags, columns: columns)
    }

    private mutating func addValue(_ flag: FlagSnapshot, in state: ConsoleState) {
        lines.append(StyledLine(TextLayout.clipped(flag.key, to: columns, ellipsis: signs.ellipsis), .dim))
        lines.append(StyledLine())
        lines.append(StyledLine("Value", .heading))
        var line = StyledLine("   providers   ").adding(
            FlagSnapshot.words(flag.value), AvailabilityFormatter.role(flag.value))
        line.append("  \(flag.reasonText)", .dim)
        lines.append(line)
        let fact = OverridableFact(kind: .flag, key: flag.key, title: flag.key)
        lines += state.overrideLines(of: fact, words: flag.override.map { $0 ? "on" : "off" }, columns: columns)
        lines.append(
            StyledLine("   current     ").adding(
                FlagSnapshot.words(flag.effective), AvailabilityFormatter.role(flag.effective)))
        if let time = flag.takesEffect {
            let waiting = flag.waiting.map { FlagSnapshot.words($0) } ?? "a change takes effect"
            lines.append(StyledLine("   later       ").adding("\(waiting) \(time)", .dim))
        }
        lines.append(StyledLine())
    }

    private mutating func addAnswers(_ flag: FlagSnapshot) {
        guard !flag.answers.isEmpty else {
            lines.append(StyledLine("Providers", .heading).adding("   none", .dim))
            lines.append(StyledLine())
            return
        }
        let names = flag.answers.map { DisplayWidth.of($0.provider) }.max() ?? 0
        let nameColumns = min(max(8, names), max(8, columns - 40))
        var heading = StyledLine("Providers", .heading)
        heading.pad(to: 3 + nameColumns + 2)
        heading.append("type      priority value reason", .dim)
        lines.append(heading)
        let winner = flag.winner
        for (index, answer) in flag.answers.enumerated() {
            let counts = index == winner
            var line = StyledLine(counts ? " \(signs.arrow) " : "   ", .good)
            line.append(
                TextLayout.cell(answer.provider, nameColumns, ellipsis: signs.ellipsis) + "  ",
                counts ? .strong : .plain)
            line.append(TextLayout.cell(answer.type, 9, ellipsis: signs.ellipsis) + " ", .dim)
            line.append(TextLayout.cell("\(answer.priority)", 8, ellipsis: signs.ellipsis) + " ", .dim)
            let words = answer.value.map { FlagSnapshot.words($0) } ?? "-"
            line.append(TextLayout.cell(words, 6, ellipsis: signs.ellipsis), AvailabilityFormatter.role(answer.value))
            let because = answer.reasonText ?? answer.errorCode ?? "flag not found"
            line.append(TextLayout.clipped(because, to: columns - line.width, ellipsis: signs.ellipsis), .dim)
            lines.append(line)
            var notes: [String] = []
            if let variant = answer.variant { notes.append("variant \(variant)") }
            if answer.isMutable { notes.append("can be set") }
            if !notes.isEmpty {
                let text = notes.joined(separator: signs.separator)
                lines.append(
                    StyledLine("     " + TextLayout.clipped(text, to: columns - 5, ellipsis: signs.ellipsis), .dim))
            }
            if answer.errorCode != nil || answer.errorMessage != nil {
                let words = [answer.errorCode, answer.errorMessage].compactMap { $0 }.joined(separator: ": ")
                lines += StyledLine("     ").adding(words, .bad).wrapped(to: columns, indent: 5).prefix(4)
            }
        }
        lines.append(StyledLine())
    }

    private mutating func addWhy(_ flag: FlagSnapshot) {
        lines.append(StyledLine("Why", .heading))
        for line in TextLayout.wrapped(Self.why(flag), to: columns - 3, limit: 6, ellipsis: signs.ellipsis) {
            lines.append(StyledLine("   " + line))
        }
        lines.append(StyledLine())
    }

    static func why(_ flag: FlagSnapshot) -> String {
        var words: String
        if let winner = flag.winner {
            let answer = flag.answers[winner]
            let before = flag.answers[..<winner]
            let value = FlagSnapshot.words(answer.value)
            if before.isEmpty {
                words = "\(answer.provider) is asked first; its value is \(value)"
            } else {
                let names = before.map(\.provider).joined(separator: ", ")
                words = "\(answer.provider) has \(value); no provider before it has a value (\(names))"
            }
            words += flag.undecidedText + "."
        } else if flag.answers.isEmpty {
            words = "The app has no flag providers, so the value is unknown."
        } else if let value = flag.value {
            words = "No provider has a value; the flag's own default is \(FlagSnapshot.words(value))."
        } else if let pending = flag.answers.first(where: \.isPending) {
            words = "\(pending.provider) is not ready, so the value is still unknown."
        } else {
            words = "No provider has a value, so the value is unknown."
        }
        if let override = flag.override {
            words += " The override takes precedence: the current value is \(FlagSnapshot.words(override))."
        }
        return words
    }

    private mutating func addOverrides(_ flag: FlagSnapshot, in state: ConsoleState) {
        let fact = OverridableFact(kind: .flag, key: flag.key, title: flag.key)
        let now = flag.override.map { FlagSnapshot.words($0) }
        let keys: [KeyCommand] = [.overrideOn, .overrideOff, .removeOverride]
        let table = OverrideTable(fact: fact, now: now, keys: keys, context: .flags, state: state, columns: columns)
        lines += table.lines
        var line = StyledLine(" \(state.keymap.keyText(for: .setFlag, in: [.flags]) ?? " ") ", .key)
        if let reason = flag.reasonNotSettable {
            line.append(reason, .dim)
        } else if let index = flag.settable {
            line.append(
                flag.reasonSettingHasNoEffect == nil
                    ? "set the value in \(flag.answers[index].provider)"
                    : "remove the value set in \(flag.answers[index].provider)", .plain)
        }
        lines += line.wrapped(to: columns, indent: 3)
    }
}
