// SPDX-License-Identifier: MIT

import FeatureGating
import FlintTerminal
import FlintWorld

/// The content of a feature's details.
///
/// The sections are the feature's identity, its verdict and blocking requirement, the table of requirements, the unlock
/// plans, the actions, the subfeatures, the latest events, the gaps in coverage, the declaration, and the focus.
struct FeatureDetail {
    private(set) var lines: [StyledLine] = []
    private(set) var verdictLine = 0

    private static let childLimit = 100

    private let columns: Int
    private let glyphs: GlyphSet

    init(_ feature: FeatureSnapshot, in state: ConsoleState) {
        columns = state.layout.detailColumnCount(of: .features)
        glyphs = state.glyphs
        addIdentity(feature, in: state)
        verdictLine = lines.count
        addVerdict(feature)
        addRequirements(feature, in: state)
        addPlans(feature)
        addActions(feature)
        addChildren(feature, in: state)
        lines += state.latestEvents(of: .feature(feature.id), columns: columns)
        lines += state.coverageLines(of: feature.id, columns: columns)
        lines += state.lines(about: feature.declaration, in: .features, columns: columns)
        addFocus(feature, in: state)
    }

    private mutating func addFocus(_ feature: FeatureSnapshot, in state: ConsoleState) {
        let root = state.model.status.focusScope.root(of: feature.id)
        let group = root.flatMap { $0 == feature.id ? nil : $0 }
        lines.append(StyledLine())
        var line = StyledLine("Focus", .heading)
        switch (root, group) {
        case (nil, _): line.append("   off: the app records the actions of all features", .dim)
        case (_, nil): line.append("   on: the app records no actions of other features", .dim)
        case (_, let group?): line.append("   on with \(state.feature(group)?.name ?? group)", .dim)
        }
        lines += line.wrapped(to: columns, indent: 8)
            .leading(to: group.map { .goToFeature($0) } ?? .offerFocus(feature: feature.id))
    }

    private mutating func addIdentity(_ feature: FeatureSnapshot, in state: ConsoleState) {
        lines.append(StyledLine(TextLayout.clipped(feature.id, to: columns, ellipsis: glyphs.ellipsis), .dim))
        if !feature.description.isEmpty {
            lines += StyledLine(feature.description).wrapped(to: columns, limit: 4, ellipsis: glyphs.ellipsis)
        }
        var facts: [String] = []
        if feature.isGroup { facts.append("group") }
        if !feature.visible { facts.append("hidden from users") }
        if let variation = feature.variation { facts.append("variation \(variation)") }
        // The table of requirements shows the values that the feature depends on, so they are not repeated here.
        let own = Set(feature.requirements.filter { $0.inheritedFrom == nil }.map(\.kind))
        if let isOn = feature.userSetting, !own.contains(.userSetting) {
            facts.append("user setting \(isOn ? "on" : "off")")
        }
        if let isOn = feature.runtimeSwitch, !own.contains(.runtimeSwitch) {
            facts.append("runtime switch \(isOn ? "on" : "off")")
        }
        if !facts.isEmpty {
            let text = facts.joined(separator: glyphs.separator)
            lines.append(StyledLine(TextLayout.clipped(text, to: columns, ellipsis: glyphs.ellipsis), .dim))
        }
        lines.append(StyledLine())
    }

    private mutating func addVerdict(_ feature: FeatureSnapshot) {
        lines.append(
            AvailabilityFormatter.mark(feature.available).adding(AvailabilityFormatter.verdict(feature), .strong))
        if let row = feature.blockingRequirement {
            let line = StyledLine("   Blocked by: ").adding(row.statement, .strong)
            lines += line.wrapped(to: columns, indent: 3)
        }
        if let condition = feature.condition {
            lines += StyledLine("   Needs: ").adding(condition).wrapped(to: columns, indent: 3)
        }
        lines.append(StyledLine())
    }

    private mutating func addRequirements(_ feature: FeatureSnapshot, in state: ConsoleState) {
        guard !feature.requirements.isEmpty else {
            lines.append(StyledLine("Requirements", .heading).adding("   none", .dim))
            lines.append(StyledLine())
            return
        }
        let table = RequirementTable(feature.requirements, columns: columns, glyphs: glyphs)
        lines.append(table.heading)
        var ancestor: String?
        for (index, row) in feature.requirements.enumerated() {
            if row.inheritedFrom != ancestor {
                ancestor = row.inheritedFrom
                let name = ancestor.map { state.feature($0)?.name ?? $0 } ?? feature.name
                lines.append(StyledLine("   from \(name)", .dim).leading(to: ancestor.map { .goToFeature($0) }))
            }
            lines.append(
                table.line(
                    row, isFirstBlocking: index == feature.firstBlocking,
                    overrideSign: state.overrideSign(of: row.factReference)
                ).leading(to: Self.target(of: row)))
            if row.override != nil, let record = OverridableFact(row)?.record(in: state.model) {
                let terms = state.termsText(of: record)
                if !terms.isEmpty {
                    lines.append(table.noteLine(state.isAssumed(record.identity) ? terms : "overridden \(terms)"))
                }
            }
        }
        lines.append(StyledLine())
    }

    static func target(of row: RequirementState) -> Intent? {
        if row.kind == .parent { return row.key.map { .goToFeature($0) } }
        guard let fact = OverridableFact(row) else { return nil }
        return ConsoleScreen(listing: fact.kind) == nil ? .chooseValue(fact) : .goTo(fact)
    }

    private mutating func addPlans(_ feature: FeatureSnapshot) {
        guard feature.available != true else { return }
        lines.append(StyledLine("To unlock", .heading))
        let plans = feature.unlockPlans ?? []
        let areComplete = feature.unlockPlansAreComplete != false
        if plans.isEmpty, areComplete {
            let sentence =
                feature.impossiblePlans?.isEmpty == false
                ? PlainReport.onlyOverridesUnlock : PlainReport.noPlan
            lines += StyledLine("   \(sentence)", .dim).wrapped(to: columns, indent: 3)
        }
        for (index, plan) in plans.enumerated() {
            let steps = plan.map(\.title).joined(separator: glyphs.separator)
            lines += StyledLine(" \(index + 1)  ", .key).adding(steps).wrapped(to: columns, indent: 4)
                .leading(to: plan.canBeOverridden ? .offerPlans(feature: feature.id, marking: plan) : nil)
        }
        if !areComplete {
            lines += StyledLine("   \(PlainReport.morePlans)", .dim).wrapped(to: columns, indent: 3)
        }
        lines.append(StyledLine())
    }

    private mutating func addActions(_ feature: FeatureSnapshot) {
        guard !feature.actions.isEmpty else {
            lines.append(StyledLine("Actions", .heading).adding("   none", .dim))
            return
        }
        lines.append(StyledLine("Actions", .heading))
        for action in feature.actions {
            var line = StyledLine("   \(action.name)")
            var notes: [String] = []
            if action.published { notes.append("published") }
            if let input = action.input { notes.append("needs \(input.type)") }
            if let presenter = action.presenter { notes.append("presents with \(presenter)") }
            if !notes.isEmpty { line.append("  " + notes.joined(separator: ", "), .dim) }
            lines += line.wrapped(to: columns, indent: 5)
                .leading(to: .offerAction(feature: feature.id, action: action.id))
            if !action.description.isEmpty {
                let text = TextLayout.clipped(action.description, to: columns - 5, ellipsis: glyphs.ellipsis)
                lines.append(StyledLine("     " + text, .dim))
            }
        }
    }

    private mutating func addChildren(_ feature: FeatureSnapshot, in state: ConsoleState) {
        let tree = state.model.tree
        guard let index = tree.sortIndex(of: feature.id), tree.hasChildren(index) else { return }
        lines.append(StyledLine())
        lines.append(StyledLine("Sub-features", .heading))
        var count = 0
        for child in tree.children(of: index) {
            count += 1
            guard count <= Self.childLimit else { continue }
            let feature = tree.features[child]
            var line = AvailabilityFormatter.mark(feature.isAvailable, indent: " ")
            line.append(TextLayout.clipped(feature.name, to: columns - 4, ellipsis: glyphs.ellipsis))
            lines.append(line.leading(to: .goToFeature(feature.id)))
        }
        if count > Self.childLimit {
            lines.append(StyledLine("   and \(count - Self.childLimit) more", .dim))
        }
    }
}

/// A table with each requirement's status, current value, and source of the value.
///
/// Columns are as wide as their widest value, within limits. The source column is omitted if the table is too narrow.
struct RequirementTable {
    private let columns: Int
    private let kindColumns = 12
    private let titleColumns: Int
    private let valueColumns: Int
    private let sourceColumns: Int
    private let glyphs: GlyphSet

    private static let signColumns = 5

    init(_ rows: [RequirementState], columns: Int, glyphs: GlyphSet) {
        self.columns = columns
        self.glyphs = glyphs
        let widest = rows.map { DisplayWidth.of($0.value) + ($0.override == nil ? 0 : 2) }.max() ?? 0
        valueColumns = min(max(widest, 6), max(18, columns / 6))
        let widestSource = max(rows.map { DisplayWidth.of($0.sourceText) }.max() ?? 0, 6)
        var source = min(widestSource, max(12, columns / 10))
        let room = columns - Self.signColumns - kindColumns - valueColumns - 2
        // In a wide table, the values stay near the titles. Short titles do not determine the width, so that the columns
        // rarely move with the selection.
        let title =
            rows.lazy.filter { !$0.kind.isHeading }
            .map { DisplayWidth.of($0.title) + Self.indentColumns(of: $0) }.max() ?? 0
        if room - source - 2 < 20 { source = 0 }
        // A long source uses the room that the titles do not need.
        if source > 0 { source = min(widestSource, max(source, room - 2 - max(title, 20))) }
        sourceColumns = source
        titleColumns = max(4, min(sourceColumns > 0 ? room - source - 2 : room, max(title, 48)))
    }

    private static func indentColumns(of row: RequirementState) -> Int { min(row.depth * 2, 8) }

    var heading: StyledLine {
        var line = StyledLine("Requirements", .heading)
        line.pad(to: Self.signColumns + kindColumns + titleColumns + 2)
        line.append(TextLayout.cell("value", valueColumns, ellipsis: glyphs.ellipsis), .dim)
        if sourceColumns > 0 { line.append("  source", .dim) }
        return line
    }

    func noteLine(_ words: String) -> StyledLine {
        let indent = String(repeating: " ", count: Self.signColumns + kindColumns)
        return StyledLine(
            indent + TextLayout.clipped(words, to: columns - indent.utf8.count, ellipsis: glyphs.ellipsis), .dim)
    }

    func line(_ row: RequirementState, isFirstBlocking: Bool, overrideSign: String) -> StyledLine {
        let truth = row.status.truth.boolValue
        var line = StyledLine(isFirstBlocking ? "\(glyphs.deciding) " : "  ", .bad)
        line.append(AvailabilityFormatter.mark(truth))
        let indent = String(repeating: " ", count: Self.indentColumns(of: row))
        if row.kind.isHeading {
            let room = columns - line.width - indent.utf8.count
            line.append(indent + TextLayout.clipped(row.title, to: room, ellipsis: glyphs.ellipsis), .dim)
            return line
        }
        line.append(TextLayout.cell(row.kind.shortTitle, kindColumns, ellipsis: glyphs.ellipsis), .dim)
        line.append(
            TextLayout.cell(indent + row.title, titleColumns, ellipsis: glyphs.ellipsis) + "  ",
            isFirstBlocking ? .strong : .plain)
        let mark = row.override == nil ? "" : "\(overrideSign) "
        line.append(mark, .overridden)
        let room = valueColumns - DisplayWidth.of(mark)
        line.append(TextLayout.cell(row.value, room, ellipsis: glyphs.ellipsis), AvailabilityFormatter.role(truth))
        if sourceColumns > 0 {
            line.append("  " + TextLayout.clipped(row.sourceText, to: sourceColumns, ellipsis: glyphs.ellipsis), .dim)
        }
        return line
    }
}
