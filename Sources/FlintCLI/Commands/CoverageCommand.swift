// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore
import FlintInspector
import FlintRecording
import FlintWorld

struct CoverageCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "coverage",
            abstract: "Report which requirements recordings and expectations have shown.",
            discussion: """
                A feature is covered if it was available at least once. A requirement is covered if it was at least once \
                the only reason that its feature was not available; "persona cover" finds personas that cover all of them. \
                The states are those after each event of the journals and reports, and those of the expectations files, of \
                which only the listed features count. They are evaluated with the current requirements. Without files, the \
                states are those that the app still remembers, or those of --recording.

                What no state can show is left out of the percentage. The status is 1 if the coverage is below --at-least.
                """)
    }

    @Argument(
        help: ArgumentHelp("Journals and reports of the app.", valueName: "recordings"), completion: .file())
    var files: [String] = []
    @Option(
        help: ArgumentHelp("Also cover what this expectations file expects. Can be repeated.", valueName: "file"),
        completion: .file(extensions: ["json5"]))
    var expectations: [String] = []
    @Option(help: ArgumentHelp("Only features that match this pattern.", valueName: "pattern")) var filter: String?
    @Option(help: ArgumentHelp("Fail if less than this percentage is covered.", valueName: "percent"))
    var atLeast: Int?
    @Option(
        help: ArgumentHelp("Also write the results to this file, as JUnit XML.", valueName: "file"), completion: .file()
    )
    var junit: String?
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    func validate() throws {
        if let atLeast, !(0...100).contains(atLeast) {
            throw ValidationError("--at-least needs a percentage from 0 to 100.")
        }
    }

    @MainActor
    func run() async throws -> Int32? {
        // A problem with a file is reported before the app is started.
        let own = files.isEmpty && expectations.isEmpty ? shared.recording.map { [$0] } ?? [] : []
        let recordings = try (files + own).map { (path: $0, recording: try Recordings.open($0)) }
        let expected = try expectations.map { path in
            (path: path, try ExpectationsFile(path, of: App.self).read(isRequired: true) ?? Expectations())
        }
        let question = CoverageQuestion<App>(pattern: filter, recordings: recordings, expectations: expected)
        let report = try shared.print(answerTo: question, json: json)
        if let junit { try CommandOutput.save(JUnitReport(report, of: App.appName, atLeast: atLeast).xml, to: junit) }
        guard let atLeast, let shortfall = report.shortfall(from: atLeast) else { return 0 }
        CommandOutput.printError(shortfall)
        return 1
    }
}

extension CoverageReport {
    fileprivate func shortfall(from percentage: Int) -> String? {
        guard percent < percentage else { return nil }
        return "The coverage is \(percent) %, but at least \(percentage) % is required."
    }
}

extension JUnitReport {
    /// Creates a document from a coverage report.
    ///
    /// Each feature is a suite and each obligation is a case. A case is skipped if the obligation was not seen. The
    /// required percentage is a separate case, so that the document fails exactly if the command does.
    fileprivate init(_ report: CoverageReport, of appName: String, atLeast: Int?) {
        var suites: [(feature: PersonaCover.Obligation, cases: [Case])] = []
        var indices: [String: Int] = [:]
        func add(_ obligation: PersonaCover.Obligation, _ result: Case.Result) {
            let name = obligation.requirement.map { "denied only by: \($0)" } ?? "available"
            let index = indices[obligation.featureID] ?? suites.count
            if index == suites.count {
                indices[obligation.featureID] = index
                suites.append((obligation, []))
            }
            suites[index].cases.append(Case(name: name, result: result))
        }
        for seen in report.seen { add(seen.obligation, .passed) }
        for obligation in report.unseen { add(obligation, .skipped(message: "never seen")) }
        for unmet in report.impossible { add(unmet.obligation, .skipped(message: "cannot be seen: \(unmet.reason)")) }
        let required = atLeast.map { percentage in
            let failure = report.shortfall(from: percentage).map {
                Case.Result.failure(message: $0, type: "coverage", text: "")
            }
            return Suite(
                name: "coverage", cases: [Case(name: "at least \(percentage) %", result: failure ?? .passed)])
        }
        self.init(
            named: "\(appName): gate coverage",
            (required.map { [$0] } ?? [])
                + suites.map { Suite(name: "\($0.feature.featureName) (\($0.feature.featureID))", cases: $0.cases) })
    }
}

extension CoverageReport: TextAnswer {
    var lines: [String] {
        let (features, requirements) = (counts(available: true), counts(available: false))
        var lines = [
            "\(percent) % is covered.",
            "  \(features.seen) of \(features.all.counted("feature")) "
                + "\(features.seen == 1 ? "was" : "were") available at least once.",
            "  \(requirements.seen) of \(requirements.all.counted("requirement")) "
                + "\(requirements.seen == 1 ? "was" : "were") at least once the only reason for a denial.",
        ]
        for source in sources {
            lines.append(
                "\(source.name): \(source.stateCount.counted("state")), \(source.firstSeenCount) first seen here")
        }
        if !unseen.isEmpty { lines += ["", "Never seen:"] + grouped }
        if !impossible.isEmpty {
            lines += ["", "Cannot be seen:"]
            lines += impossible.map { "  \(PersonaCover.summary(of: $0.obligation)): \($0.reason)" }
        }
        return lines
    }

    private var grouped: [String] {
        unseenFeatures.map { "  \($0.name): \($0.parts.joined(separator: ", or "))" }
    }
}
