// SPDX-License-Identifier: MIT

import FlintConsole
import FlintCore
import FlintFoundation
import FlintWorld

struct WarningsQuestion<App: FlintApplication>: Question {
    var rules = WarningRules()

    func answer(in session: AppSession<App>) throws -> WarningsAnswer {
        WarningsAnswer(warnings: try session.warnings(rules))
    }
}

struct WarningsAnswer: TextAnswer {
    let warnings: [GateWarning]

    static func line(_ warning: GateWarning) -> String {
        PlainReport.line(for: warning, timeZone: .local)
    }

    var lines: [String] {
        warnings.map(Self.line) + [warnings.isEmpty ? "No warnings." : warnings.count.counted("warning") + "."]
    }
}

/// A question about the app's features, which returns one page of the list.
struct FeatureListQuestion<App: FlintApplication>: Question {
    struct Answer: Encodable {
        private enum CodingKeys: CodingKey {
            case features, total
        }

        let features: [FeatureLine]
        let total: Int
        let heading: String
    }

    let filter: String?
    let persona: String?
    let start: Int
    let limit: Int

    func answer(in session: AppSession<App>) throws -> Answer {
        let world = try session.world(in: persona)
        let model = world.model
        var features = model.features.withoutHidden
        if let filter {
            let filter = try FeatureSnapshot.filter(filter)
            features = model.features.filter { world.detail(of: $0.id).map(filter.matches) ?? false }
        }
        return Answer(
            features: features.dropFirst(start).prefix(limit).map(FeatureLine.init), total: features.count,
            heading: "\(model.status.appName) on \(model.status.platform): \(model.visibleAvailableCount) of "
                + "\(model.visibleCount) features are available.")
    }

    func lines(of answer: Answer, in session: AppSession<App>) -> [String] {
        let lines = answer.features.map { "\($0.id) (\($0.name)): \($0.available.availabilityText)" }
        let end = start + answer.features.count
        let rest = end < answer.total ? ["\(answer.total - end) more. Continue with offset \(end)."] : []
        return [answer.heading] + lines + rest
    }
}

struct TimelineQuestion<App: FlintApplication>: Question {
    let after: UInt64
    let limit: Int
    let feature: String?

    func answer(in session: AppSession<App>) throws -> TimelineAnswer {
        var events = try session.events(after: after)
        if let feature {
            let id = try Names.feature(feature, in: session.model).id
            events = events.filter { event in
                event.featureID == id || event.features.contains { $0.featureID == id }
            }
        }
        return TimelineAnswer(events: events.suffix(limit))
    }

    func lines(of answer: TimelineAnswer, in session: AppSession<App>) -> [String] {
        let lines = answer.events.map { "\($0.id) \(PlainReport.line($0, timeZone: .local))" }
        return lines.isEmpty ? ["No events."] : lines
    }
}

struct LogQuestion<App: FlintApplication>: Question {
    struct Answer: Encodable {
        let lines: [LogLine]
    }

    let after: UInt64
    let limit: Int
    let level: LogLine.Level

    func answer(in session: AppSession<App>) throws -> Answer {
        let lines = try session.inspector.logLines(after: after).filter { $0.level >= level }
        return Answer(lines: lines.suffix(limit))
    }

    func lines(of answer: Answer, in session: AppSession<App>) -> [String] {
        let lines = answer.lines.map { line in
            "\(line.id) \(line.date.formatted(.iso8601)) \(line.level.rawValue) \(line.topic ?? line.label): \(line.text)"
        }
        return lines.isEmpty ? ["No log lines match."] : lines
    }
}
