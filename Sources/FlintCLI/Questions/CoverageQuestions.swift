// SPDX-License-Identifier: MIT

import FlintRecording
import FlintWorld

/// A question about a small set of personas that covers every feature and requirement.
struct CoverQuestion<App: FlintApplication>: Question {
    /// The pattern that selects features, or `nil` for all features except the framework's.
    let pattern: String?

    func answer(in session: AppSession<App>) throws -> PersonaCover {
        let isIncluded = try session.featureFilter(pattern)
        return try session.world().cover(of: isIncluded, startingFrom: try session.personas())
    }
}

/// A question about the features and requirements that the observed states cover.
///
/// A feature is covered if it was available, and a requirement if it was the only reason for a denial. Without
/// recordings and expectations, the states are those after the events that the app remembers.
struct CoverageQuestion<App: FlintApplication>: Question {
    var pattern: String?
    var recordings: [(path: String, recording: Recording)] = []
    var expectations: [(path: String, content: Expectations)] = []

    func answer(in session: AppSession<App>) throws -> CoverageReport {
        let world = try session.world()
        var coverage = GateCoverage(of: world, try session.featureFilter(pattern))
        for (path, recording) in recordings {
            try observe(recording, at: path, of: world.model.status.appName, &coverage)
        }
        for (path, content) in expectations { try observe(content, at: path, in: session, &coverage) }
        if recordings.isEmpty, expectations.isEmpty { try coverage.observe(session.inspector, at: world) }
        return coverage.report
    }

    private func observe(
        _ recording: Recording, at path: String, of appName: String, _ coverage: inout GateCoverage
    ) throws {
        let kind: CoverageReport.Source.Kind
        switch recording {
        case .journal: kind = .journal
        case .report: kind = .report
        }
        if recording.appName != appName {
            CommandOutput.printNote(
                CommandOutput.excerpt("\(path) is a recording of \(recording.appName), not of \(appName)."))
        }
        coverage.begin(kind, named: path)
        do {
            try recording.readMoments(of: coverage.keys) { coverage.observe($1, at: .event($0)) }
        } catch {
            throw Recordings.unusable(error)
        }
    }

    @MainActor
    private func observe(
        _ file: Expectations, at path: String, in session: AppSession<App>, _ coverage: inout GateCoverage
    ) throws {
        let personas = try session.personas()
        let names = [Expectations.presentState] + personas.map(\.name)
        if let unknown = file.names.first(where: { !names.contains($0) }) {
            let nearest = EditDistance.nearest(to: unknown, among: names).map { " Did you mean \($0)?" } ?? ""
            throw CommandLineError.unusableFile(
                CommandOutput.excerpt(
                    "\(path) has expectations for \(unknown), but the app has no such persona.\(nearest)"))
        }
        coverage.begin(.expectations, named: path)
        for state in try session.expectedStates(personas.filter { file.states[$0.name] != nil }) {
            guard let expected = file.states[state.name] else { continue }
            coverage.observe(state.world, of: Set(expected.features.keys), at: .state(state.name))
        }
    }
}
