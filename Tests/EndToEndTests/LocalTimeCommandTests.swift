import FlintTestSupport
import Foundation
import Testing

/// Tests that commands show every date with the offset from UTC that applies at that date.
///
/// The program runs as a child process, because a process has one time zone.
struct LocalTimeCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: SeasonalZone.all)
    func `a journal of another season is shown in local time`(zone: SeasonalZone) throws {
        let journal = folder.path(of: "run.jsonl")
        let recorded = try BuiltProgram.run(
            ["set", "runtime-switch", "turbo", "on", "--journal", journal],
            environment: ["FLINT_STATE": folder.path(of: "state.json")])
        #expect(recorded.status == 0, "\(recorded.errors)")
        let text = try folder.text("run.jsonl")
        for (date, time) in zone.times {
            let seconds = Int(date.timeIntervalSince1970)
            try folder.write(text.replacing(/"date":[\d.]+/, with: "\"date\":\(seconds)"), to: "run.jsonl")
            for command in [["timeline", journal], ["timeline", journal, "--export", "markdown"]] {
                let result = try BuiltProgram.run(command, environment: ["TZ": zone.rule])
                let rows = result.output.split(separator: "\n").filter { $0.contains(":00") }
                #expect(
                    !rows.isEmpty && rows.allSatisfy { $0.contains("\(time):00") }, "\(command): \(result.output)")
            }
        }
    }

    @Test(arguments: SeasonalZone.all)
    func `an override's expiry is shown at the same time by each command`(zone: SeasonalZone) throws {
        let environment = ["TZ": zone.rule, "FLINT_STATE": folder.path(of: "state.json")]
        // At this duration, the expiry is in the other half of the year.
        let set = try BuiltProgram.run(
            ["set", "runtime-switch", "turbo", "on", "--for", "180d"], environment: environment)
        let expiry = try #require(set.output.firstMatch(of: /until (\d{4}-\d\d-\d\d \d\d:\d\d)/)?.1, "\(set)")
        for command in [["compare"], ["undo", "--list"], ["report"], ["timeline"]] {
            let output = try BuiltProgram.run(command, environment: environment).output
            let found = Set(output.matches(of: /until (\d{4}-\d\d-\d\d \d\d:\d\d)/).map(\.1))
            #expect(found.isEmpty || found == [expiry], "\(command): \(output)")
        }
    }
}
