// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintCore
import FlintFoundation
import FlintInspector
import FlintWorld

/// `flint lint` reports mistakes in the declarations and requirements of features.
///
/// The findings do not depend on the current state: they hold for any combination of purchases, permissions and
/// settings. The exit status is 1 if at least one new finding is a problem rather than a note.
struct LintCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "lint", abstract: "Find mistakes in the declarations and requirements of features.",
            discussion: """
                Problems are misspelled, ambiguous or duplicate declarations, such as constraints that Flint does not \
                see, URL patterns of two actions that match the same URLs, and features in two groups; features that can \
                never be available; requirements that contradict each other or have no effect; required products and \
                flags that are not declared; flags that no feature requires; and permissions without a reason for their \
                prompt. Notes may be intended: features of other platforms, features that are always available \
                together, and products that no feature requires. --rules lists all rules, some of which are off until a \
                lint file switches them on.

                Each line begins with the file and the line of the finding, as far as they are known. New problems are \
                printed as errors, and new notes as warnings.

                The file \(LintConfiguration.fileName), in this folder or one above it, switches rules and accepts \
                findings. A baseline contains the findings that are known. The status is 1 if there is a new problem, \
                and 0 otherwise.

                With --retire, the answer is instead what remains in the code after a flag is replaced by a value: the \
                features whose requirements become simpler, those without a requirement of their own (ungated), and \
                those that can never be available (dead); features that are always available together afterwards; and \
                the products, permissions, flags and actions that nothing needs anymore. --released also states which \
                released versions still ask for the flag, so that the flag service must keep it.
                """)
    }

    @Option(
        help: ArgumentHelp(
            "Use this lint file.",
            discussion: "Default: \(LintConfiguration.fileName) in this folder or the nearest one above it, up to the "
                + "root of the git repository.", valueName: "file"),
        completion: .file(extensions: ["json5"]))
    var config: String?
    @Option(
        help: ArgumentHelp(
            "Treat the findings in this baseline as known.", discussion: "Default: the one that the lint file names.",
            valueName: "file"),
        completion: .file(extensions: ["json"]))
    var baseline: String?
    @Option(
        help: ArgumentHelp(
            "Record the findings that are not accepted in this baseline instead of printing them.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var writeBaseline: String?
    @Option(
        help: ArgumentHelp(
            "Compare review dates and the last days of acceptances with this day, such as 2026-12-01.",
            discussion: "Without this option, no review date has passed and no acceptance ends.", valueName: "day"))
    var date: String?
    @Flag(help: "Remove entries that match no finding from the lint file and the baseline.") var fix = false
    @Flag(help: "List known and accepted findings, too.") var all = false
    @Flag(help: "List the rules with their levels instead of findings.") var rules = false
    @Option(
        help: ArgumentHelp("Also write the results to this file, as JUnit XML.", valueName: "file"), completion: .file()
    )
    var junit: String?
    @Option(
        help: ArgumentHelp(
            "Show the effect of replacing this flag by a value, such as \"sleep-timer=on\", in the app's code.",
            valueName: "key=on|off"))
    var retire: String?
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "With --retire, files of released versions: gates that \"check --lock\" recorded, the output of "
                + "\"features --json\", journals or reports.",
            valueName: "file"),
        completion: .file())
    var released: [String] = []
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    func validate() throws {
        if retire == nil, !released.isEmpty { throw ValidationError("--released needs --retire.") }
        if retire != nil,
            config != nil || baseline != nil || writeBaseline != nil || date != nil || junit != nil || fix || all
                || rules
        {
            throw ValidationError("--retire lists no findings; use it only with --released and --json.")
        }
        if rules, baseline != nil || writeBaseline != nil || date != nil || junit != nil || fix || all {
            throw ValidationError("--rules lists the rules without findings; use it only with --config and --json.")
        }
        if writeBaseline != nil, baseline != nil || junit != nil || fix || all || json {
            throw ValidationError(
                "--write-baseline writes the file without an answer; leave out --baseline, --junit, --fix, --all and "
                    + "--json.")
        }
        if let date, CalendarDay(date) == nil {
            throw ValidationError("--date needs a day in the form yyyy-MM-dd, such as 2026-12-01.")
        }
    }

    @MainActor
    func run() async throws -> Int32? {
        if let retire { return try printRetirement(of: retire) }
        // A problem with a file is reported before the app is started.
        let files = try LintFiles(
            config, baseline: baseline, readsBaseline: writeBaseline == nil && !rules, of: App.self)
        guard !rules else { return try printRules(files.configuration) }
        if let writeBaseline { return try record(files, to: writeBaseline) }
        var hasProblems = false
        _ = try shared.printAnswer(json: json) { session in
            let world = try session.world()
            var review = try review(world, of: session, by: files)
            // Entries must not be removed because the app did not answer.
            if fix { try files.removeUnusedEntries(&review) }
            if let junit {
                try CommandOutput.save(JUnitReport(review, files.configuration, of: App.appName).xml, to: junit)
            }
            hasProblems = !review.newProblems.isEmpty
            let formatter = LintFormatter(
                review: review, world: world, files: files,
                sources: SourceFiles(root: FileManager.default.currentDirectoryPath), showsAll: all, wasFixed: fix)
            return (review, formatter.lines)
        }
        return hasProblems ? 1 : 0
    }

    @MainActor
    private func review(_ world: World, of session: AppSession<App>, by files: LintFiles) throws -> LintReview {
        let day = date.flatMap { CalendarDay($0) }
        var report =
            files.configuration.level(of: .samePersonaValue) == .off
            ? world.lint(on: day)
            : try session.withPersonas { personas throws(PersonaProblem) in
                try world.lint(on: day, comparing: personas)
            }
        report.findings += world.findings(about: files.configuration.claims)
        return LintReview(report, files.configuration, baseline: files.baseline, on: day)
    }

    private func printRules(_ configuration: LintConfiguration) throws -> Int32 {
        shared.output.apply()
        let answer = LintRulesAnswer(configuration)
        return try shared.print(answer, answer.lines, json: json)
    }

    @MainActor
    private func printRetirement(of text: String) throws -> Int32 {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let isOn = ["on": true, "off": false][parts[1]], !parts[0].isEmpty else {
            throw CommandLineError.usage(
                "\"\(CommandOutput.excerpt(text))\" is not a flag with a value. Write, for example, "
                    + "\"sleep-timer=on\".")
        }
        let key = FeatureKey(rawValue: String(parts[0]))
        let versions = try released.map { path in
            try RetireAnswer.Version(GatingFile(path, program: App.commandName), asksFor: key)
        }
        return try shared.printAnswer(json: json) { session in
            let flag = FeatureKey(rawValue: try Names.key(String(parts[0]), of: .flag, in: session.model))
            let retirement = FlagRetirement(of: flag, as: isOn, in: try session.world())
            let adopted = try session.model.flags.first { $0.key == flag.rawValue && $0.isAdopted }
            return (
                RetireAnswer(retirement, versions),
                RetireAnswer.lines(retirement, versions, adoption: adopted?.declaration?.location)
            )
        }
    }

    @MainActor
    private func record(_ files: LintFiles, to path: String) throws -> Int32 {
        let session = try shared.readingSession()
        let review = try review(session.world(), of: session, by: files)
        let count = try files.writeBaseline(of: review, to: path)
        try CommandOutput.confirm(["Recorded \(count.counted("finding")) in \(path)."])
        return 0
    }
}
