// SPDX-License-Identifier: MIT

import FeatureGating
import FlintWorld

/// The signs, color roles, and wording for availabilities and statuses.
///
/// An availability is a `Bool?`, in which `nil` means undetermined. All screens use these functions, so that a status
/// looks and reads the same everywhere.
enum AvailabilityFormatter {
    /// Returns the two-cell sign for an availability.
    static func sign(_ available: Bool?) -> String {
        switch available {
        case true?: "ok"
        case false?: "no"
        case nil: "? "
        }
    }

    static func role(_ available: Bool?) -> Role {
        switch available {
        case true?: .good
        case false?: .bad
        case nil: .doubtful
        }
    }

    static func role(_ truth: Truth) -> Role { role(truth.boolValue) }

    /// Returns the colored sign for an availability, followed by a space.
    static func mark(_ available: Bool?, indent: String = "") -> StyledLine {
        StyledLine("\(indent)\(sign(available)) ", role(available))
    }

    static func verdict(_ feature: FeatureSnapshot) -> String {
        let word =
            switch feature.available {
            case true?: "Available"
            case false?: "Unavailable"
            case nil: "Undetermined"
            }
        return word + (count(of: feature).map { ": \($0)" } ?? "")
    }

    static func sentence(_ feature: FeatureSnapshot) -> String {
        "\(feature.name) is \(feature.available.availabilityText)" + (count(of: feature).map { ": \($0)" } ?? "")
    }

    private static func count(of feature: FeatureSnapshot) -> String? {
        // Alternatives under one heading count as one requirement.
        let rows = feature.requirements.filter { $0.depth == 0 }
        let open = rows.count { $0.status != .satisfied }
        let count = "\(open) of \(rows.count.counted("requirement"))"
        switch feature.available {
        case true?: return rows.isEmpty ? "no requirements" : nil
        case false?: return open == 0 ? nil : "\(count) \(open == 1 ? "is" : "are") not met"
        case nil: return open == 0 ? nil : "depends on \(count)"
        }
    }
}

/// Formats previews, which describe the effects that a command would have on features.
///
/// Features are grouped by their availability before and after the command. On one line, each group lists at most 20
/// features.
enum PreviewFormatter {
    /// The maximum number of features that are requested for each kind of change.
    static let limit = 500
    private static let nameLimit = 20
    /// The availabilities after a change, in the order of listing: losses come first.
    private static let order: [Bool?] = [false, true, nil]

    static func line(_ command: Command, in state: ConsoleState) -> StyledLine {
        state.app.missingLine(.plans([command])) ?? line(state.app.previews.results[command], glyphs: state.glyphs)
    }

    static let summaryColumns = 9

    /// Returns the numbers of features that a command would make available and unavailable, such as `+2 -1`.
    ///
    /// A feature that would change from available to undetermined counts as unavailable. A feature that would change
    /// from unavailable to undetermined is counted separately, such as `?1`. The line is empty before the effect is
    /// calculated.
    static func summary(_ preview: Preview?) -> StyledLine {
        guard let preview else { return StyledLine() }
        func count(_ isCounted: (Preview.ChangeCount) -> Bool) -> Int {
            preview.counts.lazy.filter(isCounted).reduce(0) { $0 + $1.count }
        }
        let counts = [
            ("+", count { $0.after == true }, Role.good),
            ("-", count { FeatureChange.isLoss(from: $0.before, to: $0.after) }, .bad),
            ("?", count { $0.before == false && $0.after == nil }, .doubtful),
        ]
        var line = StyledLine()
        for (sign, count, role) in counts where count > 0 {
            line.append("\(line.width > 0 ? " " : "")\(sign)\(count)", role)
        }
        return line.width > 0 ? line : StyledLine("no change", .dim)
    }

    static func lines(_ command: Command, in state: ConsoleState) -> [StyledLine] {
        guard let preview = state.app.previews.results[command], !preview.changes.isEmpty else {
            return [line(command, in: state)]
        }
        let lines = order.flatMap { after in
            preview.changes.filter { $0.after == after }.map { $0.styledLine(state.glyphs) }
        }
        let more = preview.counts.reduce(0) { $0 + $1.count } - lines.count
        return more > 0 ? lines + [StyledLine("and \(more) more", .dim)] : lines
    }

    /// Returns the features that would change, with their signs before and after, such as `no→ok Turbo downloads`.
    ///
    /// The line may be wider than the screen. Features that would be lost come first, because the end of the line may
    /// not be visible.
    static func line(_ preview: Preview?, glyphs: GlyphSet) -> StyledLine {
        guard let preview else { return StyledLine("not calculated yet", .dim) }
        guard !preview.changes.isEmpty else { return StyledLine("no availability changes", .dim) }
        var line = StyledLine()
        let truths: [Bool?] = [true, false, nil]
        for after in order {
            for before in truths where before != after {
                let names = preview.changes.filter { $0.after == after && $0.before == before }.map(\.featureName)
                guard !names.isEmpty else { continue }
                if line.width > 0 { line.append("; ", .dim) }
                line.append(
                    AvailabilityFormatter.sign(before).trimmingTrailingSpaces, AvailabilityFormatter.role(before))
                line.append("\(glyphs.arrow)", .dim)
                line.append(AvailabilityFormatter.sign(after).trimmingTrailingSpaces, AvailabilityFormatter.role(after))
                for (index, name) in names.prefix(nameLimit).enumerated() {
                    if index > 0 { line.append(", ") }
                    // The first name stays on the line of its signs.
                    line.append(index == 0 ? " \(name)" : name, staysTogether: true)
                }
                let count = preview.counts.first { $0.after == after && $0.before == before }?.count ?? names.count
                if count > nameLimit { line.append(" and \(count - nameLimit) more", .dim) }
            }
        }
        return line
    }
}

extension FeatureChange {
    func styledText(_ glyphs: GlyphSet) -> StyledLine {
        StyledLine("\(before.availabilityText) \(glyphs.arrow) ")
            .adding(after.availabilityText, AvailabilityFormatter.role(after))
    }

    func styledLine(_ glyphs: GlyphSet) -> StyledLine { StyledLine("\(featureName): ").adding(styledText(glyphs)) }
}

extension String {
    package var trimmingTrailingSpaces: String {
        var text = Substring(self)
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
