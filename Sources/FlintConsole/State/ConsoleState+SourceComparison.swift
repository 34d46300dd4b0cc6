// SPDX-License-Identifier: MIT

import FlintWorld

extension ConsoleState {
    /// The reason that the shown app cannot be compared with another source, or `nil` if it can.
    ///
    /// Unlike a switch to another source, a comparison is possible while changes are tried, and includes them.
    var reasonSourceComparisonNotAllowed: String? {
        if sources.shown == nil { return "This console shows only one app" }
        return sources.opening.map { "\($0.title) is being opened" }
    }

    mutating func compare(with source: AppSource) {
        let reason =
            source.id == sources.shown?.id
            ? "\(source.title) is shown already: choose another app or recording to compare it with"
            : reasonSourceComparisonNotAllowed
        if let reason {
            reject(reason)
            return
        }
        sources.comparing = source
        announce("Comparing with \(source.title)", .notice)
        outbox.append(.compareSource(source))
    }

    mutating func requestComparison(withSourceNamed name: String) {
        if let reason = reasonSourceComparisonNotAllowed {
            announce(reason, .problem)
            return
        }
        sources.nameToCompare = name
        outbox.append(.listSources)
    }

    /// Compares the shown app with the source that a typed name identifies.
    ///
    /// The name is a title, a process ID, or a path. If no source has that name, it is searched for in the titles.
    mutating func compare(withSourceNamed name: String) {
        let wanted = name.lowercased()
        let exact = sources.known.filter { source in
            [source.title, source.target, source.process.map(String.init) ?? ""].contains { $0.lowercased() == wanted }
        }
        let terms = SearchTerms(name)
        let found = exact.isEmpty ? sources.known.filter { terms.match($0.title) } : exact
        if found.count == 1 {
            compare(with: found[0])
        } else {
            let key = keymap.keyText(for: .showApps, in: [.console]) ?? ""
            announce(
                found.isEmpty
                    ? "No app or recording is called \(name): \(key) lists them"
                    : "Several match \(name): \(found.map(\.title).joined(separator: ", "))", .problem)
        }
    }

    mutating func showComparison(_ comparison: WorldComparison, with source: AppSource, note: String?) {
        // The answer is dropped if the user has moved on.
        guard sources.comparing?.id == source.id, dialog == nil else { return }
        sources.comparing = nil
        messages.announcement = nil
        let (first, second) = comparedNames(with: source)
        let arrow = environment.usesUTF8 ? glyphs.arrow : "->"
        let formatter = WorldComparisonFormatter(comparison, from: first, to: second, arrow: arrow)
        let options = options(for: comparison, formatter, first, second)
        guard !options.isEmpty else {
            announce([formatter.summary, note].compactMap(\.self).joined(separator: " "), .notice)
            return
        }
        let facts = comparison.features.isEmpty ? [] : formatter.explanation
        offer(
            "\(first) compared with \(second)",
            body: [StyledLine(formatter.summary)] + (facts + formatter.store).map { StyledLine("  " + $0) }
                + [note].compactMap(\.self).map { StyledLine($0, .dim) },
            options)
    }

    mutating func reportFailure(comparing source: AppSource, reason: String) {
        guard sources.comparing?.id == source.id else { return }
        sources.comparing = nil
        let message = "\(source.title) cannot be compared: \(reason)"
        messages.keep(message)
        reject(message, .problem)
    }

    private func comparedNames(with source: AppSource) -> (String, String) {
        var (first, second) = (sources.shown?.title ?? model.status.appName, source.title)
        if first == second {
            first += " (\(sources.shown?.note ?? ""))"
            second += " (\(source.note))"
        }
        if let event = app.moment.event { first += " at event \(event)" }
        if app.whatIf?.changes.isEmpty == false { first += " with the tried changes" }
        return (first, second)
    }

    private static let differenceLimit = 500

    private func options(
        for comparison: WorldComparison, _ formatter: WorldComparisonFormatter, _ first: String, _ second: String
    ) -> [ChoiceDialog.Option] {
        let differing = comparison.features.map { feature in
            ChoiceDialog.Option(
                title: feature.change.featureName, note: formatter.change(of: feature),
                intent: .goToFeature(feature.change.featureID),
                details: formatter.reasons(of: feature).joined(separator: "; "))
        }
        let onlyHere = comparison.onlyInFirst.map { id in
            ChoiceDialog.Option(title: feature(id)?.name ?? id, note: "only in \(first)", intent: .goToFeature(id))
        }
        let onlyThere = comparison.onlyInSecond.map { id in
            ChoiceDialog.Option(title: id, intent: .close, reason: "only in \(second)")
        }
        let all = differing + onlyHere + onlyThere
        let rest = all.count - Self.differenceLimit
        return rest <= 0
            ? all : all.prefix(Self.differenceLimit) + [ChoiceDialog.Option(title: "\(rest) more", intent: .close)]
    }
}
