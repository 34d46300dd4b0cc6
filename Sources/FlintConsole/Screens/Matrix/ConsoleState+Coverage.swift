// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    mutating func showCoverage(_ result: Result<CoverageReport, CoverageRefusal>) {
        // A dialog that the user has opened since the request takes precedence.
        guard dialog == nil else { return }
        guard case .success(let report) = result else {
            announce(
                "The app has more than \(CoverageRefusal.limit) features: use \"coverage\" on the command line",
                .problem)
            return
        }
        let features = report.unseenFeatures
        screens.matrix.unseen = Dictionary(features.map { ($0.id, $0.parts) }, uniquingKeysWith: { first, _ in first })
        guard !features.isEmpty else {
            announce("Every feature was available, and every requirement was the only reason for a denial", .done)
            return
        }
        let options = features.map { feature in
            ChoiceDialog.Option(
                title: feature.name, note: "never \(feature.parts.joined(separator: ", or "))",
                intent: .goToFeature(feature.id))
        }
        let states = report.sources.map(\.stateCount).reduce(0, +).counted("state")
        let body = "The app has been in \(states) and has shown \(report.percent) % of what its gates can do."
        offer("Never seen \(glyphs.dash) enter goes to the feature", body: [StyledLine(body)], options)
    }

    func coverageLines(of featureID: String, columns: Int) -> [StyledLine] {
        guard let parts = screens.matrix.unseen[featureID] else { return [] }
        return [StyledLine(), StyledLine("Never seen", .heading)]
            + parts.flatMap { StyledLine("   \($0)").wrapped(to: columns, indent: 3) }
    }
}
