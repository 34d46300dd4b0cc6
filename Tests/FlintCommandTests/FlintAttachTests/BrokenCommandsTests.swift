import FlintAttachServer
import FlintCLI
import FlintInspector
import FlintInspectorTestSupport
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

struct BrokenCommandsTests {
    /// Commands as they are typed, with single spaces between words; underscores represent spaces within a word.
    ///
    /// `@event` is the latest event, `@expected` a file with expectations, and `@new` a file that does not exist.
    private static let commands = [
        "features", "features --at @event", "features needs:pass", "why Guide", "why Guide --persona Member",
        "wait Pictures",
        "why", "why Guide Pictures", "why Guide --apply", "why Guide --apply --dry-run",
        "what-if permission_camera_denied",
        "what-if --without purchase pass", "what-if", "matrix", "what-if --states Guide", "lint", "warnings",
        "check @expected", "check @new --record", "check @gates --lock", "coverage",
        "coverage --expectations @expected", "persona list",
        "persona save Other", "persona save Other --dry-run", "persona cover", "compare now Member",
        "lint --retire tickets=on", "persona rename Member Other", "persona delete Member",
        "persona apply Member", "persona share Guide", "persona save Other --overrides", "timeline --lanes",
        "facts purchases", "facts permissions",
        "set permission camera denied --in system",
        "facts", "set flag tickets on", "facts flags", "facts flags tickets", "set flag tickets on --in provider",
        "set flags none --in provider",
        "manifest flags --output @new",
        "manifest check @flags @plist", "manifest plist --output @new", "manifest storekit --output @new",
        "set purchase pass not-purchased", "set permission camera denied", "set user-setting Camera off",
        "set runtime-switch Night off", "set flag tickets on", "set platform watchOS_9",
        "set all none", "set user-setting Camera off --in user", "store status", "store buy pass", "store refund pass",
        "perform Pictures/show", "perform Pictures/show --dry-run", "perform gallery://pictures",
        "perform gallery://pictures --dry-run", "timeline", "timeline --export csv",
        "timeline --export csv --output @new",
        "logs", "compare", "compare --remove-all", "undo --list", "undo", "undo --redo", "console --plain",
        "run @scenario",
    ]

    @Test(.serialized, arguments: commands)
    @MainActor
    func `a command without an answer fails with the reason`(command: String) async throws {
        let attempt = try await Attempt(command)
        let expected = try await attempt.run()
        // A written manifest is followed by a note about its placeholders.
        #expect(expected.errors.isEmpty || expected.status != 0 || command.hasPrefix("manifest "), "\(expected)")
        let methods = attempt.proxy.methods
        #expect(!methods.isEmpty)
        // Over all commands, each method gets each fault.
        let number = Self.commands.firstIndex(of: command) ?? 0
        for (index, method) in methods.sorted().enumerated() {
            let faults = BreakingProxy.Fault.cases(of: method)
            let fault = faults[(number + index) % faults.count]
            let result = try await attempt.run(breaking: method, by: fault)
            let comment = Comment(rawValue: "\(command) without \(method) (\(fault)): \(result)")
            // The scenario's console shows these answers, but the command does not print the console.
            if command.hasPrefix("run"), method == "sync", result.status == 0 {
                continue
            }
            #expect(result.status == 1, comment)
            #expect(!FileManager.default.fileExists(atPath: attempt.newFile), comment)
            let answer = try? Answer(result.output)
            if let message = answer?.message, method == "send" {
                #expect(fault.explains(message), comment)
                continue
            }
            #expect(fault.explains(result.errors), comment)
            guard attempt.hasJSON else {
                #expect(result.output.isEmpty, comment)
                continue
            }
            if answer?.failure != nil { continue }
            let error = try #require(answer?.error, comment)
            #expect(error.kind == "refused" && error.status == 1, comment)
            #expect(result.errors == "\(error.message)\n", comment)
        }
    }

    @Test(
        arguments: ["what-if --without purchase pass", "matrix"],
        ["[]", #"[{"records": [], "storeActions": []}]"#, #"[{"records": 7}]"#, "7"])
    @MainActor
    func `an answer without a plan for every state counts as missing`(command: String, result: String) async throws {
        let answer = try await Attempt(command).run(breaking: "plans", by: .result(result))
        #expect(answer.status == 1)
        #expect(
            answer.errors.contains("the number of plans differs") || answer.errors.contains("plans: "), "\(answer)")
    }

    @Test(arguments: ["perform Pictures/show", "perform gallery://pictures"])
    @MainActor
    func `an action is not performed after a missing answer`(command: String) async throws {
        let attempt = try await Attempt(command)
        func actionCount() -> Int { attempt.gallery.inspector.events(after: 0).count { $0.kind == .actionBegan } }
        #expect(try await attempt.run(breaking: "sync", by: .error).status == 1)
        #expect(actionCount() == 0)
        #expect(try await attempt.run(breaking: "nothing", by: .error).status == 0)
        #expect(actionCount() > 0)
    }

    @Test
    @MainActor
    func `an override whose effects are unknown is reported with its outcome`() async throws {
        let attempt = try await Attempt("set flag tickets on")
        let result = try await attempt.run(breaking: "list", by: .error, after: "send")
        #expect(result.status == 1)
        #expect(result.errors.contains("overridden") && result.errors.contains(" Its effects are unknown: "))
        #expect(attempt.gallery.inspector.readModel().overrides.contains { $0.key == "tickets" })
    }

    @Test(arguments: ["report", "report --output @new", "report --output @new.txt"])
    @MainActor
    func `a report lists its missing parts`(command: String) async throws {
        let attempt = try await Attempt(command)
        #expect(try await attempt.run().status == 0)
        #expect(try !attempt.takeFile().contains("ncomplete"))
        for method in attempt.proxy.methods.subtracting(["hello"]).sorted() {
            for fault in BreakingProxy.Fault.cases(of: method) {
                let result = try await attempt.run(breaking: method, by: fault)
                let comment = Comment(rawValue: "\(command) without \(method) (\(fault)): \(result)")
                #expect(result.status == 1, comment)
                #expect(result.errors.hasPrefix("The report is incomplete.\n"), comment)
                #expect(fault.explains(result.errors), comment)
                let text = attempt.hasJSON ? result.output : try attempt.takeFile()
                if command.hasSuffix("txt") {
                    #expect(text.contains("\nIncomplete: "), comment)
                    continue
                }
                let missing = try #require(try Answer(text).missing, comment)
                #expect(!missing.isEmpty && missing.allSatisfy { fault.explains($0.reason) }, comment)
            }
        }
    }

    @Test
    @MainActor
    func `a reopened report states which parts are missing`() async throws {
        let attempt = try await Attempt("report --output @new")
        _ = try await attempt.run()
        let complete = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: attempt.newFile)))
        var report = try #require(complete as? [String: Any])
        report["missing"] = [["part": "events", "reason": "It is broken."]]
        try JSONSerialization.data(withJSONObject: report).write(to: URL(filePath: attempt.newFile))
        let recording = ["--recording", attempt.newFile]
        let features = try await GalleryCommandLine.run(["features"] + recording)
        #expect(features.status == 0)
        #expect(features.errors.contains("is incomplete: The events are missing or incomplete: It is broken."))
        for options in [[], ["--json"]] {
            let timeline = try await GalleryCommandLine.run(["timeline"] + options + recording)
            #expect(timeline.status == 1 && timeline.errors.contains("It is broken."))
            #expect(!timeline.output.contains("No events yet") && !timeline.output.contains("events\""))
        }
        let plain = try await GalleryCommandLine.run(["console", "--plain"] + recording)
        #expect(plain.status == 1 && plain.output.isEmpty)
    }

    /// The members of JSON output that state a failure.
    private struct Answer: Decodable {
        struct Failure: Decodable {
            let kind: String
            let message: String
            let status: Int
        }

        let error: Failure?
        /// The message of a command's result.
        let message: String?
        /// The message of a scenario's failed step.
        let failure: String?
        let missing: [MissingPart]?

        init(_ output: String) throws {
            self = try JSONDecoder().decode(Self.self, from: Data(output.utf8))
        }
    }

    /// A command that is attached through a proxy.
    @MainActor
    private struct Attempt {
        let gallery: ServedGallery
        let proxy: BreakingProxy
        let newFile: String
        private let records: Bool
        let hasJSON: Bool
        private let folder: TemporaryFolder
        private let command: @MainActor () async -> Int32?

        init(_ command: String) async throws {
            gallery = try ServedGallery()
            folder = try TemporaryFolder()
            let inspector = gallery.inspector
            _ = await inspector.answer(to: .override(.purchase, "pass", to: "purchased"))
            _ = await inspector.answer(to: .override(.flag, "tickets", to: "on"))
            _ = await inspector.answer(to: .undo)
            proxy = try BreakingProxy(to: gallery.server.path)
            var words = command.split(separator: " ").map { String($0).replacing("_", with: " ") }
            hasJSON = !words.contains {
                ["--export", "--output", "--record", "--plain", "--lanes", "share"].contains($0)
            }
            newFile = folder.path(of: words.contains("@new.txt") ? "new.txt" : "new")
            for (index, word) in words.enumerated() {
                switch word {
                case "@event": words[index] = String(inspector.events(after: 0).last?.id ?? 0)
                case "@new", "@new.txt": words[index] = newFile
                case "@flags": words[index] = try folder.write("{\"flags\": {}}", to: "flags.json")
                case "@gates": words[index] = try folder.write("# The gates of Shop\nA: always\n", to: "gates.lock")
                case "@plist": words[index] = try folder.write("<plist><dict/></plist>", to: "Info.plist")
                case "@scenario":
                    words[index] = try folder.write("set permission camera denied\n", to: "test.scenario")
                case "@expected":
                    words[index] = folder.path(of: "expected.json5")
                    let record = ["check", words[index], "--record", "--attach", gallery.server.path]
                    // The file is recorded without the override, which recording refuses.
                    _ = await inspector.answer(to: .undo)
                    _ = try await GalleryCommandLine.run(record)
                    _ = await inspector.answer(to: .redo)
                default: break
                }
            }
            // Recording expectations is refused while there are overrides.
            records = words.contains("--record")
            if records { _ = await inspector.answer(to: .removeAllOverrides) }
            self.command = FlintCommandLine<GalleryCommandLine>.prepare(
                words + (hasJSON ? ["--json"] : []) + ["--attach", proxy.path])
        }

        func run() async throws -> GalleryCommandLine.Result { try await GalleryCommandLine.result(of: command) }

        func run(
            breaking method: String, by fault: BreakingProxy.Fault, after first: String? = nil
        ) async throws -> GalleryCommandLine.Result {
            try? FileManager.default.removeItem(atPath: newFile)
            // Earlier runs may have changed the app.
            _ = await gallery.inspector.answer(to: .removeAllOverrides)
            if !records { _ = await gallery.inspector.answer(to: .override(.purchase, "pass", to: "purchased")) }
            proxy.breakAnswers(to: method, by: fault, after: first)
            return try await run()
        }

        /// Returns the content of the new file, or an empty string if the command has written none.
        func takeFile() throws -> String {
            guard FileManager.default.fileExists(atPath: newFile) else { return "" }
            defer { try? FileManager.default.removeItem(atPath: newFile) }
            return try String(contentsOfFile: newFile, encoding: .utf8)
        }
    }

    @Test
    @MainActor
    func `every command that attaches is tested`() async throws {
        let help = try await GalleryCommandLine.run(["--experimental-dump-help"]).output
        let attaching = try HelpDump(json: help).command.leaves().filter { leaf in
            leaf.command.arguments?.contains { $0.preferredName?.name == "attach" } == true
        }
        #expect(attaching.count > 40)
        // These commands keep running, change the store like the tested ones, or are tested separately.
        let others: Set = ["serve", "mcp", "report"]
        for (path, _) in attaching where !others.contains(path[1]) && path[1] != "store" {
            let name = path.dropFirst().joined(separator: " ")
            #expect(Self.commands.contains { ($0 + " ").hasPrefix(name + " ") }, "\(name)")
        }
    }
}

extension BreakingProxy.Fault {
    /// Returns whether a sentence states the reason for an answer that the fault has broken.
    func explains(_ text: String) -> Bool {
        switch self {
        case .wrongShape, .null, .empty, .noJSON, .deep, .result:
            text.contains("invalid response") || Self.dropped.explains(text)
        case .error: text.contains("It is broken.")
        case .dropped, .cut:
            text.contains("was lost") || text.contains("does not respond") || text.contains("disconnected")
        }
    }
}
