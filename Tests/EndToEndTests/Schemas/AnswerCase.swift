import FlintTestSupport
import Foundation
import Testing

/// A command with `--json` and the schema of its answer.
struct AnswerCase: CustomTestStringConvertible, Sendable {
    let schema: String
    let arguments: [String]
    var before: [[String]] = []
    var status: Int32 = 0

    /// Creates a case from commands as they are typed, with single spaces between words.
    ///
    /// - Parameters:
    ///   - schema: The schema's name.
    ///   - command: The command. Underscores represent spaces within a word.
    ///   - before: Commands that run first on the same state.
    ///   - status: The expected exit status.
    init(_ schema: String, _ command: String, before: [String] = [], status: Int32 = 0) {
        self.schema = schema
        arguments = Self.words(of: command)
        self.before = before.map(Self.words)
        self.status = status
    }

    private static func words(of command: String) -> [String] {
        command.split(separator: " ").map { String($0).replacing("_", with: " ") }
    }

    var testDescription: String { arguments.joined(separator: " ") }

    private static let premium = "set purchase podcasts.premium purchased"
    private static let buy = "store buy podcasts.premium"
    private static let waiting = "store buy podcasts.credits --ending ask-to-buy"
    private static let change = "change.v1"

    /// Every command that answers with one JSON object.
    ///
    /// Commands with several shapes are listed more than once.
    static let all = reading + comparing + overriding + acting + store

    private static let reading = [
        AnswerCase("features.v1", "features", before: [premium]),
        AnswerCase("features.v1", "features --unavailable"),
        AnswerCase("why.v1", "why smart", before: [premium + " --reason test --for 3d"]),
        AnswerCase("why.v1", "why transcripts"), AnswerCase("why.v1", "why PodcastFeatures"),
        AnswerCase("why.v1", "why clip"), AnswerCase("why.v1", "wait smart --unavailable"),
        AnswerCase("why.v1", "why smart transcripts living"), AnswerCase("why.v1", "why living"),
        AnswerCase("why.v1", "why"), AnswerCase("why.v1", "why smart --persona child"),
        AnswerCase("states.v2", "what-if --states smart"), AnswerCase("states.v2", "what-if --states PodcastFeatures"),
        AnswerCase("facts.v1", "facts purchases", before: [buy, premium]),
        AnswerCase("facts.v1", "facts permissions", before: ["set permission camera denied"]),
        AnswerCase("facts.v1", "facts"), AnswerCase("facts.v1", "facts permissions camera"),
        AnswerCase("facts.v1", "facts purchases transcripts"),
        AnswerCase("facts.v1", "facts flags", before: ["set flag sleep-timer on"]),
        AnswerCase("facts.v1", "facts flags summary-model"),
        AnswerCase("timeline.v1", "timeline"), AnswerCase("logs.v1", "logs", before: [premium]),
        AnswerCase("history.v1", "undo --list", before: [premium, "set user-setting speed on --in user", "undo"]),
        AnswerCase("store-status.v1", "store status", before: [buy, waiting]),
        AnswerCase("lint.v2", "lint"), AnswerCase("lint.v2", "lint --config @lint --date 2026-12-01"),
        AnswerCase("lint-rules.v1", "lint --rules"), AnswerCase("warnings.v1", "warnings"),
        AnswerCase("warnings.v1", "warnings --state @forgotten", status: 1),
        AnswerCase("diff.v1", "compare @old @new", status: 1),
        AnswerCase("diff-prove.v1", "compare @old @new --prove", status: 1),
        AnswerCase("check.v1", "check @sample --platform watchOS_9", status: 1),
        AnswerCase("check.v1", "check @sample"), AnswerCase("check-lock.v1", "check @gates --lock", status: 1),
        AnswerCase("check-lock.v1", "compare @gates now", status: 1),
        AnswerCase("coverage.v1", "coverage --expectations @sample"), AnswerCase("coverage.v1", "coverage"),
        AnswerCase("run.v1", "run @scenario"), AnswerCase("run.v1", "run @failing", status: 1),
        AnswerCase("differences.v1", "compare", before: [premium, buy, "set user-setting speed on --in user"]),
        AnswerCase("report.v2", "report", before: [premium, buy, "set user-setting speed on --in user"]),
        AnswerCase("attach-list.v1", "console --list"),
        AnswerCase("persona-list.v1", "persona list", before: ["persona save Mine --description mine"]),
    ]

    private static let comparing = [
        AnswerCase(
            "what-if.v1", "what-if permission_camera_denied platform_watchOS_9 purchase_premium_none",
            before: [premium]),
        AnswerCase("what-if.v1", "what-if undo store_buy_credits", before: [premium]),
        AnswerCase("impact.v1", "what-if --without purchase premium"),
        AnswerCase("impact.v1", "what-if --without platform watchOS 9"),
        AnswerCase("impact-ranking.v1", "what-if"),
        AnswerCase("persona-cover.v1", "persona cover"), AnswerCase("persona-share.v1", "persona share smart"),
        AnswerCase("compare.v1", "compare premium child", status: 1),
        AnswerCase("compare.v1", "compare mine", before: ["persona save Mine", "store consume credits 1"]),
        AnswerCase("compare.v1", "compare now now"),
        AnswerCase("retire.v1", "lint --retire sleep-timer=on"),
        AnswerCase("retire.v1", "lint --retire summary-model=off --released @old @new"),
        AnswerCase("manifest-check.v1", "manifest check @plist @flags", status: 1),
        AnswerCase("manifest-check.v1", "manifest check @storekit"),
        AnswerCase("matrix.v1", "matrix"),
    ]

    private static let overriding = [
        AnswerCase("why-apply.v1", "why smart --apply --for 1h"),
        AnswerCase(change, premium + " --uses 3"),
        AnswerCase(change, "set permission camera denied"),
        AnswerCase(change, "set user-setting speed on"),
        AnswerCase(change, "set runtime-switch turbo off"),
        AnswerCase(change, "set flag sleep-timer on"),
        AnswerCase(change, "set platform watchOS_9"),
        AnswerCase(change, "set flag sleep-timer on"),
        AnswerCase(change, "set all none", before: [premium]),
        AnswerCase(change, "persona apply child"), AnswerCase(change, "undo", before: [premium]),
        AnswerCase(change, "undo --redo", before: [premium, "undo"]),
        AnswerCase(change, "compare --remove-all", before: [premium, buy]),
        AnswerCase(change, "undo --dry-run", before: [premium]), AnswerCase(change, "store reset --dry-run"),
        AnswerCase(change, "why smart --apply --dry-run"),
    ]

    private static let acting = [
        AnswerCase(change, "persona save Someone"),
        AnswerCase(change, "persona save Someone --overrides", before: [premium]),
        AnswerCase(change, "persona rename Mine Other", before: ["persona save Mine"]),
        AnswerCase(change, "persona delete Mine", before: ["persona save Mine"]),
        AnswerCase(change, "set user-setting speed on --in user"),
        AnswerCase(change, "set permission camera denied --in system"),
        AnswerCase(change, "set flag sleep-timer on --in provider"),
        AnswerCase(change, "set flags none --in provider", before: ["set flag sleep-timer on --in provider"]),
        AnswerCase("perform.v1", "perform smart/create name=M --answer location=allow", before: [premium]),
        AnswerCase("perform.v1", "perform smart/create name=M", status: 1),
        AnswerCase("perform.v1", "perform podcasts://nowhere", status: 1),
    ]

    private static let store = [
        AnswerCase(change, buy), AnswerCase(change, "store approve credits", before: [waiting]),
        AnswerCase(change, "store decline credits", before: [waiting]),
        AnswerCase(change, "store resume premium", before: [buy + " --ending interrupt"]),
        AnswerCase(change, "store refund premium", before: [buy]),
        AnswerCase(change, "store revoke premium", before: [buy]),
        AnswerCase(change, "store share premium"), AnswerCase(change, "store delete premium", before: [buy]),
        AnswerCase(change, "store renew premium", before: [buy]),
        AnswerCase(change, "store expire premium", before: [buy]),
        AnswerCase(change, "store consume credits 1", before: ["store buy podcasts.credits"]),
        AnswerCase(change, "store auto-renew premium off", before: [buy]),
        AnswerCase(change, "store ask-to-buy on"), AnswerCase(change, "store fail-renewals on"),
        AnswerCase(change, "store advance 3d"), AnswerCase(change, "store next", before: [buy]),
        AnswerCase(change, "store rate 0"), AnswerCase(change, "store reset", before: [buy]),
    ]

    /// Runs the command with separate state.
    ///
    /// - Returns: The answer.
    /// - Throws: An error if a command cannot be run, or its answer is not JSON.
    func answer() async throws -> JSONTree {
        let folder = try TemporaryFolder()
        let environment = ["FLINT_STATE": folder.path(of: "state.json")]
        for arguments in before {
            let result = try await DemoCommandLine.run(arguments, environment: environment)
            guard result.status == 0 else { throw Unexpected(description: "\(arguments): \(result.errors)") }
        }
        var typed = arguments
        for (index, word) in typed.enumerated() where word.hasPrefix("@") {
            let sample = BuiltProgram.root + "/Resources/expectations/podcast.json5"
            let scenario = BuiltProgram.root + "/Resources/scripts/unlock.scenario"
            switch word {
            case "@sample": typed[index] = sample
            case "@scenario": typed[index] = scenario
            case "@storekit": typed[index] = BuiltProgram.root + "/Resources/Store/Podcasts.storekit"
            case "@plist":
                let entry = "<key>NSContactsUsageDescription</key><string>x</string>"
                typed[index] = try folder.write("<plist><dict>\(entry)</dict></plist>", to: "Info.plist")
            case "@flags":
                typed[index] = try folder.write("{\"flags\": {\"up-next\": {\"flagType\": \"float\"}}}", to: "f.json")
            case "@gates": typed[index] = try folder.write("# The gates of Podcasts\nA: always\n", to: "gates.lock")
            case "@lint": typed[index] = BuiltProgram.root + "/Resources/lint/podcast.json5"
            case "@forgotten": typed[index] = try folder.write(ReferenceTests.forgottenOverride, to: "old.json")
            case "@failing":
                try folder.write("set flag sleep-timer on\nexpect nothing of the kind\n", to: "failing.scenario")
                typed[index] = folder.path(of: "failing.scenario")
            default: typed[index] = try await features(named: word, in: folder, environment: environment)
            }
        }
        let result = try await DemoCommandLine.run(typed + ["--json"], environment: environment)
        guard result.status == status else { throw Unexpected(description: "\(arguments): \(result.errors)") }
        return try JSONTree(parsing: result.output)
    }

    /// Writes the answer of `features` to a file, in which `@new` requires another product than the demo.
    private func features(
        named name: String, in folder: TemporaryFolder, environment: [String: String]
    ) async throws -> String {
        let path = folder.path(of: "\(name).json")
        let answer = try await DemoCommandLine.run(["features", "--json"], environment: environment).output
        let text = name == "@new" ? answer.replacing("podcasts.season-pass", with: "podcasts.year-pass") : answer
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    struct Unexpected: Error, CustomStringConvertible {
        let description: String
    }
}
