import InspectorKit

extension ConsoleState {
    /// Opens the list of the features with states that the app has not shown yet.
    mutating func receive(_ result: Result<CoverageReport, CoverageRefusal>) {
        guard dialog == nil else { return }
        guard case .success(let report) = result else {
            announce(
                "The app has more than \(CoverageRefusal.limit) features: use \"coverage\" on the command line",
                .problem)
            return
        }
        matrix.coverage = report
        var ids: [String] = []
        for obligation in report.unseen where ids.last != obligation.featureID { ids.append(obligation.featureID) }
        guard !ids.isEmpty else {
            announce("Every feature was available, and every requirement was the only reason for a denial", .done)
            return
        }
        let options = ids.map { id in
            ChoiceDialog.Option(
                title: feature(id)?.name ?? id, note: "never \(report.unseenParts(of: id).joined(separator: ", or "))",
                intent: .goToFeature(id))
        }
        let states = report.sources.map(\.stateCount).reduce(0, +).counted("state")
        let body = "The app has been in \(states) and has shown \(report.percent) % of what its gates can do."
        dialog = .choices(
            ChoiceDialog(
                title: "Never seen \(signs.dash) enter goes to the feature", body: [StyledLine(body)], options: options)
        )
    }

    /// Returns the lines about what the app has not shown of a feature, if that was listed.
    func coverageLines(of featureID: String, columns: Int) -> [StyledLine] {
        guard let parts = matrix.coverage?.unseenParts(of: featureID), !parts.isEmpty else { return [] }
        return [StyledLine(), StyledLine("Never seen", .heading)]
            + parts.flatMap { StyledLine("   \($0)").wrapped(to: columns, indent: 3) }
    }
}
