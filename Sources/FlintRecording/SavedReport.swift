// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintWorld

/// The file format of a report, which is also the JSON output of the `report` command.
///
/// Each part has the same format as the output of the command that shows it.
package struct SavedReport: Codable, Sendable {
    package static let version = 2

    private var reportVersion = SavedReport.version
    let date: Date
    let program: String
    let system: String
    private let app: String
    private let platform: String
    private let activity: String?
    private let problems: [String]
    private let focus: [String]
    let features: [FeatureSnapshot]
    private let products: [ProductSnapshot]
    private let permissions: [PermissionSnapshot]
    private let flags: [FlagSnapshot]
    private let catalog: Catalog
    private let facts: [FactRecord]
    private var store: StoreSnapshot?
    private let overrides: [OverrideEntry]
    private let differences: [DifferenceEntry]
    let history: [HistoryEntry]
    let stacks: [StackSnapshot]
    let events: [EventRecord]
    let log: [LogLine]
    /// The warnings with the standard thresholds; `nil` in reports of earlier versions of the program.
    private let warnings: [GateWarning]?
    /// The changes from which earlier moments can be reconstructed; `nil` if the app did not provide them.
    let factHistory: FactHistory?
    /// The parts that are empty or incomplete; `nil` in reports of earlier versions of the program.
    private let missing: [MissingPart]?

    package init(_ report: AppReport) {
        let (world, status) = (report.world, report.world.model.status)
        (date, program, system) = (report.date, report.program, report.system)
        (app, platform, activity) = (status.appName, status.platform.description, status.activity)
        (problems, focus, store) = (status.problems, status.focus, status.store)
        // The report's products contain the same information.
        store?.state = nil
        (features, products, permissions, flags) = (world.explanations, world.products, world.permissions, world.flags)
        (catalog, facts) = (world.catalog, FactRecord.sorted(world.records(of: nil)))
        overrides = world.model.overrides.map(OverrideEntry.init)
        differences = status.differences.map(DifferenceEntry.init)
        (history, stacks, events, log) = (
            report.history.map(\.withoutCommand), report.stacks, report.events, report.log
        )
        (warnings, factHistory) = (report.warnings, report.factHistory)
        missing = report.missing
    }

    var missingParts: [MissingPart] { missing ?? [] }

    var world: World {
        let known = facts.first { $0.key == .platform }?.fact
        var status = AppStatus(appName: app, platform: PlatformState(known))
        (status.store, status.focus, status.activity) = (store, focus, activity)
        status.problems = problems + missingParts.map { "The report is incomplete: \($0.sentence)" }
        status.differences = differences.map {
            StateDifference(
                kind: $0.kind, title: $0.title, value: $0.value, initial: $0.initial, removal: .sequence([]))
        }
        let numbers = Dictionary(
            catalog.features.map { ($0.id, $0.summary.number) }, uniquingKeysWith: { first, _ in first })
        var world = World(
            model: AppModel(
                revision: .zero, status: status,
                features: features.enumerated().map { summary($0.element, numbers[$0.element.id] ?? Int32($0.offset)) },
                products: products, permissions: permissions, flags: flags, overrides: overrides.map(\.record)))
        world.add(catalog)
        world.set(facts)
        return world
    }

    private func summary(_ feature: FeatureSnapshot, _ number: Int32) -> FeatureSummary {
        FeatureSummary(
            number: Int(number), id: feature.id, name: feature.name, parent: feature.parent,
            depth: min(max(0, feature.depth), Int(RecordedState.depthLimit)),
            isVisible: feature.visible, isAvailable: feature.available,
            isOverridden: feature.requirements.contains { $0.override != nil })
    }
}
