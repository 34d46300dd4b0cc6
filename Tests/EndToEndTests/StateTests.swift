import FlintTestSupport
import Foundation
import Testing

struct StateTests: ProgramUser {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func available(_ feature: String) async throws -> Bool? {
        (try await json("why", feature)["feature"] as? [String: Any])?["available"] as? Bool
    }

    private func savePremium(expiry: String) throws {
        let record = "{\"kind\": \"purchase\", \"key\": \"podcasts.premium\", \"value\": \"purchased\", \(expiry)}"
        try folder.write("{\"flint\": \"overrides\", \"version\": 2, \"overrides\": [\(record)]}", to: "state.json")
    }

    // MARK: Expiry

    @Test func `an expired override has no effect and the next change removes it`() async throws {
        try savePremium(expiry: "\"expiry\": {\"until\": \"2020-01-01T12:00:00Z\"}, \"reason\": \"the demo\"")
        let text = try folder.text("state.json")
        for _ in 0..<2 {
            let list = try await flint("compare")
            #expect(list.status == 0)
            #expect(list.output == "No differences from the initial state.\n")
            #expect(
                list.errors
                    == "An override has expired: Premium subscription, purchased until 2020-01-01 12:00, because of "
                    + "“the demo”.\n")
            #expect(try folder.text("state.json") == text, "Listing does not change the file.")
        }
        #expect(try await flint("set", "permission", "camera", "denied").errors.contains("has expired"))
        #expect(try !folder.text("state.json").contains("podcasts.premium"))
        #expect(try await flint("compare").errors.isEmpty)
    }

    @Test func `an override that has not expired applies to the next process`() async throws {
        try savePremium(expiry: "\"expiry\": {\"until\": \"2999-01-01T00:00:00Z\"}")
        let result = try await flint("compare")
        #expect(result.output == "1  override: purchase podcasts.premium: purchased until 2999-01-01 00:00\n")
        #expect(result.errors.isEmpty)
        #expect(try await flint("facts", "purchases").output.contains("purchased (overridden"))
    }

    @Test func `an override is saved with its expiry and reason`() async throws {
        let result = try await flint(
            "set", "purchase", "premium", "purchased", "--for", "2h", "--reason", "a trial")
        #expect(result.status == 0)
        #expect(result.output.contains("overridden, purchased until "))
        let list = try await flint("compare", "--json").output
        #expect(list.contains("\"reason\" : \"a trial\""))
        #expect(list.contains("\"until\" : \""))
        let explanation = try await flint("why", "smart").output
        #expect(explanation.contains("overridden: purchase podcasts.premium: purchased until "))
        #expect(explanation.contains("because of “a trial”"))
    }

    @Test func `an override for one use is removed by one action`() async throws {
        try await flint("set", "purchase", "premium", "purchased")
        try await flint("set", "permission", "location", "authorized", "--uses", "1")
        #expect(try await available("smart") == true)
        let performed = try await flint("perform", "smart/create", "name=Morning", "--json")
        #expect(performed.status == 0)
        #expect(performed.output.contains("override expired"))
        #expect(
            try await flint("compare").output
                == "1  override: purchase podcasts.premium: purchased until removed, by command line\n")
        #expect(try await flint("perform", "smart/create", "name=Evening").status == 1)
    }

    @Test func `uses of an override are counted across processes`() async throws {
        try await flint("set", "purchase", "premium", "purchased", "--uses", "3")
        for rest in ["for 2 uses", "for 1 use"] {
            #expect(
                try await flint("perform", "smart/create", "name=Morning").status == 1,
                "A denied request also counts as a use.")
            #expect(try await flint("compare").output.contains(rest))
        }
        _ = try await flint("perform", "smart/create", "name=Morning")
        #expect(try await flint("compare").output == "No differences from the initial state.\n")
    }

    // MARK: Kinds of overrides

    @Test func `overrides of one kind are cleared`() async throws {
        try await flint("set", "purchase", "premium", "purchased")
        try await flint("set", "user-setting", "dynamic speed", "on")
        try await flint("set", "platform", "watchOS", "9")
        #expect(
            try await flint("set", "user-settings", "none").output == "Removed 1 override of user settings.\n")
        #expect(
            try await flint("compare").output
                == "1  override: platform: watchOS 9.0 until removed, by command line\n2  override: purchase podcasts.premium: purchased until removed, by command line\n"
        )
        #expect(
            try await flint("set", "runtime-switches", "none").output
                == "There were no overrides of runtime switches.\n")
    }

    @Test func `a platform is inspected by option and by override`() async throws {
        let inspected = try await flint("why", "watch player", "--platform", "watchOS 9.0").output
        #expect(inspected.contains("watchOS 9.0"))
        #expect(inspected.contains("simulated"))
        #expect(try await flint("features").output == flint("features", "--platform", "iOS 17.2").output)
        try await flint("set", "platform", "watchOS 9.0", "--reason", "on the wrist")
        let overridden = try await flint("why", "watch player").output
        #expect(overridden.contains("overridden: platform: watchOS 9.0 until removed, because of “on the wrist”"))
        let hidden = try await flint("features", "--platform", "tvOS 16")
        #expect(hidden.errors.contains("--platform has no effect"))
        #expect(hidden.errors.contains("flint set platform none"))
        #expect(try await flint("set", "platform", "none").output.contains("override removed"))
    }

    @Test func `a flag is overridden by its key`() async throws {
        let flags = try await json("facts", "flags")["facts"] as? [[String: Any]]
        let key = try #require(flags?.first?["key"] as? String)
        #expect(try await flint("set", "flag", key, "on", "--reason", "try it").status == 0)
        #expect(
            try await flint("compare").output
                == "1  override: flag \(key): on until removed, because of “try it”, by command line\n")
        #expect(try await flint("set", "flag", "no-such-flag-anywhere", "on").status == 64)
    }

    // MARK: User settings

    @Test func `user settings are saved`() async throws {
        try await flint("set", "purchase", "premium", "purchased")
        #expect(try await available("dynamic speed") == false)
        let result = try await flint("set", "user-setting", "dynamic speed", "on", "--in", "user")
        #expect(result.output == "The user has turned Dynamic Speed on; Dynamic Speed is available.\n")
        #expect(try await available("dynamic speed") == true)
        #expect(try await !flint("compare").output.contains("override: user-setting"))
        #expect(
            try await flint("set", "user-setting", "dynamic speed", "none", "--in", "user").output.contains(
                "off by default"))
        #expect(try await available("dynamic speed") == false)
    }

    @Test func `setting a user setting fails if it cannot be saved`() async throws {
        let text = "{\"flint\": \"settings\", \"version\": 99}"
        try folder.write(text, to: "state.toggles.json")
        let newer = try await flint("set", "user-setting", "dynamic speed", "on", "--in", "user", "--ignore-state")
        #expect(newer.status == 73)
        #expect(newer.errors.contains("has version 99, but this program reads versions up to 2"))
        #expect(try folder.text("state.toggles.json") == text)
        #expect(
            try await flint(
                "set", "user-setting", "dynamic speed", "on", "--in", "user", "--state", folder.path(of: "other.json")
            ).status == 0
        )
        try FileManager.default.createDirectory(
            atPath: folder.path(of: "third.toggles.json"), withIntermediateDirectories: true)
        #expect(
            try await flint(
                "set", "user-setting", "dynamic speed", "on", "--in", "user", "--state", folder.path(of: "third.json")
            ).status
                == 66)
    }

    // MARK: Files that cannot be read

    @Test(arguments: ["state.json", "state.toggles.json", "state.flags.json"])
    func `a malformed file prevents answers unless the state is ignored, and is renamed by the next change`(
        name: String
    ) async throws {
        let kind = name == "state.json" ? "overrides" : "settings"
        let content = "{\"flint\": \"\(kind)\", \"version\": 2, \"over"
        try folder.write(content, to: name)
        let change =
            switch name {
            case "state.json": ["set", "purchase", "premium", "purchased"]
            case "state.flags.json": ["set", "flag", "sleep-timer", "on", "--in", "provider"]
            default: ["set", "user-setting", "dynamic speed", "on", "--in", "user"]
            }
        for command in [["features", "--json"], change] {
            let result = try await flint(command)
            #expect(result.status == 66 && !result.output.contains("SmartPlaylistsFeature"), "\(result)")
            #expect(result.errors.contains("\(name) is malformed") && result.errors.contains("--ignore-state"))
        }
        let ignoring = try await flint("features", "--json", "--ignore-state")
        #expect(ignoring.status == 0 && ignoring.output.contains("SmartPlaylistsFeature"))
        #expect(ignoring.errors.contains("\(name) is malformed"), "\(ignoring.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
        #expect(try await flint(change + ["--ignore-state"]).status == 0)
        #expect(try folder.text("\(name).unreadable-1") == content)
        #expect(try await flint("features").errors.isEmpty)
    }

    @Test(arguments: [
        "why smart --persona child", "persona save Me", "persona rename Ann Bob", "persona delete Ann",
        "set flag sleep-timer on --in provider", "report --output @report", "compare", "perform playback/pause",
        "matrix",
        "console --plain",
    ])
    func `a malformed file is reported by every command`(command: String) async throws {
        #expect(try await flint("persona", "save", "Ann").status == 0)
        try folder.write("{\"flint\": \"settings\", ", to: "state.toggles.json")
        let words = command.replacing("@report", with: folder.path(of: "report.json")).split(separator: " ")
            .map { String($0) }
        let result = try await flint(words)
        #expect(result.status == 66 && result.errors.contains("state.toggles.json is malformed"), "\(result.errors)")
        let ignoring = try await flint(words + ["--ignore-state"])
        #expect(ignoring.status == 0, "\(ignoring.errors)")
        #expect(ignoring.errors.contains("state.toggles.json is malformed"), "\(ignoring.errors)")
    }

    @Test func `only answers that depend on a malformed history report it`() async throws {
        try await flint("set", "purchase", "premium", "purchased")
        let content = "{\"flint\": \"history\", "
        try folder.write(content, to: "state.history.json")
        #expect(try await flint("features").status == 0)
        for command in [
            ["undo", "--list"], ["undo", "--list", "--json"], ["undo"], ["undo", "--dry-run"], ["undo", "--redo"],
            ["report", "--json"],
            ["set", "flag", "sleep-timer", "on", "--in", "provider"],
        ] {
            let result = try await flint(command)
            #expect(result.status == 66, "\(command): \(result)")
            #expect(result.errors.contains("state.history.json is malformed"), "\(command): \(result.errors)")
        }
        #expect(try folder.text("state.history.json") == content)
        let listed = try await flint("undo", "--list", "--ignore-state")
        #expect(listed.status == 0 && listed.errors.contains("state.history.json is malformed"), "\(listed)")
        let changed = try await flint("set", "flag", "sleep-timer", "on", "--in", "provider", "--ignore-state")
        #expect(changed.status == 0 && changed.errors.contains("state.history.json.unreadable-1"), "\(changed)")
        #expect(try folder.text("state.history.json.unreadable-1") == content)
    }

    @Test func `an unreadable folder is not treated as an empty state`() async throws {
        try folder.write("", to: "file")
        for (arguments, environment) in [
            (["--state", folder.path(of: "file/state.json")], [:]), ([], ["XDG_STATE_HOME": folder.path(of: "file")]),
        ] {
            let environment = environment.merging(["FLINT_STATE": ""]) { $1 }
            let result = try await DemoCommandLine.run(["features"] + arguments, environment: environment)
            #expect(result.status == 66 && result.output.isEmpty, "\(result)")
            #expect(result.errors.contains("cannot be read: Not a directory"), "\(result.errors)")
            let ignoring = try await DemoCommandLine.run(
                ["features", "--ignore-state"] + arguments, environment: environment)
            #expect(ignoring.status == 0 && ignoring.errors.contains("cannot be read"), "\(ignoring)")
        }
    }

    @Test func `any plain file at the default path is treated as the app's`() async throws {
        try FileManager.default.createDirectory(
            atPath: folder.path(of: "flint"), withIntermediateDirectories: true)
        try folder.write("", to: "flint/overrides.json")
        let environment = ["XDG_STATE_HOME": folder.path]
        let result = try await DemoCommandLine.run(["features"], environment: environment)
        #expect(result.status == 66)
        #expect(result.errors.contains("flint/overrides.json is malformed"))
        let change = ["set", "purchase", "premium", "purchased", "--ignore-state"]
        #expect(try await DemoCommandLine.run(change, environment: environment).status == 0)
        #expect(try folder.text("flint/overrides.json.unreadable-1") == "")
    }

    // MARK: Files of other programs

    @Test(arguments: [
        ["features"], ["why", "smart"], ["console", "--plain"], ["facts", "purchases"], ["facts", "permissions"],
        ["facts", "flags"],
        ["compare"], ["store", "status"], ["set", "purchase", "premium", "purchased"],
        ["set", "all", "none"], ["set", "user-setting", "dynamic speed", "on", "--in", "user"],
        ["perform", "playback/pause"],
        ["store", "buy", "premium"], ["set", "flag", "sleep-timer", "on", "--in", "provider"],
    ])
    func `a file of another program is named with status 66 and not changed`(arguments: [String]) async throws {
        for name in ["notes.json", "notes.toggles.json", "notes.flags.json", "notes.device.json"] {
            let folder = try TemporaryFolder()
            try folder.write("precious", to: name)
            let result = try await DemoCommandLine.run(arguments + ["--state", folder.path(of: "notes.json")])
            #expect(result.status == 66, "\(name): \(result.errors)")
            #expect(result.output.isEmpty)
            #expect(
                result.errors.contains("\(folder.path(of: name)) cannot be used as a state file"), "\(result.errors)")
            #expect(try folder.text(name) == "precious")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name], "\(arguments)")
        }
    }

    @Test(arguments: [
        ["features"], ["features", "--json"], ["why", "smart"], ["console", "--plain"], ["facts", "purchases"],
        ["facts", "permissions"], ["facts", "flags"], ["facts", "flags", "sleep-timer"], ["compare"],
        ["store", "status"],
    ])
    func `a command that only reads creates no file`(arguments: [String]) async throws {
        let path = folder.path(of: "a/b/state.json")
        #expect(try await DemoCommandLine.run(arguments + ["--state", path]).status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func `a symbolic link is refused`() async throws {
        try folder.write("{\"flint\": \"overrides\", \"version\": 2, \"overrides\": []}", to: "real.json")
        #expect(symlink("real.json", folder.path(of: "state.json")) == 0)
        for arguments in [["features"], ["set", "purchase", "premium", "purchased"]] {
            let result = try await DemoCommandLine.run(arguments + ["--state", folder.path(of: "state.json")])
            #expect(result.status == 66)
            #expect(result.errors.contains("it is a symbolic link"))
        }
        #expect(try folder.text("real.json") == "{\"flint\": \"overrides\", \"version\": 2, \"overrides\": []}")
    }

    // MARK: Locks

    @Test func `a lock of another process delays writers and not readers`() async throws {
        try await flint("set", "purchase", "premium", "purchased")
        let lock = try HeldLock(of: folder.path(of: "state.json"))
        defer { lock.release() }
        #expect(
            try await flint("compare").output
                == "1  override: purchase podcasts.premium: purchased until removed, by command line\n")
        let writer = try RunningChild(
            BuiltProgram.path,
            ["set", "permission", "camera", "denied", "--state", folder.path(of: "state.json")], readsErrors: true)
        let line = try #require(writer.nextLine())
        #expect(line.hasPrefix("Waiting. Press ctrl-c to cancel."))
        #expect(line.contains("is locked by process \(getpid())"))
        #expect(writer.end(with: SIGTERM) == 128 + SIGTERM)
        #expect(
            try await flint("compare").output
                == "1  override: purchase podcasts.premium: purchased until removed, by command line\n")
    }

    @Test func `a lock that is not released in time leads to status 75`() async throws {
        let lock = try HeldLock(of: folder.path(of: "state.json"))
        let result = try program("set", "purchase", "premium", "purchased")
        lock.release()
        #expect(result.status == 75)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("state.json is locked by"))
        #expect(try await !flint("undo", "--list").output.contains("Premium"), "The command changes nothing.")
    }

    @Test(arguments: ["state.json", "state.toggles.json", "state.flags.json"])
    func `a file of a newer version is reported and not changed`(name: String) async throws {
        let kind = name == "state.json" ? "overrides" : "settings"
        let content = "{\"flint\": \"\(kind)\", \"version\": 99, \"overrides\": 3, \"values\": []}"
        try folder.write(content, to: name)
        for arguments in [["features"], ["console", "--plain"]] {
            let result = try await flint(arguments)
            #expect(result.status == 66)
            #expect(result.errors.contains("\(name) has version 99"), "\(arguments): \(result.errors)")
            #expect(try await flint(arguments + ["--ignore-state"]).status == 0)
        }
        #expect(try folder.text(name) == content)
    }

    @Test func `entries of a newer version stay in the file`() async throws {
        try folder.write(
            "{\"flint\": \"overrides\", \"version\": 2, \"overrides\": [{\"kind\": \"persona\", \"key\": \"Ann\"}], \"extra\": [1]}",
            to: "state.json")
        let result = try await flint("set", "purchase", "premium", "purchased")
        #expect(result.status == 0)
        #expect(result.errors.contains("contains an unsupported override, which is kept: persona Ann"))
        let text = try folder.text("state.json")
        #expect(text.contains("persona") && text.contains("extra") && text.contains("podcasts.premium"))
    }
}
