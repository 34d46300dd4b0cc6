import ArgumentParser
import FlintInspector
import InspectorKit

/// `flint lint` reports mistakes in the declarations and requirements of features.
///
/// The findings do not depend on the present state: they hold for any combination of purchases, permissions and
/// settings. The exit status is 1 if at least one finding is a problem rather than a note.
struct LintCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "lint", abstract: "Find mistakes in the declarations and requirements of features.",
            discussion: """
                Problems are misspelled, ambiguous or duplicate declarations, such as constraints that Flint does not \
                see, URL patterns of two actions that match the same URLs, and features in two groups; features that can \
                never be available; requirements that contradict each other or have no effect; required products and \
                flags that are not declared; flags that no feature requires; and permissions without a reason for their \
                prompt. Notes may be intended: features of other platforms, features that are always available together, and \
                products that no feature requires. The \
                status is 0 if there are no problems, and 1 otherwise.
                """)
    }

    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        var hasProblems = false
        _ = try shared.printAnswer(json: json) { session in
            let report = session.inspector.lint()
            hasProblems = !report.problems.isEmpty
            return (report, Self.lines(report))
        }
        return hasProblems ? 1 : 0
    }

    static func lines(_ report: LintReport) -> [String] {
        let problems = report.problems.count
        let notes = report.findings.count - problems
        let unfinished = report.unfinished.map {
            "\($0): Not all requirements were examined, because there are too many combinations."
        }
        let counts = [
            problems == 0 ? nil : problems.counted("problem"),
            notes == 0 ? nil : notes.counted("note"),
        ].compactMap { $0 }
        let summary = counts.isEmpty ? "No findings." : counts.joined(separator: " and ") + "."
        return report.findings.map(\.line) + unfinished + [summary]
    }
}
