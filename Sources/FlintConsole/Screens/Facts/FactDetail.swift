// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// The content of a fact's details.
///
/// The sections are the actual value and its override, the flag providers' values with a sentence that explains the
/// result, the people who can change a fact other than a flag, the table of overrides, the features that require the
/// fact, the fact's latest events, and its declaration.
struct FactDetail {
    private(set) var lines: [StyledLine] = []

    private let columns: Int
    private let glyphs: GlyphSet

    init(_ fact: FactItem, in state: ConsoleState) {
        columns = state.layout.detailColumnCount(of: .flags)
        glyphs = state.glyphs
        addValue(fact, in: state)
        switch fact {
        case .flag(let flag):
            addAnswers(flag)
            addWhy(flag)
        case .entry(let entry): addRemedies(entry)
        }
        addOverrides(fact, in: state)
        lines += state.factSections(fact.reference, columns: columns)
        lines += state.lines(about: state.declaration(of: fact.reference), in: .flags, columns: columns)
    }

    private mutating func addValue(_ fact: FactItem, in state: ConsoleState) {
        lines.append(StyledLine(TextLayout.clipped(fact.reference.key, to: columns, ellipsis: glyphs.ellipsis), .dim))
        lines.append(StyledLine())
        lines.append(StyledLine("Value", .heading))
        let (label, source) =
            switch fact {
            case .flag(let flag): ("providers   ", flag.reasonText)
            case .entry(let entry): ("value       ", entry.sourceText)
            }
        var line = StyledLine("   \(label)").adding(fact.displayText(of: fact.actual), fact.role(of: fact.actual))
        line.append("  \(source)", .dim)
        lines += line.wrapped(to: columns, indent: 15)
        lines += state.overrideLines(of: fact.overridable, words: fact.override.map(fact.displayText), columns: columns)
        line = StyledLine("   current     ").adding(fact.displayText(of: fact.effective), fact.role(of: fact.effective))
        lines += line.wrapped(to: columns, indent: 15)
        if let later = fact.laterText { lines.append(StyledLine("   later       ").adding(later, .dim)) }
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
            var line = StyledLine(counts ? " \(glyphs.deciding) " : "   ", .good)
            line.append(
                TextLayout.cell(answer.provider, nameColumns, ellipsis: glyphs.ellipsis) + "  ",
                counts ? .strong : .plain)
            line.append(TextLayout.cell(answer.type, 9, ellipsis: glyphs.ellipsis) + " ", .dim)
            line.append(TextLayout.cell("\(answer.priority)", 8, ellipsis: glyphs.ellipsis) + " ", .dim)
            let words = answer.value.map { FlagSnapshot.displayText(of: $0) } ?? "-"
            line.append(TextLayout.cell(words, 6, ellipsis: glyphs.ellipsis), AvailabilityFormatter.role(answer.value))
            let because = answer.reasonText ?? answer.errorCode ?? "flag not found"
            line.append(TextLayout.clipped(because, to: columns - line.width, ellipsis: glyphs.ellipsis), .dim)
            lines.append(line)
            var notes: [String] = []
            if let variant = answer.variant { notes.append("variant \(variant)") }
            if answer.isMutable { notes.append("can be set") }
            if !notes.isEmpty {
                let text = notes.joined(separator: glyphs.separator)
                lines.append(
                    StyledLine("     " + TextLayout.clipped(text, to: columns - 5, ellipsis: glyphs.ellipsis), .dim))
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
        lines += StyledLine("   " + Self.why(flag)).wrapped(to: columns, indent: 3, limit: 6, ellipsis: glyphs.ellipsis)
        lines.append(StyledLine())
    }

    static func why(_ flag: FlagSnapshot) -> String {
        var words: String
        if let winner = flag.winner {
            let answer = flag.answers[winner]
            let before = flag.answers[..<winner]
            let value = FlagSnapshot.displayText(of: answer.value)
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
            words = "No provider has a value; the flag's own default is \(FlagSnapshot.displayText(of: value))."
        } else if let pending = flag.answers.first(where: \.isPending) {
            words = "\(pending.provider) is not ready, so the value is still unknown."
        } else {
            words = "No provider has a value, so the value is unknown."
        }
        if let override = flag.override {
            words += " The override takes precedence: the current value is \(FlagSnapshot.displayText(of: override))."
        }
        return words
    }

    private mutating func addRemedies(_ entry: FactEntry) {
        lines.append(StyledLine("Who can change it", .heading))
        var remedies = entry.description?.remedy.map { [$0.sentenceWithActor] } ?? []
        if entry.kind == .userSetting { remedies.append("the user\(entry.kind.switchPlace)") }
        for choice in entry.record.key.domain.choices {
            guard let remedy = choice.remedy else { continue }
            remedies.append("if \(choice.words), \(remedy.sentenceWithActor)")
        }
        for remedy in remedies.isEmpty ? ["the developer"] : remedies {
            lines += StyledLine("   ").adding(remedy).wrapped(to: columns, indent: 3)
        }
        lines.append(StyledLine())
    }

    private mutating func addOverrides(_ fact: FactItem, in state: ConsoleState) {
        let overridable = fact.overridable
        let values = overridable.values(in: state.app.world)
        let isSwitch = overridable.isSwitch(in: state.model)
        let keys: [KeyCommand?] = isSwitch ? [.overrideOn, .overrideOff] : values.map { _ in nil }
        let table = OverrideTable(
            fact: overridable, now: fact.override.map(fact.displayText), keys: keys + [.removeOverride],
            context: .flags,
            state: state, columns: columns)
        lines += table.lines
        func add(_ command: KeyCommand, _ text: String, _ role: Role = .plain) {
            let key = StyledLine(" \(state.keymap.keyText(for: command, in: [.flags]) ?? " ") ", .key)
            lines += key.adding(text, role).wrapped(to: columns, indent: 3)
        }
        if !isSwitch {
            let domain = overridable.domain(in: state.model)
            let isTyped = domain.choices.isEmpty
            add(.override, isTyped ? "choose or type a value, such as \(domain.example)" : "choose a value")
        }
        if let reason = fact.reasonNotSettable { return add(.setFlag, reason, .dim) }
        switch fact {
        case .flag(let flag):
            guard let index = flag.settable else { return }
            let provider = flag.answers[index].provider
            let isSettable = flag.reasonSettingHasNoEffect == nil
            add(.setFlag, isSettable ? "set the value in \(provider)" : "remove the value set in \(provider)")
        case .entry: add(.setFlag, "change the value as the user")
        }
    }
}

extension Remedy {
    fileprivate var sentenceWithActor: String {
        switch actor {
        case .user: "the user: \(sentence)"
        case .operator: "the operator: \(sentence)"
        case .developer: "the developer: \(sentence)"
        case .nobody: "no one: \(sentence)"
        }
    }
}
