#if Configuration
    import FlintConfigurationFlags
    import FlintCore
    import Foundation
    import Testing

    /// Runs on the main actor, on which changes of the file are announced.
    @MainActor
    @Suite(.timeLimit(.minutes(20)))
    final class ConfigurationFlagProviderTests {
        private let folder: String
        private var path: String { folder + "/settings.json" }

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "flint-\(UUID().uuidString)").path()
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }

        deinit {
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// Replaces the file atomically, like an editor.
        private func write(_ text: String) throws {
            try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        }

        private func provider(
            _ arguments: [String] = [], _ environment: [String: String] = [:], file: String? = nil,
            prefix: String = "flags",
            features: [FeatureKey] = []
        ) -> ConfigurationFlagProvider {
            ConfigurationFlagProvider(
                file: file ?? path, environment: environment, arguments: ["program"] + arguments, prefix: prefix,
                features: features)
        }

        private func keys(
            changedIn provider: ConfigurationFlagProvider, _ change: () throws -> Void
        ) async throws -> [String]? {
            let (changes, continuation) = AsyncStream<[FeatureKey]?>.makeStream()
            let token = provider.observeChanges { continuation.yield($0) }
            defer { token.cancel() }
            try change()
            for await keys in changes { return keys?.map(\.rawValue) }
            return nil
        }

        @Test func `arguments take precedence over the environment and the file`() throws {
            try write(#"{"flags": {"a": false, "b": false, "c": true}}"#)
            let provider = provider(["--flags-a"], ["FLAGS_A": "false", "FLAGS_B": "yes"])
            #expect(
                provider.evaluation(of: "a")
                    == FlagEvaluation(value: true, metadata: ["source": "arguments", "key": "--flags-a"]))
            #expect(
                provider.evaluation(of: "b")
                    == FlagEvaluation(value: true, metadata: ["source": "environment", "key": "FLAGS_B"]))
            #expect(
                provider.evaluation(of: "c")
                    == FlagEvaluation(value: true, metadata: ["source": "file", "key": "flags.c"]))
            #expect(provider.evaluation(of: "d") == nil)
            #expect(!provider.hasFeature("d"))
            #expect(!provider.isFeatureEnabled("d"))
            #expect(provider.isFeatureEnabled("c"))
            #expect(provider.problem == nil)
        }

        @Test func `a flag has a name in each source`() throws {
            for key: FeatureKey in ["new-player", "newPlayer", "new.player"] {
                #expect(provider(["--flags-new-player"]).isFeatureEnabled(key))
                #expect(provider([], ["FLAGS_NEW_PLAYER": "1"]).isFeatureEnabled(key))
            }
            try write(#"{"flags": {"new-player": true, "new": {"player": true}}}"#)
            #expect(provider().isFeatureEnabled("new-player"))
            #expect(provider().isFeatureEnabled("new.player"))
            #expect(!provider().hasFeature("newPlayer"))
        }

        @Test func `the prefix can have several parts or none`() throws {
            try write(#"{"app": {"flags": {"a": true}}, "b": true}"#)
            let long = provider(["--app-flags-c"], ["APP_FLAGS_D": "true"], prefix: "app.flags")
            #expect(["a", "c", "d"].allSatisfy { long.isFeatureEnabled($0) })
            #expect(!long.hasFeature("b"))
            #expect(long.knownFeatures == ["a"])
            let none = provider(["--c"], prefix: "")
            #expect(none.isFeatureEnabled("b"))
            #expect(none.isFeatureEnabled("c"))
            #expect(none.knownFeatures == ["app.flags.a", "b"])
        }

        @Test func `the known flags are the flags of the file and of the app`() throws {
            try write(
                #"{"flags": {"b": true, "deep": {"c": false, "list": [1]}, "none": {}}, "flagsX": true, "other": 1}"#)
            #expect(provider(features: ["a", "b"]).knownFeatures == ["a", "b", "deep.c", "deep.list", "none"])
        }

        @Test func `a value that is not Boolean is a type mismatch and is not shown`() throws {
            try write(#"{"flags": {"a": "s3cret", "b": ["s3cret"], "c": {"x": true}}}"#)
            let provider = provider(["--flags-d=s3cret", "--flags-e", "s3cret", "x"], ["FLAGS_F": "s3cret"])
            for key: FeatureKey in ["a", "b", "d", "e", "f"] {
                let evaluation = try #require(provider.evaluation(of: key))
                #expect(evaluation.value == nil)
                #expect(evaluation.errorCode == .typeMismatch)
                #expect(evaluation.errorMessage?.contains("neither true nor false") == true)
                #expect(!"\(evaluation)".contains("s3cret"))
            }
            #expect(provider.evaluation(of: "c") == nil)
            var shown = "\(provider)"
            dump(provider, to: &shown)
            #expect(!shown.contains("s3cret"))
        }

        @Test func `a provider of lower priority answers for an invalid value`() throws {
            try write(#"{"flags": {"a": "yes please"}}"#)
            let flags = FeatureFlags([provider(), ReleaseFeatureFlagProvider(["a": true])])
            #expect(flags.resolve("a").evaluation.value == true)
            #expect(flags.resolve("a").answers.first?.evaluation?.errorCode == .typeMismatch)
        }

        @Test(
            arguments: [
                ("\u{1B}[2J", true), ("é\u{301}", true), ("a b", true), ("", nil), (".", nil), ("..", nil),
                ("a..b", nil),
                (String(repeating: "aB.", count: 2000), nil),
            ] as [(String, Bool?)])
        func `a flag with any name is read unless a part of the name is empty`(name: String, value: Bool?) throws {
            let file = try JSONSerialization.data(withJSONObject: ["flags": [name: true]])
            try write(String(decoding: file, as: UTF8.self))
            let provider = provider(["--", "--="], ["": "true"])
            #expect(provider.evaluation(of: FeatureKey(rawValue: name))?.value == value)
        }

        @Test func `the default priority is between the release and debug providers`() {
            let provider = provider()
            #expect(provider.priority > FeaturePriority.minPriority)
            #expect(provider.priority < FeaturePriority.mediumPriority)
            #expect(provider.type == .release)
            #expect(provider.name == "configuration")
        }

        @Test func `a missing file has no values`() {
            let provider = provider(["--flags-a"])
            #expect(provider.problem == nil)
            #expect(provider.knownFeatures.isEmpty)
            #expect(provider.isFeatureEnabled("a"))
            #expect(provider.evaluation(of: "b") == nil)
        }

        @Test func `a change of the file is read and announced`() async throws {
            try write(#"{"flags": {"a": true, "b": true, "c": true, "e": true}}"#)
            let provider = provider([], ["FLAGS_E": "true"])
            let keys = try await keys(changedIn: provider) {
                try write(#"{"flags": {"a": true, "b": false, "d": true, "e": false}}"#)
            }
            #expect(keys == ["b", "c", "d"])
            #expect(provider.evaluation(of: "b")?.value == false)
            #expect(provider.evaluation(of: "c") == nil)
            #expect(provider.evaluation(of: "e")?.value == true)
            #expect(provider.knownFeatures == ["a", "b", "d", "e"])
        }

        @Test func `a created and a deleted file are announced`() async throws {
            let provider = provider()
            let appeared = try await keys(changedIn: provider) { try write(#"{"flags": {"a": true}}"#) }
            // A first file is announced like any other change.
            #expect(appeared == ["a"])
            #expect(provider.isFeatureEnabled("a"))
            let removed = try await keys(changedIn: provider) { try FileManager.default.removeItem(atPath: path) }
            #expect(removed == ["a"])
            #expect(provider.evaluation(of: "a") == nil)
        }

        @Test func `a malformed file keeps the previous values and is reported`() async throws {
            try write(#"{"flags": {"a": true, "b": true}}"#)
            let provider = provider([], ["FLAGS_B": "false"])
            let broken = try await keys(changedIn: provider) { try write("{\"flags\":\n {\"a\": s3cret") }
            #expect(broken == ["a"])
            let evaluation = try #require(provider.evaluation(of: "a"))
            #expect(evaluation.value == true)
            #expect(evaluation.reason == .stale)
            #expect(evaluation.errorMessage == provider.problem)
            #expect(provider.evaluation(of: "b")?.reason == .static)
            let problem = try #require(provider.problem)
            #expect(problem.contains(path))
            #expect(problem.contains("its previous values apply"))
            #expect(!problem.contains("s3cret"))

            let fixed = try await keys(changedIn: provider) { try write(#"{"flags": {"a": true, "b": true}}"#) }
            #expect(fixed == ["a"])
            #expect(provider.evaluation(of: "a")?.reason == .static)
            #expect(provider.problem == nil)
        }

        @Test(arguments: ["", "[]", "7", "{", #"{"flags": {"a": [{"x": 1}]}}"#, String(repeating: "[", count: 100_000)])
        func `an initially malformed file causes an error for flags without another source`(text: String) async throws {
            try write(text)
            let provider = provider(["--flags-b"])
            #expect(provider.evaluation(of: "a")?.value == nil)
            #expect(provider.evaluation(of: "a")?.errorCode == .parseError)
            #expect(provider.problem?.contains("its values are ignored") == true)
            #expect(provider.evaluation(of: "b")?.value == true)
            // The file may contain any flag, so any flag may have changed.
            #expect(try await keys(changedIn: provider) { try write(#"{"flags": {"a": true}}"#) } == nil)
            #expect(provider.isFeatureEnabled("a"))
            #expect(provider.evaluation(of: "c") == nil)
        }

        @Test func `a file that cannot be read is reported`() throws {
            #expect(provider(file: folder).problem?.contains("it is not a file") == true)
            try write(String(repeating: " ", count: 1_000_001))
            #expect(provider().problem?.contains("it is too large") == true)
            #expect(provider().evaluation(of: "a")?.errorCode == .general)
        }

        @Test func `a provider without references is released`() throws {
            var held: ConfigurationFlagProvider? = provider()
            weak let provider = held
            #expect(provider != nil)
            held = nil
            #expect(provider == nil)
        }
    }
#endif
