import FlintTestSupport
import Foundation
import Testing

struct ScenarioExportTests {
    private static let app = "GatingTest.podcasts()"

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func export(
        _ text: String, as name: String = "DraftTests.swift", _ arguments: [String] = ["--test-app", Self.app]
    ) async throws -> (result: ChildProcess.Result, test: String) {
        try folder.write(text, to: "draft.scenario")
        let path = folder.path(of: name)
        let result = try await DemoCommandLine.run(
            ["run", folder.path(of: "draft.scenario"), "--export-test", path] + arguments,
            environment: ["TMPDIR": folder.path])
        return (result, (try? folder.text(name)) ?? "")
    }

    @Test(arguments: [
        ("Resources/scripts/unlock.scenario", "UnlockTests"),
        ("Tests/FlintDemoTests/FlintPodcastsTests/Scenarios/everything.scenario", "EverythingTests"),
    ])
    func `the demo's tests match the export of its scenarios`(scenario: String, name: String) async throws {
        let path = folder.path(of: "\(name).swift")
        let result = try await DemoCommandLine.run(
            [
                "run", "\(BuiltProgram.root)/\(scenario)", "--export-test", path, "--test-app", Self.app, "--quiet",
            ])
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        try GeneratedFile(path: "Tests/FlintDemoTests/FlintPodcastsTests/Scenarios/\(name).swift").expect(
            folder.text("\(name).swift"))
    }

    @Test func `explicit expectations replace the expectations derived from changes`() async throws {
        let override = "set purchase premium purchased"
        let byHand = try await export("\(override)\nexpect-feature smart undetermined").test
        #expect(byHand.contains("app.availability(of: SmartPlaylistsFeature.self) == .unknown"), "\(byHand)")
        #expect(byHand.components(separatedBy: "#expect(").count == 2)
        let changed = try await export("\(override)\nundo", as: "ChangedTests.swift").test
        #expect(changed.components(separatedBy: "#expect(").count == 3, "\(changed)")
        #expect(changed.contains("// undo\n        app.set(premiumSubscription, to: .notPurchased)"))
        #expect(changed.contains("struct ChangedTests {"))
        #expect(changed.contains("@Test func `draft`() {"), "The test does not wait.")
    }

    @Test func `a test sets only facts that the expected features depend on`() async throws {
        let test = try await export(
            "set permission camera denied\nset purchase premium purchased\nexpect-feature smart undetermined"
        ).test
        #expect(test.contains("// Not part of this test: set permission camera denied"))
        #expect(!test.contains(".camera"))
    }

    @Test func `screen steps become comments, and changes made by keys are set`() async throws {
        let test = try await export("keys 2/premium<enter>b\nexpect Premium\nsize 80x24\nkeys 1").test
        #expect(test.contains("// keys 2/premium<enter>b\n        app.set("), "\(test)")
        for step in ["expect Premium", "size 80x24", "keys 1"] {
            #expect(test.contains("// Not part of this test: \(step)\n"))
        }
    }

    @Test func `comments are kept, and the first becomes the type's documentation`() async throws {
        let test = try await export(
            "# One sentence. And more\n# of it.\n\n# Above.\nset purchase premium purchased\n# Below."
        ).test
        #expect(test.contains("/// One sentence.\n///\n/// And more of it.\nstruct DraftTests {"), "\(test)")
        #expect(test.contains("        // Above.\n        // set purchase premium purchased\n"))
    }

    @Test func `an action that presents something needs an app that finds its presenter`() async throws {
        let (result, test) = try await export("undo-free\n", as: "NoTests.swift")
        #expect(result.status == 66 && test.isEmpty, "A script without a scenario is not exported.")
        let text = "# Plays.\nperform PlaybackFeature/pause"
        let refused = try await export(text, as: "PlainTests.swift", [])
        #expect(refused.result.status == 1 && refused.test.isEmpty)
        #expect(refused.result.errors.contains("draft.scenario, line 2: pause uses the presenter "))
        #expect(refused.result.errors.contains("--test-app"))
        let allowed = try await export(text, as: "PlayTests.swift")
        #expect(allowed.test.contains("#expect(await app.perform(\"pause\", of: PlaybackFeature.self) == .success)"))
    }

    @Test func `a scenario without features is not a test`() async throws {
        let (result, test) = try await export("keys 1\nexpect Podcast playback")
        #expect(result.status == 1 && test.isEmpty && result.errors.contains("nothing to test"), "\(result.errors)")
    }

    @Test func `a failed step prevents the export`() async throws {
        let (result, test) = try await export("expect-feature smart available")
        #expect(result.status == 1 && test.isEmpty)
    }

    @Test func `an export does not replace a file, and the file's name is a valid type name`() async throws {
        let text = "expect-feature smart unavailable"
        #expect(try await export(text).result.status == 0)
        let again = try await export(text).result
        #expect(again.status == 73 && again.errors.contains("There is already a file"))
        for name in ["tests.swift", "Tests.txt", "Two Words.swift", "É.swift"] {
            let result = try await export("keys 1", as: name).result
            #expect(result.status == 64 && result.errors.contains("UnlockTests.swift"), "\(name): \(result.errors)")
        }
        let without = try await DemoCommandLine.run(["run", "x", "--test-app", "App()"])
        #expect(without.status == 64 && without.errors.contains("--test-app needs --export-test"))
    }

    @Test func `a feature of the framework is not a feature of the app`() async throws {
        let (result, _) = try await export("expect-feature FlintFeatures available")
        #expect(result.status == 1 && result.errors.contains("line 1: FlintFeatures is not one of the features of"))
    }
}
