import FlintTestSupport
import Foundation
import Testing

struct WhyCommandTests: ProgramUser {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func isAvailable(_ feature: String) async throws -> Bool? {
        (try await json("why", feature)["feature"] as? [String: Any])?["available"] as? Bool
    }

    @Test func `the verdict and the cheapest plan come first, and the command that simulates it last`() async throws {
        let lines = try await flint("why", "transcripts").output.split(separator: "\n")
        #expect(
            lines.prefix(4) == [
                "Transcripts is not available: 2 of 4 requirements are not met",
                "to unlock, plan 1: buy Premium subscription ($4.99 for a month), buy Transcripts ($8.99)",
                "to unlock, plan 2: buy Season pass ($12.99 for 3 months), buy Transcripts ($8.99)",
                "blocked by: Premium subscription is not purchased",
            ])
        #expect(
            lines.filter { $0.hasPrefix(" -> ") } == [" -> no  purchase    Premium subscription  not purchased  store"])
        #expect(lines.last == "To simulate plan 1: flint why transcripts --apply")
        let second = try await flint("why", "transcripts", "--plan", "2").output
        #expect(second.contains("\nto unlock: buy Season pass") && !second.contains("$4.99"))
        #expect(second.hasSuffix("To simulate plan 2: flint why transcripts --plan 2 --apply\n"))
        let answer = try await json("why", "Living room player")
        let plan = try #require((answer["plans"] as? [[String: Any]])?.first)
        #expect(plan["isPossible"] as? Bool == false)
        let step = try #require((plan["steps"] as? [[String: Any]])?.first)
        #expect(step["means"] as? String == "impossible-here")
        #expect(step["reason"] as? String == "this is iOS 17.2")
    }

    @Test func `a product that is asked for by its name lists the features that it opens`() async throws {
        let lines = try await flint("facts", "purchases", "season").output.split(separator: "\n")
        #expect(
            lines.dropFirst() == [
                "  opens Transcripts with: Transcripts",
                "  opens Transcript search with: Transcript credits + Transcripts",
            ])
        #expect(try await !flint("facts", "purchases").output.contains("opens"))
        let answer = try await json("facts", "purchases", "premium")
        let fact = try #require((answer["facts"] as? [[String: Any]])?.first)
        let opens = try #require(fact["opens"] as? [String: Any])
        let together = try #require(opens["together"] as? [[String: Any]])
        #expect(together.compactMap { $0["with"] as? [[String]] }.last == [["Transcript credits", "Transcripts"]])
        #expect(opens["alone"] as? [String] == [] && opens["never"] as? [String] == [])
    }

    @Test(arguments: ["explain", "unlock"])
    func `the error for a former name contains its successor`(name: String) async throws {
        for words in [[name, "smart"], ["help", name]] {
            let result = try await DemoCommandLine.run(words)
            #expect(result.status == 64 && result.errors.contains("\"\(name)\" is now \"why"), "\(result)")
        }
    }

    @Test func `several features are unlocked together by one plan`() async throws {
        let together = try await flint("why", "smart", "dynamic", "smart")
        #expect(
            together.output == """
                Smart playlists: not available
                Dynamic Speed: not available
                to unlock: buy Premium subscription ($4.99 for a month), allow Location when in use, turn \
                Dynamic Speed on in the app's settings
                To simulate it: flint why smart dynamic smart --apply

                """)
        let applied = try await flint("why", "smart", "dynamic", "--apply")
        #expect(applied.status == 0, "\(applied)")
        #expect(applied.output.hasSuffix("Smart playlists: available\nDynamic Speed: available\n"))
        #expect(try await flint("undo").output.hasPrefix("Undone. "))
        #expect(try await isAvailable("Smart playlists") == false)
    }

    @Test func `without a feature, the features that need the fewest steps are listed`() async throws {
        let nearest = try #require(try await json("why")["features"] as? [[String: Any]])
        #expect(nearest.count == 10)
        let steps = nearest.compactMap { $0["steps"] as? Int }
        #expect(steps == steps.sorted() && steps.first == 1)
        for entry in nearest {
            let id = try #require((entry["feature"] as? [String: Any])?["id"] as? String)
            let plan = try #require(entry["plan"] as? [String: Any])
            let number = try #require(plan["number"] as? Int)
            let named = try #require(try await json("why", id, "--plan", "\(number)")["plans"] as? [[String: Any]])
            #expect(named as NSArray == [plan] as NSArray)
        }
    }

    @Test func `a plan is applied as overrides, undone as one change and redone`() async throws {
        #expect(try await isAvailable("Smart playlists") == false)
        let applied = try await flint("why", "Smart playlists", "--apply", "--for", "1h", "--reason", "a demo")
        #expect(applied.status == 0)
        #expect(applied.output.hasSuffix("Smart playlists: available\n"))
        let overrides = try #require(try await json("compare")["overrides"] as? [[String: Any]])
        #expect(overrides.map { $0["reason"] as? String } == ["a demo", "a demo"])
        #expect(overrides.allSatisfy { $0["expiry"] is [String: Any] })
        #expect(try await isAvailable("Smart playlists") == true)
        #expect(try await flint("why", "Smart playlists", "--apply").output.hasPrefix("Smart playlists is available\n"))

        #expect(try await flint("undo").output.hasPrefix("Undone. "))
        #expect(try await isAvailable("Smart playlists") == false)
        #expect(try await flint("compare").output == "No differences from the initial state.\n")
        #expect(try await flint("undo", "--redo").output.hasPrefix("Redone. "))
        #expect(try await isAvailable("Smart playlists") == true)
    }

    @Test func `a feature of another platform is unlocked by overriding the platform`() async throws {
        #expect(try await flint("why", "Living room player", "--apply").status == 0)
        #expect(try await isAvailable("Living room player") == true)
    }

    @Test func `the error for an invalid request to unlock states the reason`() async throws {
        let missing = try await flint("why", "Smart playlists", "--plan", "7")
        #expect(missing.status == 64)
        #expect(missing.errors == "7 is not a plan to unlock Smart playlists. There is 1 plan.\n")
        let idle = try await flint("why", "Smart playlists", "--for", "1h")
        #expect(idle.status == 64)
        #expect(idle.errors == "--reason, --for and --uses need --apply, which sets overrides.\n")
        #expect(try await flint("why", "nothing of this name").status == 64)
        for words in [["--apply"], ["--plan", "1"], ["smart", "--apply", "--persona", "child"]] {
            #expect(try await flint(["why"] + words).status == 64, "\(words)")
        }
    }

    @Test func `assumptions show what would change and change nothing`() async throws {
        let result = try await flint(
            "what-if", "purchase Premium subscription purchased", "permission location-when-in-use authorized")
        #expect(result.status == 0)
        #expect(result.output.contains("  Smart playlists: not available -> available\n"))
        #expect(result.output.hasPrefix("1 feature would change.\n"))
        #expect(try await flint("compare").output == "No differences from the initial state.\n")
        #expect(try await flint("undo", "--list").output == "No changes yet.\n")
        let answer = try await json("what-if", "platform watchOS 9")
        #expect((answer["assumptions"] as? [[String: String]])?.first?["value"] == "watchOS 9.0")
        let ids = (answer["changes"] as? [[String: Any]])?.compactMap { $0["featureName"] as? String } ?? []
        #expect(ids.contains("Living room player") == false && !ids.isEmpty)
    }

    @Test(arguments: [
        ("", "kind of fact"), ("premium purchased", "Did you mean \"purchase premium purchased\"?"),
        ("purchase purchased", "is incomplete"),
        ("purchase Premium subscription bought", "status of a product"), ("platform", "not a platform and version"),
        ("user-setting Podcasts on", "has no user setting"), ("runtime-switch Podcasts on", "has no runtime switch"),
        ("flag none on", "flag"),
    ])
    func `the error for an invalid assumption shows the correct syntax`(text: String, complaint: String) async throws {
        let result = try await flint("what-if", text)
        #expect(result.status == 64)
        #expect(result.errors.contains(complaint), "\(result.errors)")
    }

    @Test func `the history shows the source of each step and the undone steps`() async throws {
        #expect(try await flint("undo").status == 1)
        #expect(try await flint("set", "purchase", "premium", "purchased").status == 0)
        #expect(try await flint("set", "permission", "camera", "denied", "--in", "system").status == 0)
        #expect(try await flint("undo").status == 0)
        let entries = try #require(try await json("undo", "--list")["entries"] as? [[String: Any]])
        #expect(entries.map { $0["source"] as? String } == ["command line", "command line"])
        #expect(entries.map { $0["isUndone"] as? Bool } == [false, true])
        #expect(
            try await flint("undo", "--list").output.contains(
                "command line: The system reports Camera: denied. (undone)\n"))
        #expect(try await flint("undo", "--redo").status == 0)
        #expect(try await flint("undo", "--redo").errors == "There is nothing to redo.\n")
    }

    @Test func `events of the simulated store are undone`() async throws {
        #expect(try await flint("store", "buy", "premium").status == 0)
        let undone = try await flint("undo")
        #expect(
            undone.output.hasPrefix(
                "Undone. The simulated device has been restored: Premium subscription not purchased"))
        let facts = try #require(try await json("facts", "purchases")["facts"] as? [[String: Any]])
        let products = facts.compactMap { $0["product"] as? [String: Any] }
        let premium = products.first { $0["name"] as? String == "Premium subscription" }
        #expect(premium?["status"] as? String == "not-purchased")
    }
}

struct CommandConventionTests: ProgramUser {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `features are filtered by availability, by overrides and by name`() async throws {
        func names(_ arguments: String...) async throws -> [String] {
            try await flint(["features"] + arguments).output.split(separator: "\n").filter {
                !$0.hasPrefix(" ") && $0 != "No feature matches."
            }
            .map { String($0.prefix { $0 != ":" }) }
        }
        #expect(try await names("--unknown") == ["Nearby speakers", "Episode alerts"])
        #expect(try await names("--unavailable", "playlist") == ["Smart playlists"])
        #expect(try await names("--available", "playlist").isEmpty)
        let all = try await names("--available").count + names("--unavailable").count + names("--unknown").count
        #expect(try await names("PodcastFeatures").count < all)
        #expect(try await names("needs:premium is:no").contains("Smart playlists"))
        #expect(try await names("needs:premium !playlists is:no").contains("Smart playlists") == false)
        let mistyped = try await flint("features", "iz:no")
        #expect(mistyped.status == 64)
        #expect(mistyped.errors.contains("Did you mean is:?"))
        #expect(try await names("--overridden").isEmpty)
        #expect(try await flint("set", "purchase", "premium", "purchased").status == 0)
        #expect(try await names("--overridden").contains("Smart playlists"))
        #expect(try await flint("features", "--watch", "--available").status == 64)
    }

    @Test func `a permission without a status is printed`() async throws {
        #expect(
            try await flint("facts", "permissions", "camera").output
                == "Camera (camera): restricted, for Clip sharing\n")
    }

    @Test func `a common misspelling gets the correct spelling as a suggestion`() async throws {
        #expect(
            try await flint("set", "permission", "camera", "granted", "--in", "system").errors.contains(
                "Did you mean authorized?"))
        #expect(
            try await flint("set", "permission", "camera", "authorised", "--in", "system").errors.contains(
                "Did you mean authorized?"))
        #expect(try await flint("set", "purchase", "premium", "yes").errors.contains("Did you mean purchased?"))
    }

    @Test func `a mistyped command is answered with the nearest ones`() async throws {
        let result = try await flint("featurs")
        #expect(result.status == 64)
        #expect(
            result.errors.hasPrefix(
                "There is no command \"featurs\". Did you mean features? \"flint help\" lists the commands."))
        #expect(try await flint("--version").output == "0.2.0\n")
    }
}
