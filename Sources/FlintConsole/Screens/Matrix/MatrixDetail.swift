import InspectorKit

/// The content of a feature's details on the Matrix screen.
///
/// It shows the feature's condition, the fraction of possible states in which the feature is available, and its
/// availability for each persona.
struct MatrixDetail {
    private(set) var lines: [StyledLine] = []

    init(_ feature: FeatureSummary, in state: ConsoleState) {
        let columns = state.layout.detailColumns(.matrix)
        let details = state.details.features[feature.id]
        if let details {
            lines += StyledLine(details.condition.map { "Needs \($0)" } ?? "No requirements").wrapped(
                to: columns, indent: 2)
        }
        lines += StyledLine(Self.states(of: feature, in: state), .dim).wrapped(to: columns, indent: 2)
        guard let matrix = state.matrix.matrix else { return }
        lines.append(StyledLine())
        let row = matrix.row(feature)
        for (index, column) in matrix.columns.enumerated() {
            let marker = index == state.matrix.column ? "> " : "  "
            var line = StyledLine(marker).adding(
                AvailabilityFormatter.sign(row[index]), AvailabilityFormatter.role(row[index]))
            line.append("  \(column.name)", index == state.matrix.column ? .strong : .plain)
            if index == 0, let why = details?.blockingRequirement {
                line.append("  \(why.statement)", .dim)
            } else if index > 0, let about = state.matrix.personas[index - 1].description {
                line.append("  \(about)", .dim)
            }
            lines.append(line)
        }
        for problem in state.matrix.problems {
            lines += StyledLine("Left out: \(problem)", .doubtful).wrapped(to: columns, indent: 2)
        }
    }

    private static func states(of feature: FeatureSummary, in state: ConsoleState) -> String {
        if let states = state.matrix.states[feature.id] {
            if states.variables.isEmpty { return "Its availability never changes" }
            let percent = (states.share * 1_000).rounded() / 10
            return "Available in \(states.allowed) of \(states.all) states (\(percent) %); the smallest condition: "
                + states.condition
        }
        let key = state.keymap.keyText(for: .countStates, in: [.matrix]) ?? ""
        guard let count = state.matrix.count, count.featureID == feature.id else { return "\(key) counts its states" }
        guard let share = count.share else { return "The count was stopped; \(key) counts again" }
        return "Counting its states: \(Int(share * 100)) % (\(key) stops)"
    }
}
