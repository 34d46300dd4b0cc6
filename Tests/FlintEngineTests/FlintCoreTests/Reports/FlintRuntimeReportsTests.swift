import FeatureGating
import Foundation
import Logging
import Testing

@testable import FlintCore

@MainActor struct FlintRuntimeReportsTests {
    private let fixture = Fixture(Office.self, Cellar.self, Vault.self)
    private let folder = StateFolder()
    private var parent: URL { URL(filePath: folder.path) }

    private func gather(_ options: Set<DebugReportOption> = []) throws -> ZipReader {
        try ZipReader(try fixture.runtime.gatherReportZip(options: options, in: parent))
    }

    private func json(_ zip: ZipReader, _ name: String) throws -> [[String: Any]] {
        let text = try #require(zip.text(name))
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    }

    private func performBoth() {
        fixture.run {
            let background = ActionSession(named: "background", userInitiatedActions: false)
            Office.text.perform(withInput: "by hand")
            background.perform(Office.text, input: "by itself")
        }
    }

    @Test func `a report contains the timeline, the log, action stacks and availability`() throws {
        performBoth()
        #expect(try gather().names == ["action_stacks.txt", "availability.json", "log.txt", "timeline.txt"])
        #expect(
            try gather([.machineReadableFormat]).names == [
                "action_stacks.json", "availability.json", "log.json", "timeline.json",
            ])
    }

    @Test func `an error states the reason that a folder cannot be created`() throws {
        let file = parent.appending(path: "report")
        try Data().write(to: file)
        let path = file.path(percentEncoded: false)
        #expect(throws: DebugReportError.unwritable(path: path, reason: "File exists")) {
            try ReportFile.makeFolder(file)
        }
    }

    @Test func `the timeline contains outcomes and sources of actions`() throws {
        fixture.run {
            Office.answer.perform(withPresenter: { $0.completedSync(.failure(error: TestError("no paper"))) })
        }
        let rows = try json(try gather([.machineReadableFormat]), "timeline.json")
        #expect(rows.map { $0["kind"] as? String } == ["action-began", "action-completed"])
        #expect(rows.map { $0["outcome"] as? String } == [nil, "failure"])
        #expect(rows.map { $0["source"] as? String } == ["application", "application"])
        #expect(rows[1]["userInitiated"] as? Bool == true && rows[1]["featureID"] as? String == "Office")
        #expect(rows[1]["duration"] is Double)
        let text = try #require(try gather().text("timeline.txt"))
        #expect(text.contains("[User] completed AnswerAction of Office from application, session main"))
        #expect(text.contains("  outcome: failure: no paper"))
    }

    @Test(arguments: [Set<DebugReportOption>(), [.machineReadableFormat]])
    func `a report can be limited to user-initiated actions`(_ options: Set<DebugReportOption>) throws {
        let output = SwiftLogOutput(
            logger: Logger(label: "app") { [runtime = fixture.runtime] in
                Flint.logHandler(label: $0, runtime: runtime)
            })
        fixture.run {
            Logging.setLoggerOutputs(development: [output, ArchivedOutput()], production: nil)
            ActionSession.quickSetupMainSession()
            Office.logs(for: "Housekeeping").development?.info("by nobody")
        }
        performBoth()
        let everything = try gather(options)
        let all = everything.entries.map { String(decoding: $0.data, as: UTF8.self) }.joined()
        #expect(all.contains("by hand") && all.contains("by itself") && all.contains("by nobody"))
        #expect(everything.names.contains("logs/app.log"))
        let narrow = try gather(options.union([.userInitiatedOnly]))
        let some = narrow.entries.map { String(decoding: $0.data, as: UTF8.self) }.joined()
        #expect(some.contains("by hand") && !some.contains("by itself") && !some.contains("by nobody"))
        #expect(!narrow.names.contains("logs/app.log"), "A log file does not contain the initiator.")
    }

    @Test func `a report contains action stacks`() throws {
        let background = fixture.run { ActionSession(named: "background", userInitiatedActions: false) }
        fixture.run {
            Office.text.perform(withInput: "by hand")
            background.perform(Office.text, input: "by itself")
        }
        let rows = try json(try gather([.machineReadableFormat]), "action_stacks.json")
        #expect(rows.map { $0["session"] as? String } == ["main", "background"])
        #expect(rows.map { $0["feature"] as? String } == ["Office", "Office"])
        let steps = try #require(rows[0]["entries"] as? [[String: Any]])
        #expect(steps.map { $0["action"] as? String } == ["TextAction"])
        #expect(steps.map { $0["user_initiated"] as? Bool } == [true])
        let text = try #require(try gather().text("action_stacks.txt"))
        #expect(text.contains("#1 [User] Office, session main, since ") && text.contains("TextAction (by itself) from"))
        #expect(try json(try gather([.machineReadableFormat, .userInitiatedOnly]), "action_stacks.json").count == 1)
        #expect(background.name == "background", "A released session has no open stacks.")
    }

    @Test func `nested action stacks are listed under the step that began them`() throws {
        let night = fixture.run { ActionSession(named: "night\n", userInitiatedActions: false) }
        fixture.run {
            Office.text.perform(withInput: "two\nlines")
            Cellar.text.perform(withInput: "below")
            Cellar.leave.perform()
            night.perform(Office.text, input: "alone")
            night.perform(Cellar.text, input: "alone too")
        }
        let rows = try json(try gather([.machineReadableFormat]), "action_stacks.json")
        #expect(rows.map { $0["id"] as? String } == ["1", "3"], "A nested stack is not listed separately.")
        #expect(rows.map { $0["open"] as? Bool } == [true, true])
        let steps = try #require(rows[0]["entries"] as? [[String: Any]])
        let inner = try #require(steps.last?["stack"] as? [String: Any])
        #expect(steps.map { $0["user_initiated"] as? Bool } == [true, true])
        #expect(inner["feature"] as? String == "Cellar" && inner["open"] as? Bool == false)
        let text = try #require(try gather().text("action_stacks.txt")).split(separator: "\n")
        #expect(text.count == 9)
        #expect(text[0].hasPrefix("#1 [User] Office, session main, since "))
        #expect(text[1].contains(#"TextAction (two\nlines) from application"#), "Line breaks are escaped.")
        #expect(text[2].hasPrefix("  #2 [User] Cellar, session main, since ") && text[2].hasSuffix(", closed"))
        #expect(text[3].hasPrefix("    2") && text[5].hasPrefix(#"#3 Office, session night\n, since "#))
        #expect(try json(try gather([.machineReadableFormat, .userInitiatedOnly]), "action_stacks.json").count == 1)
    }

    @Test func `action stacks can be limited to user-initiated steps`() throws {
        fixture.run {
            Office.text.perform(withInput: "by hand")
            Cellar.text.perform(withInput: "by itself", userInitiated: false, source: .application)
        }
        let rows = try json(try gather([.machineReadableFormat, .userInitiatedOnly]), "action_stacks.json")
        let steps = try #require(rows.first?["entries"] as? [[String: Any]])
        #expect(steps.map { $0["action"] as? String } == ["TextAction"])
    }

    @Test func `the log and the timeline are readable lines`() throws {
        let logger = Logger(label: "app") { [runtime = fixture.runtime] in Flint.logHandler(label: $0, runtime: runtime)
        }
        logger.info("two\nlines", metadata: ["b": "2", "a": "1"])
        fixture.run { Office.text.perform(withInput: "one\nmore") }
        let zip = try gather()
        let log = try #require(zip.text("log.txt"))
        #expect(log.contains(#"Z info app: two\nlines [a=1] [b=2]"#))
        #expect(log.split(separator: "\n").count == 1)
        let timeline = try #require(zip.text("timeline.txt")).split(separator: "\n")
        #expect(timeline.count == 5 && timeline[1] == #"  input: one\nmore"#)
        let dates = try json(try gather([.machineReadableFormat]), "log.json").compactMap { $0["date"] as? String }
        #expect(dates.allSatisfy { $0.wholeMatch(of: /.*T..:..:..\.\d{3}Z/) != nil } && dates.count == 1)
        let rows = try json(try gather([.machineReadableFormat]), "timeline.json")
        let seconds = try #require(rows.last?["duration"] as? Double)
        #expect(seconds < 60, "The action must not take a minute.")
        #expect(Duration.milliseconds(1_500).seconds == 1.5)
    }

    @Test func `paths are not escaped in JSON`() throws {
        fixture.run {
            Flint.register(group: Building.self)
            Cellar.text.perform(withInput: "below")
        }
        let text = try #require(try gather([.machineReadableFormat]).text("timeline.json"))
        #expect(text.contains("\"Building/Cellar\""))
    }

    @Test func `the availability of every feature is explained`() throws {
        let rows = try json(try gather(), "availability.json")
        #expect(rows.map { $0["id"] as? String } == fixture.runtime.features.map(\.path.description))
        let vault = try #require(rows.first { $0["id"] as? String == "Vault" })
        #expect(vault["available"] is NSNull, "The availability is unknown.")
        #expect(vault["reason"] as? String != nil)
        let requirements = try #require(vault["requirements"] as? [[String: Any]])
        #expect(requirements.contains { $0["kind"] as? String == "purchase" && $0["isBlocking"] as? Bool == true })
        let office = try #require(rows.first { $0["id"] as? String == "Office" })
        #expect(office["available"] as? Bool == true && office["reason"] == nil)
        fixture.facts.overridePurchase(Products.premium.productID, with: .false)
        let again = try json(try gather(), "availability.json").first { $0["id"] as? String == "Vault" }
        let row = (again?["requirements"] as? [[String: Any]])?.first { $0["kind"] as? String == "purchase" }
        #expect(again?["available"] as? Bool == false && row?["override"] as? String != nil)
    }

    @Test func `a failing contributor does not stop the others`() throws {
        let (broken, good) = fixture.run { (Contributor(fails: true), Contributor(fails: false)) }
        fixture.run {
            DebugReporting.add(broken)
            DebugReporting.add(good)
        }
        let zip = try gather([.userInitiatedOnly])
        #expect(zip.text("contribution.txt") == "userInitiatedOnly in my runtime: true")
        #expect(zip.text("problems.txt") == "Contributor: nothing to say\n")
        #expect(zip.names.contains("timeline.txt"))
    }

    @Test func `each report is in its own folder, without temporary files`() throws {
        performBoth()
        let first = try fixture.runtime.gatherReportZip(options: [], in: parent)
        let second = try fixture.runtime.gatherReportZip(options: [.machineReadableFormat], in: parent)
        #expect(first != second)
        #expect(first.lastPathComponent == "report.zip")
        #expect(
            try ZipReader(second).names == ["action_stacks.json", "availability.json", "log.json", "timeline.json"],
            "The report contains no old files.")
        #expect(try folder.names.count == 2, "No other files are left.")
        for name in try folder.names { #expect(try folder.mode(name) == 0o700) }
    }

    @Test func `a failed report throws an error and leaves no files`() throws {
        #expect(throws: DebugReportError.self) {
            try fixture.runtime.gatherReportZip(options: [], in: URL(filePath: folder.path(of: "missing")))
        }
        #expect(try folder.names == [])
        let saboteur = Saboteur()
        fixture.run { DebugReporting.add(saboteur) }
        #expect(throws: DebugReportError.self) { try fixture.runtime.gatherReportZip(options: [], in: parent) }
        #expect(try folder.names == [], "The report leaves no files even if writing fails.")
    }

    @Test func `a reset removes contributors`() {
        let saboteur = Saboteur()
        fixture.run {
            DebugReporting.add(saboteur)
            Flint.resetForTesting()
            DebugReporting.eachReportable { _ in Issue.record("The removed contributor is still asked.") }
        }
    }

    @Test func `a report can be written to a plain folder`() throws {
        performBoth()
        let target = URL(filePath: folder.path(of: "report"))
        try fixture.runtime.gatherReport(options: [], to: target)
        #expect(try folder.mode("report") == 0o700 && folder.mode("report/timeline.txt") == 0o600)
        try FileManager.default.removeItem(atPath: folder.path(of: "report/log.txt"))
        try folder.write("mine", to: "victim")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(of: "report/log.txt"), withDestinationPath: folder.path(of: "victim"))
        try fixture.runtime.gatherReport(options: [], to: target)
        #expect(try folder.text("victim") == "mine", "A link is replaced and not followed.")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "report")).sorted()
        #expect(
            names == ["action_stacks.txt", "availability.json", "log.txt", "timeline.txt"],
            "A link in place of a file is not an error.")
        try folder.write("file", to: "taken")
        #expect(throws: DebugReportError.self) {
            try fixture.runtime.gatherReport(options: [], to: URL(filePath: folder.path(of: "taken")))
        }
    }

    @Test func `a contributor is held weakly and is ignored after its release`() {
        fixture.run {
            weak var released: Contributor?
            do {
                let contributor = Contributor(fails: false)
                released = contributor
                DebugReporting.add(contributor)
                DebugReporting.add(contributor)
                var count = 0
                DebugReporting.eachReportable { _ in count += 1 }
                #expect(count == 1)
            }
            #expect(released == nil)
            DebugReporting.eachReportable { _ in Issue.record("The removed contributor is still asked.") }
        }
    }

    @Test func `a removed contributor is ignored`() {
        fixture.run {
            let contributor = Contributor(fails: false)
            DebugReporting.add(contributor)
            DebugReporting.remove(contributor)
            DebugReporting.eachReportable { _ in Issue.record("The removed contributor is still asked.") }
        }
    }
}

/// A contributor that writes whether it is called in its own runtime, or fails.
private final class Contributor: DebugReportable {
    private let fails: Bool
    private let runtime = FlintRuntime.current

    init(fails: Bool) {
        self.fails = fails
    }

    func copyReport(to folder: URL, options: Set<DebugReportOption>) throws {
        if fails { throw TestError("nothing to say") }
        let text = options.map { "\($0)" }.joined()
        try "\(text) in my runtime: \(FlintRuntime.current === runtime)".write(
            to: folder.appending(path: "contribution.txt"), atomically: true, encoding: .utf8)
    }
}

/// A contributor that removes the folder of the report.
private final class Saboteur: DebugReportable {
    func copyReport(to folder: URL, options: Set<DebugReportOption>) throws {
        try FileManager.default.removeItem(at: folder)
    }
}

private final class ArchivedOutput: LoggerOutput {
    func log(event: FlintCore.LogEvent) {}

    func copyForArchiving(to folder: URL) throws {
        try "kept".write(to: folder.appending(path: "app.log"), atomically: true, encoding: .utf8)
    }
}

private final class Office: Feature {
    static let description = "Where work is done"
    static let text = action(TextAction.self)
    static let answer = action(AnswerAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(text)
        actions.declare(answer)
    }
}

private final class LeaveAction: TerminatingAction {}

private final class Cellar: Feature {
    static let description = "Below the office"
    static let text = action(TextAction.self)
    static let leave = action(LeaveAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(text)
        actions.declare(leave)
    }
}

private final class Building: FeatureGroup {
    static let description = "Holds the cellar"
    static var subfeatures: [FeatureDefinition.Type] { [Cellar.self] }
}

private final class Vault: ConditionalFeature {
    static let description = "Holds gold"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) {}
}
