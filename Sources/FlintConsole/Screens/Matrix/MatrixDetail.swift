// SPDX-License-Identifier: MIT

import FlintWorld

/// The content of a feature's details on the Matrix screen.
///
/// It shows the feature's condition, the fraction of possible states in which the feature is available, its
/// availability for each persona, and the facts in which the selected persona differs from the base column.
struct MatrixDetail {
    private(set) var lines: [StyledLine] = []

    static func lines(of flag: AvailabilityMatrix.FlagRow, in state: ConsoleState) -> [StyledLine] {
        let shown = state.screens.matrix
        let columns = zip(shown.matrix?.columns ?? [], flag.values).enumerated().map { index, column in
            let sign = MatrixState.sign(of: column.1, .flag(flag))
            return StyledLine(index == shown.column ? "> " : "  ")
                .adding(TextLayout.cell(sign, 3, ellipsis: ""), AvailabilityFormatter.role(column.1))
                .adding("  \(column.0.name)", index == shown.column ? .strong : .plain)
        }
        return [StyledLine("An adopted flag, which no feature requires", .dim), StyledLine()] + columns
    }

    init(_ feature: FeatureSummary, in state: ConsoleState) {
        let columns = state.layout.detailColumnCount(of: .matrix)
        let (details, shown) = (state.app.explanations.features[feature.id], state.screens.matrix)
        if let details {
            lines += StyledLine(details.condition.map { "Needs \($0)" } ?? "No requirements").wrapped(
                to: columns, indent: 2)
        }
        for question in [.explanation(of: feature.id), .matrix, shown.explained?.question].compactMap(\.self) {
            lines += state.app.missingLine(question)?.wrapped(to: columns, indent: 2) ?? []
        }
        lines += StyledLine(Self.states(of: feature, in: state), .dim).wrapped(to: columns, indent: 2)
        guard let matrix = shown.matrix else { return }
        let explained = shown.explained.flatMap { $0.featureID == feature.id ? $0.explanation : nil }
        lines.append(StyledLine())
        let row = matrix.row(feature)
        func add(_ index: Int) {
            let isChosen = index == shown.column
            var line = StyledLine(isChosen ? "> " : "  ").adding(
                AvailabilityFormatter.sign(row[index]), AvailabilityFormatter.role(row[index]))
            line.append("  \(matrix.columns[index].name)", isChosen ? .strong : .plain)
            let about =
                if index == 0 {
                    details?.blockingRequirement?.statement
                } else if isChosen, let why = explained?.blockingRequirement {
                    why.statement
                } else {
                    shown.personas[index - 1].description
                }
            if let about { line.append("  \(about)", .dim) }
            lines += line.wrapped(to: columns, indent: 6)
            if isChosen, shown.keptOverrides.indices.contains(index - 1), !shown.keptOverrides[index - 1].isEmpty {
                let titles = shown.keptOverrides[index - 1].map { state.model.title(of: $0.identity) }
                lines += StyledLine("      ").adding("\(state.glyphs.overridden) overridden here too: ", .overridden)
                    .adding(titles.listed(atMost: 6)).wrapped(to: columns, indent: 6)
            }
        }
        // The chosen column is always among the first lines, and is followed by its differences.
        let first = matrix.columns.indices.filter { $0 == 0 || $0 == shown.column }
        first.forEach(add)
        if let persona = shown.selectedPersona, let explained, shown.column != shown.base {
            let heading = "\(persona.name) differs from \(matrix.columns[shown.base].name)"
            addDifferences(explained.differences, heading: heading, columns: columns, glyphs: state.glyphs)
        }
        let others = matrix.columns.indices.filter { !first.contains($0) }
        if !others.isEmpty {
            lines += [StyledLine(), StyledLine(first.count > 1 ? "Other personas" : "Personas", .heading)]
        }
        others.forEach(add)
        lines += state.coverageLines(of: feature.id, columns: columns)
        for problem in shown.problems {
            lines += StyledLine("Left out: \(problem)", .doubtful).wrapped(to: columns, indent: 2)
        }
    }

    private static let differenceLimit = 30

    private mutating func addDifferences(
        _ differences: [WorldComparison.FactChange], heading: String, columns: Int, glyphs: GlyphSet
    ) {
        let count = differences.isEmpty ? "no fact" : differences.count.counted("fact")
        lines.append(StyledLine())
        lines.append(StyledLine("\(heading) in \(count)", .heading))
        for difference in differences.prefix(Self.differenceLimit) {
            lines += StyledLine("   \(difference.title): ").adding("\(difference.before) \(glyphs.arrow) ", .dim)
                .adding(difference.after).wrapped(to: columns, indent: 5)
        }
        let more = differences.count - Self.differenceLimit
        if more > 0 { lines.append(StyledLine("   and \(more) more", .dim)) }
    }

    private static func states(of feature: FeatureSummary, in state: ConsoleState) -> String {
        if let states = state.screens.matrix.states[feature.id] {
            if states.variables.isEmpty { return "Its availability never changes" }
            let percent = (states.share * 1_000).rounded() / 10
            return "Available in \(states.allowed) of \(states.all) states (\(percent) %); the smallest condition: "
                + states.condition + (states.limitation.map { ". \($0)" } ?? "")
        }
        let key = state.keymap.keyText(for: .countStates, in: [.matrix]) ?? ""
        guard let count = state.screens.matrix.count, count.featureID == feature.id else {
            return "\(key) counts its states"
        }
        guard let share = count.share else { return "The count was stopped; \(key) counts again" }
        return "Counting its states: \(Int(share * 100)) % (\(key) stops)"
    }
}
