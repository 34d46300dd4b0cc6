// SPDX-License-Identifier: MIT

import FlintFoundation

/// The complete state of an app at one moment, to attach to a bug report.
///
/// A report contains every feature with its explanation, the underlying declarations and facts, the command history,
/// the retained events and log lines, oldest first, and the changes from which the moments of the events can be
/// reconstructed. Front ends write reports to files and open them later as recordings. A report contains no values that
/// the app marks as sensitive, because neither the journal nor the log ever receives them.
package struct AppReport: Sendable {
    package var date: Date
    package var program: String
    package var system: String
    package var world: World
    package var stacks: [StackSnapshot]
    package var history: [HistoryEntry]
    package var events: [EventRecord]
    package var log: [LogLine]
    /// The warnings with the standard thresholds at ``date``; empty if other parts are missing.
    package var warnings: [GateWarning]
    package var factHistory: FactHistory?
    package var missing: [MissingPart]

    package init(of inspector: any Inspector, date: Date, program: String, system: String) {
        self.date = date
        self.program = program
        self.system = system
        var missing: [MissingPart] = []
        func read<Answer>(_ parts: MissingPart.Part..., ask: () throws(MissingAnswer) -> Answer) -> Answer? {
            do throws(MissingAnswer) {
                return try ask()
            } catch {
                missing += parts.map { MissingPart($0, reason: error.description) }
                return nil
            }
        }
        // A report explains every feature, which requires a complete world.
        var world = World()
        if let complete = read(
            .state, .catalog, .facts, ask: { () throws(MissingAnswer) in try inspector.world(of: nil) })
        {
            world = complete
        } else if let model = read(.differences, ask: inspector.readModel) {
            world = World(model: model)
        }
        self.world = world
        stacks = read(.stacks, ask: inspector.stacks) ?? []
        history = read(.history, ask: inspector.history) ?? []
        events = read(.events) { () throws(MissingAnswer) in try inspector.events(after: 0) } ?? []
        log = read(.log) { () throws(MissingAnswer) in try inspector.logLines(after: 0) } ?? []
        // Warnings need more requests, and an app that has failed to answer would delay them.
        warnings = missing.isEmpty ? (try? inspector.warnings(at: date)) ?? [] : []
        // Read last, so that it contains every change after the facts were read.
        factHistory = read(.moments, ask: inspector.factHistory) ?? nil
        self.missing = missing
    }
}
