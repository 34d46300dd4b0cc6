import Foundation
import Logging
import Testing

@testable import FlintCore

/// What a report says.
@MainActor struct FlintRuntimeReportsTests {
    private let fixture = Fixture(Office.self, Vault.self)
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

    @Test func itHasTheTimelineTheLogAndTheAvailabilityOfEverything() throws {
        performBoth()
        #expect(try gather().names == ["action_stacks.txt", "availability.json", "log.txt", "timeline.txt"])
        #expect(
            try gather([.machineReadableFormat]).names == [
                "action_stacks.json", "availability.json", "log.json", "timeline.json",
            ])
    }

    @Test func theTimelineSaysHowActionsEndedAndWhereTheyCameFrom() throws {
        fixture.run {
            Office.answer.perform(withPresenter: { $0.completedSync(.failure(error: TestError("no paper"))) })
        }
        let rows = try json(try gather([.machineReadableFormat]), "timeline.json")
        #expect(rows.map { $0["kind"] as? String } == ["begin", "complete"])
        #expect(rows.map { $0["outcome"] as? String } == [nil, "failure: no paper"])
        #expect(rows.map { $0["source"] as? String } == ["application", "application"])
        #expect(rows[1]["user_initiated"] as? Bool == true && rows[1]["feature"] as? String == "Office")
        #expect(rows[1]["seconds"] is Double)
        let text = try #require(try gather().text("timeline.txt"))
        #expect(text.contains("[User] completed AnswerAction of Office from application, session main"))
        #expect(text.contains("  outcome: failure: no paper"))
    }

    @Test(arguments: [Set<DebugReportOption>(), [.machineReadableFormat]])
    func ifAskedForItHasOnlyWhatAPersonDid(_ options: Set<DebugReportOption>) throws {
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
        #expect(!narrow.names.contains("logs/app.log"), "a file does not say who asked")
    }

    @Test func actionStacksAreInIt() throws {
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
        #expect(background.name == "background", "a session that has gone has no open stacks")
    }

    @Test func availabilityIsExplained() throws {
        let rows = try json(try gather(), "availability.json")
        #expect(rows.map { $0["id"] as? String } == fixture.runtime.features.map(\.path.description))
        let vault = try #require(rows.first { $0["id"] as? String == "Vault" })
        #expect(vault["available"] is NSNull, "it is not known")
        #expect(vault["reason"] as? String != nil)
        let requirements = try #require(vault["requirements"] as? [[String: Any]])
        #expect(requirements.contains { $0["kind"] as? String == "purchase" && $0["blocking"] as? Bool == true })
        let office = try #require(rows.first { $0["id"] as? String == "Office" })
        #expect(office["available"] as? Bool == true && office["reason"] == nil)
    }

    @Test func othersHaveTheirSayAndNobodyKeepsTheRestFromTheirs() throws {
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

    @Test func eachReportIsInAFolderOfItsOwnAndTheWorkIsCleanedUp() throws {
        performBoth()
        let first = try fixture.runtime.gatherReportZip(options: [], in: parent)
        let second = try fixture.runtime.gatherReportZip(options: [.machineReadableFormat], in: parent)
        #expect(first != second)
        #expect(first.lastPathComponent == "report.zip")
        #expect(
            try ZipReader(second).names == ["action_stacks.json", "availability.json", "log.json", "timeline.json"],
            "no old files")
        #expect(try folder.names.count == 2, "nothing else is left")
        for name in try folder.names { #expect(try folder.mode(name) == 0o700) }
    }

    @Test func aReportThatCannotBeMadeIsAnErrorAndLeavesNothing() throws {
        #expect(throws: DebugReportError.self) {
            try fixture.runtime.gatherReportZip(options: [], in: URL(filePath: folder.path(of: "missing")))
        }
        #expect(try folder.names == [])
    }

    @Test func itCanBeAPlainFolder() throws {
        performBoth()
        let target = URL(filePath: folder.path(of: "report"))
        try fixture.run { try Flint.gatherReport(options: [], to: target) }
        #expect(try folder.mode("report") == 0o700 && folder.mode("report/timeline.txt") == 0o600)
        try FileManager.default.removeItem(atPath: folder.path(of: "report/log.txt"))
        try folder.write("mine", to: "victim")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(of: "report/log.txt"), withDestinationPath: folder.path(of: "victim"))
        try fixture.run { try Flint.gatherReport(options: [], to: target) }
        #expect(try folder.text("victim") == "mine", "a link is replaced, not followed")
        try folder.write("file", to: "taken")
        #expect(throws: DebugReportError.self) {
            try fixture.runtime.gatherReport(options: [], to: URL(filePath: folder.path(of: "taken")))
        }
    }

    @Test func whoeverIsReleasedHasNoSayAndIsNotKeptAlive() {
        fixture.run {
            weak var gone: Contributor?
            do {
                let contributor = Contributor(fails: false)
                gone = contributor
                DebugReporting.add(contributor)
                DebugReporting.add(contributor)
                var count = 0
                DebugReporting.eachReportable { _ in count += 1 }
                #expect(count == 1)
            }
            #expect(gone == nil)
            DebugReporting.eachReportable { _ in Issue.record("nobody is left") }
        }
    }

    @Test func whoeverIsRemovedHasNoSay() {
        fixture.run {
            let contributor = Contributor(fails: false)
            DebugReporting.add(contributor)
            DebugReporting.remove(contributor)
            DebugReporting.eachReportable { _ in Issue.record("nobody is left") }
        }
    }
}

/// Says in which runtime it is asked, or fails.
private final class Contributor: DebugReportable {
    private let fails: Bool
    private let runtime = FlintRuntime.current

    init(fails: Bool) {
        self.fails = fails
    }

    func copyReport(to folder: URL, options: Set<DebugReportOption>) throws {
        if fails { throw TestError("nothing to say") }
        let words = options.map { "\($0)" }.joined()
        try "\(words) in my runtime: \(FlintRuntime.current === runtime)".write(
            to: folder.appending(path: "contribution.txt"), atomically: true, encoding: .utf8)
    }
}

/// Has kept a file.
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

private final class Vault: ConditionalFeature {
    static let description = "Holds gold"
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) {}
}
